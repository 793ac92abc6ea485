import java.util.*;

// May this move be made? The rules are in ../KATA.md. To run: java Kata.java
//
// move.color()              'x' is Black, 'o' is White
// move.row(), move.col()    counted from 0, from the top left
// record                    all boards so far, oldest first; the board now is record.get(record.size() - 1)
// board.toPlay()            whose turn it is: 'x' or 'o'
// board.rows()[row][col]    'x', 'o' or '-' (empty); each row is a char[]
// To print a board:         for (char[] row : board.rows()) System.out.println(row);
//
// Each question gets new boards, so you may change them. A board that you change is changed in the record, too.

class Kata {
    static boolean isLegalMove(Move move, List<Board> record) {
        return true;
    }

    public static void main(String[] args) throws Exception {
        Dojo.run();
    }
}

// ---------- Below this line: the runner. It asks what stands in ../steps. Nothing to change here. ----------

record Move(char color, int row, int col) {}

record Board(char toPlay, char[][] rows) {}

record Question(String screen, List<Board> record, Move move, boolean legal) {}

record Step(int number, String name, List<Question> questions) {
    String title() {
        return name.substring(name.indexOf('-') + 1, name.length() - 4).replace('-', ' ');
    }
}

class Dojo {
    static java.nio.file.Path home = java.nio.file.Path.of("");

    static String load(String name) {
        try {
            return new String(java.nio.file.Files.readAllBytes(home.resolve(name)), "ISO-8859-1");
        } catch (java.io.IOException error) {
            return "";
        }
    }

    static boolean save(String name, String text) {
        try {
            java.nio.file.Files.write(home.resolve(name), text.getBytes());
            return true;
        } catch (java.io.IOException error) {
            return false;
        }
    }

    static boolean log(String before, int step, String light) {
        return save("lights.log", before + String.format(Locale.ROOT, "%tT %d %s\n", new Date(), step, light));
    }

    /** Remembers that this step is green; returns whether both files can be written. */
    static boolean finished(String before, int step) {
        return log(before, step, "green") & save("progress", step + 1 + "\n");
    }

    static void print(String text) {
        System.out.print(text);
        System.out.flush();
    }

    /** The lines of a step file; `at` is the number of the one that was taken last. */
    static class Lines {
        String[] all;
        int at = 0;

        Lines(String text) {
            all = text.stripTrailing().replace("\r", "").split("\n");
        }

        String next() {
            return at++ < all.length ? all[at - 1] : "";
        }

        String after(String start) {
            String line = next();
            must(line.startsWith(start) && line.length() > start.length());
            return line.substring(start.length());
        }

        char side(String word) {
            must(word.equals("x") || word.equals("o"));
            return word.charAt(0);
        }

        static void must(boolean fits) {
            if (!fits) throw new IllegalArgumentException();
        }

