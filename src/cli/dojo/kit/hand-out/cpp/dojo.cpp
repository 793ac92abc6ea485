// The runner: asks the function in kata.hpp what stands in ../steps. Nothing to change here.
#define _GLIBCXX_ASSERTIONS  // rows[-1] ends the program and says so
#include <dirent.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <string>
#include <vector>
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic error "-Wreturn-type"  // a forgotten return
#include "kata.hpp"

namespace dojo {

using std::string;
using std::to_string;

struct Question {
    string screen;
    std::vector<Board> record;
    Move move;
    bool legal;
};

struct Step {
    string title;
    std::vector<Question> questions;
};

string load(const string& name) {
    string text;
    if (FILE* file = fopen(name.c_str(), "rb")) {
        for (int c; (c = getc(file)) != EOF;) text += char(c);
        fclose(file);
    }
    return text;
}

bool save(const string& name, const string& text) {
    FILE* file = fopen(name.c_str(), "wb");
    return file && (fputs(text.c_str(), file), fclose(file)) == 0;
}

bool begins(const string& line, const char* word) { return line.compare(0, strlen(word), word) == 0; }

// The lines of a step file; `line` is the one that was taken last.
struct Lines {
    string file, text, line;
    size_t from = 0;
    int number = 0;

    bool more() { return from < text.size(); }

    const string& next() {
        size_t end = text.find('\n', from);
        line = end == string::npos ? "" : text.substr(from, end - from);
        if (!line.empty() && line.back() == '\r') line.pop_back();
        from = end == string::npos ? text.size() : end + 1;
        ++number;
        return line;
    }