        Question question() {
            StringBuilder screen = new StringBuilder();
            while (at < all.length && all[at].startsWith("#")) {
                screen.append((" " + next().substring(1)).stripTrailing()).append("\n");
            }
            after("case ");
            after("rules ");
            String[] size = after("size ").split(" ");
            must(size.length == 2);
            int height = Integer.parseInt(size[0]), width = Integer.parseInt(size[1]);
            int boards = Integer.parseInt(after("boards "));
            List<Board> record = new ArrayList<>();
            while (boards-- > 0) {
                char toPlay = side(next());
                char[][] rows = new char[height][];
                for (int row = 0; row < height; row++) {
                    rows[row] = next().toCharArray();
                    must(rows[row].length == width);
                    for (char sign : rows[row]) must("xo-".indexOf(sign) >= 0);
                }
                record.add(new Board(toPlay, rows));
            }
            String[] words = after("move ").split(" ");
            must(words.length == 3);
            Move move = new Move(side(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            must(next().equals("legal?"));
            String answer = next();
            must(answer.equals("legal") || answer.startsWith("illegal "));
            must(next().isEmpty());
            return new Question(screen.toString(), record, move, answer.equals("legal"));
        }
    }

    static List<Step> readSteps() {
        List<Step> steps = new ArrayList<>();
        String[] names = home.resolve("../steps").toFile().list();
        for (String name : names == null ? new String[0] : names) {
            int dash = name.indexOf('-');
            if (dash < 1 || !name.endsWith(".txt")) continue;
            try {
                steps.add(new Step(Integer.parseInt(name.substring(0, dash)), name, new ArrayList<>()));
            } catch (NumberFormatException error) {
                continue; // not a step
            }
        }
        steps.sort(Comparator.comparing(Step::number));
        for (Step step : steps) {
            Lines lines = new Lines(load("../steps/" + step.name()));
            try {
                do step.questions().add(lines.question()); while (lines.at < lines.all.length);
            } catch (IllegalArgumentException error) {
                fail("steps/" + step.name() + ", line " + lines.at + ": this is not a line of a step file");
            }
        }
        if (steps.isEmpty()) fail("There is no folder steps with step files beside this one.");
        return steps;
    }

    static void fail(String sentence) {
        print("\n  " + sentence + "\n\n");
        System.exit(1);
    }

    /** The message of an exception, and where it comes from: at most ten frames, none of the runner or of Java's own. */
    static String trace(Throwable error) {
        String text = error + "\n";
        int shown = 0;
        for (StackTraceElement frame : error.getStackTrace()) {
            if (frame.getClassName().equals("Dojo") || shown == 10) break;
            if (frame.getModuleName() != null) continue;
            text += "\tat " + frame + "\n";
            shown++;
        }
        return text;
    }

    static void run() throws Exception {
        home = java.nio.file.Path.of(Kata.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getParent();
        if (!java.nio.file.Files.exists(home.resolve("../steps"))) home = java.nio.file.Path.of("");
        String before = load("lights.log"), text = load("progress").strip();
        int progress = text.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(text) : 1;
        log(before, progress, "amber");
        List<Step> steps = readSteps();

        int count = steps.size(), step = 0, right, asked; // step: the first with a wrong answer, counted from 1
        String last = load("last-question").strip(), screen = "", said = "", trace = "";
        boolean saved = true;
        do {
            right = asked = 0;
            if (++step > progress) saved = finished(before, step - 1); // at once: a question may end the program
            if (step > 1) print(" ");
            for (Question question : steps.get(step - 1).questions()) {
                String number = step + " " + ++asked;
                if (last.equals(number)) {
                    print("\n\n" + question.screen() + "\n  AMBER  The last run stopped at this question of step "
                        + step + ". It is asked again:\n\n");
                }
                save("last-question", number + "\n");
                print(".");
                String answer, stopped = "";
                try {
                    answer = Kata.isLegalMove(question.move(), question.record()) ? "legal" : "not legal";
                } catch (Throwable error) {
                    answer = "nothing: it stopped, see above";
                    stopped = trace(error);
                }
                if (answer.equals(question.legal() ? "legal" : "not legal")) {
                    right++;
                    continue;
                }
                print("!");
                if (said.isEmpty()) {
                    screen = question.screen();
                    said = answer;
                    trace = stopped;
                }
            }
        } while (right == asked && step < count);
        print("\n");
        save("last-question", "");

        boolean green = step > progress || right == asked;
        int shown = green && right < asked ? step - 1 : step;
        String light = green ? "green" : trace.isEmpty() ? "red" : "amber";
        if (right == asked) {
            saved = finished(before, step++);
        } else if (!green) {
            saved = log(before, step, light);
        }
        if (!saved) print("\n  (cannot write progress and lights.log here)\n");
        String bar = "#".repeat(step - 1) + ".".repeat(count - step + 1);
        String end = "  GREEN  Done! That was the last step.";
        if (!green) {
            print(trace);
            end = screen + "\n  you said:   " + said + "\n\n  " + light.toUpperCase() + "  " + right + " of " + asked + " right.";
            if (step < progress) end += " This step was GREEN before. Mend it first.";
            else if (step < 8) end += " Stuck? ../hints/" + step + "-1.txt";
        } else if (step <= count) {
            end = "  GREEN  Done! Change places. Then run it again for step " + step + ".";
        } else if (count == 7) {
            end += " More: move ../bonus/8-everything.txt into ../steps/.";
        }
        print("\n  [" + bar + "]  step " + shown + " of " + count + ": " + steps.get(shown - 1).title() + "\n\n");
        print(end + "\n\n");
        System.exit(green ? 0 : 1);
    }
}