    void must(bool fits) {
        if (!fits) throw file + ", line " + to_string(number) + ": this is not a line of a step file";
    }
};

char side(const string& line) { return line == "x" || line == "o" ? line[0] : 0; }

Question read(Lines& lines) {
    Question q;
    while (begins(lines.next(), "#")) q.screen += (lines.line.size() < 3 ? "" : " " + lines.line.substr(1)) + "\n";
    lines.must(begins(lines.line, "case "));
    lines.must(begins(lines.next(), "rules "));
    int height, width, boards, end = 0;
    lines.must(sscanf(lines.next().c_str(), "size %d %d%n", &height, &width, &end) == 2 && !lines.line[end]);
    lines.must(sscanf(lines.next().c_str(), "boards %d%n", &boards, &end) == 1 && !lines.line[end]);
    while (boards-- > 0) {
        lines.next();
        lines.must(lines.line == "x" || lines.line == "o");
        Board board{lines.line[0], {}};
        for (int row = 0; row < height; ++row) {
            board.rows.push_back(lines.next());
            lines.must(int(lines.line.size()) == width && lines.line.find_first_not_of("xo-") == string::npos);
        }
        q.record.push_back(board);
    }
    char color[2];
    int found = sscanf(lines.next().c_str(), "move %1[xo] %d %d%n", color, &q.move.row, &q.move.col, &end);
    lines.must(found == 3 && !lines.line[end]);
    q.move.color = color[0];
    lines.must(lines.next() == "legal?");
    q.legal = lines.next() == "legal";
    lines.must(q.legal || begins(lines.line, "illegal "));
    lines.must(lines.next().empty());
    return q;
}

std::vector<Step> read_steps() {
    std::vector<std::pair<int, string>> names;
    if (DIR* folder = opendir("../steps")) {
        while (dirent* entry = readdir(folder)) {
            string name = entry->d_name;
            size_t digits = name.find_first_not_of("0123456789");
            bool text = name.size() > 4 && name.substr(name.size() - 4) == ".txt";
            if (text && digits > 0 && name[digits] == '-') names.push_back({atoi(name.c_str()), name});
        }
        closedir(folder);
    }
    if (names.empty()) throw string("There is no folder steps with step files beside this one.");
    std::sort(names.begin(), names.end());
    std::vector<Step> steps;
    for (auto& [number, name] : names) {
        Lines lines{"steps/" + name, load("../steps/" + name), ""};
        lines.text.erase(lines.text.find_last_not_of(" \r\n") + 1);
        lines.text += "\n\n";
        Step step{name.substr(name.find('-') + 1), {}};
        step.title.resize(step.title.size() - 4);
        std::replace(step.title.begin(), step.title.end(), '-', ' ');
        while (lines.more()) step.questions.push_back(read(lines));
        steps.push_back(step);
    }
    return steps;
}

// What the function says, and the message of an exception.
string ask(const Question& q, string& message) {
    putchar('.');
    fflush(stdout);
    try {
        return is_legal_move(q.move, q.record) ? "legal" : "not legal";
    } catch (const std::exception& error) {
        message = string("exception: ") + error.what() + "\n";
    } catch (...) {
        message = "an exception that is no std::exception\n";
    }
    return "nothing: it stopped, see above";
}

bool log(const string& before, int step, const string& light) {
    char now[9];
    time_t seconds = time(nullptr);
    strftime(now, sizeof now, "%H:%M:%S", localtime(&seconds));
    return save("lights.log", before + now + " " + to_string(step) + " " + light + "\n");
}

// Remembers that this step is green; returns whether both files can be written.
bool finished(const string& before, int step) {
    bool logged = log(before, step, "green");
    return save("progress", to_string(step + 1) + "\n") && logged;
}

int run() {
    string before = load("lights.log");
    int progress = 1, end = 0;
    string text = load("progress");
    if (sscanf(text.c_str(), " %6d %n", &progress, &end) != 1 || text[end] || progress < 1) progress = 1;
    log(before, progress, "amber");
    std::vector<Step> steps = read_steps();

    string stopped = load("last-question");
    int count = steps.size(), step = 0, right, asked;  // step: the one asked last, counted from 1
    bool saved = true;
    string screen, said, message, trace;
    do {
        ++step;
        if (step > progress) saved = finished(before, step - 1);  // at once: a question may end the program
        if (step > 1) putchar(' ');
        right = asked = 0;
        for (const Question& q : steps[step - 1].questions) {
            string number = to_string(step) + " " + to_string(++asked) + "\n";
            if (stopped == number) {
                printf("\n\n%s\n", q.screen.c_str());
                printf("  AMBER  The last run stopped at this question of step %d. It is asked again:\n\n", step);
            }
            save("last-question", number);
            string answer = ask(q, message = "");
            if (answer == (q.legal ? "legal" : "not legal")) {
                ++right;
                continue;
            }
            putchar('!');
            if (said.empty()) screen = q.screen, said = answer, trace = message;
        }
    } while (right == asked && step < count);
    puts("");
    save("last-question", "");

    bool green = step > progress || right == asked;
    int shown = green && right < asked ? step - 1 : step;
    if (right == asked)
        saved = finished(before, step++);
    else if (!green)
        saved = log(before, step, trace.empty() ? "red" : "amber");
    if (!saved) puts("\n  (cannot write progress and lights.log here)");
    if (!green) printf("%s", trace.c_str());
    string bar = string(step - 1, '#') + string(count - step + 1, '.');
    printf("\n  [%s]  step %d of %d: %s\n\n", bar.c_str(), shown, count, steps[shown - 1].title.c_str());
    if (!green) {
        printf("%s\n  you said:   %s\n\n", screen.c_str(), said.c_str());
        printf("  %s  %d of %d right.", trace.empty() ? "RED" : "AMBER", right, asked);
        if (step < progress)
            printf(" This step was GREEN before. Mend it first.");
        else if (step < 8)
            printf(" Stuck? ../hints/%d-1.txt", step);
    } else if (step <= count) {
        printf("  GREEN  Done! Change places. Then run it again for step %d.", step);
    } else {
        printf("  GREEN  Done! That was the last step.");
        if (count == 7) printf(" More: move ../bonus/8-everything.txt into ../steps/.");
    }
    puts("\n");
    return green ? 0 : 1;
}

// Goes to the folder of this program, or, if that has none of steps beside it, to that of its source.
void go_home(const string& program) {
    for (const string& path : {program, string(__FILE__)}) {
        size_t end = path.find_last_of("/\\");
        if (end != string::npos && chdir(path.substr(0, end).c_str()) != 0) continue;
        if (access("../steps", F_OK) == 0) return;
    }
}

}  // namespace dojo

int main(int, char** arguments) {
    dojo::go_home(arguments[0]);
    try {
        return dojo::run();
    } catch (const std::string& sentence) {
        printf("\n  %s\n\n", sentence.c_str());
        return 1;
    }
}
