// Asks kata.go the questions in ../steps, and shows the first one that it gets wrong.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Stone is 'x', 'o' or '-'.
type Stone byte

func (stone Stone) String() string { return string(rune(stone)) }

type Move struct {
	Color    Stone
	Row, Col int
}

type Board struct {
	ToPlay Stone
	Rows   [][]Stone
}

type question struct {
	screen []string
	record []Board
	move   Move
	answer string
	said   string
	trace  string // empty if the function did not stop
}

var patterns = map[string]*regexp.Regexp{}

func compiled(pattern string) *regexp.Regexp {
	if patterns[pattern] == nil {
		patterns[pattern] = regexp.MustCompile("^(?:" + pattern + ")$")
	}
	return patterns[pattern]
}

func end(sentence string) {
	fmt.Printf("\n  %s\n\n", sentence)
	os.Exit(1)
}

// number is 0 if the text is none.
func number(text string) int {
	value, _ := strconv.Atoi(text)
	return value
}

func read(name string) (questions []question) {
	text := strings.ReplaceAll(load("../steps/"+name), "\r\n", "\n")
	lines := strings.Split(text, "\n")
	at := 0
	// take returns the groups of the pattern, which the next line must match.
	take := func(pattern string) []string {
		if at < len(lines) {
			if found := compiled(pattern).FindStringSubmatch(lines[at]); found != nil {
				at++
				return found[1:]
			}
		}
		end(fmt.Sprintf("steps/%s, line %d: this is not a line of a step file", name, at+1))
		return nil
	}
	for at < len(lines) {
		q := question{answer: "not legal"}
		for at < len(lines) && strings.HasPrefix(lines[at], "#") {
			q.screen = append(q.screen, take("# ?(.*)")...)
		}
		take("case .+")
		take("rules .+")
		size := take(`size (\d+) (\d+)`)
		for boards := number(take(`boards (\d+)`)[0]); boards > 0; boards-- {
			board := Board{ToPlay: Stone(take("([xo])")[0][0])}
			for len(board.Rows) < number(size[0]) {
				board.Rows = append(board.Rows, []Stone(take("([xo-]{" + size[1] + "})")[0]))
			}
			q.record = append(q.record, board)
		}
		move := take(`move ([xo]) (-?\d+) (-?\d+)`)
		q.move = Move{Stone(move[0][0]), number(move[1]), number(move[2])}
		take(`legal\?`)
		if take("(legal|illegal .+)")[0] == "legal" {
			q.answer = "legal"
		}
		questions = append(questions, q)
		if at < len(lines) {
			take("")
		}
	}
	return questions
}

// ask notes what the function says; if it stops, also the trace.
func ask(q *question) {
	fmt.Print(".")
	defer func() {
		if message := recover(); message != nil {
			q.said, q.trace = "nothing: it stopped, see above", fmt.Sprintf("panic: %v\n%s\n", message, frames())
		}
	}()
	q.said = "not legal"
	if isLegalMove(q.move, q.record) {
		q.said = "legal"
	}
}

// frames returns the last ten calls before a panic, two lines each.
func frames() string {
	_, stack, _ := strings.Cut(string(debug.Stack()), "\npanic(")
	stack, _, _ = strings.Cut(stack, "\nmain.ask(")
	lines := strings.SplitN(stack, "\n", 23)
	if len(lines) == 23 {
		lines = lines[:22]
	}
	return strings.Join(lines[2:], "\n")
}

func load(name string) string {
	text, _ := os.ReadFile(name)
	return strings.TrimRight(string(text), " \r\n")
}

func save(name, text string) bool {
	return os.WriteFile(name, []byte(text), 0o666) == nil
}

func log(before string, step int, light string) bool {
	line := fmt.Sprintf("%s %d %s\n", time.Now().Format("15:04:05"), step, light)
	return save("lights.log", strings.TrimLeft(before+"\n"+line, "\n"))
}

// finished remembers that this step is green; it returns whether both files can be written.
func finished(before string, step int) bool {
	logged := log(before, step, "green")
	return save("progress", fmt.Sprintln(step+1)) && logged
}

func show(lines []string) {
	fmt.Println()
	for _, line := range lines {
		fmt.Println(strings.TrimRight("  "+line, " "))
	}
	fmt.Println()
}

func main() {
	debug.SetMaxStack(64 << 20)
	_, here, _, _ := runtime.Caller(0)
	os.Chdir(filepath.Dir(here))
	reached := 1
	if progress := strings.TrimSpace(load("progress")); compiled("[1-9][0-9]{0,5}").MatchString(progress) {
		reached = number(progress)
	}
	before := load("lights.log")
	log(before, reached, "amber")

	var names []string
	files, _ := os.ReadDir("../steps")
	for _, file := range files {
		if compiled(`[0-9]+-.*\.txt`).MatchString(file.Name()) {
			names = append(names, file.Name())
		}
	}
	place := func(name string) int { return number(strings.Split(name, "-")[0]) }
	sort.Slice(names, func(i, j int) bool { return place(names[i]) < place(names[j]) })
	if len(names) == 0 {
		end("There is no folder steps with step files beside this one.")
	}
	var steps [][]question
	for _, name := range names {
		steps = append(steps, read(name))
	}

	stopped := load("last-question")
	var questions, wrong []question
	step, saved := 0, true
	for step < len(steps) && len(wrong) == 0 {
		step++
		if step > reached { // at once: a question of this step may end the program
			saved = finished(before, step-1)
		}
		if step > 1 {
			fmt.Print(" ")
		}
		questions = steps[step-1]
		for i, q := range questions {
			number := fmt.Sprintf("%d %d", step, i+1)
			if stopped == number {
				screen := append([]string{""}, q.screen...)
				light := fmt.Sprintf("AMBER  The last run stopped at this question of step %d. It is asked again:", step)
				show(append(screen, "", light))
			}
			save("last-question", number+"\n")
			if ask(&q); q.said != q.answer {
				fmt.Print("!")
				wrong = append(wrong, q)
			}
		}
	}
	fmt.Println()
	save("last-question", "")

	light, shown := "green", step
	if len(wrong) == 0 {
		step++
		saved = finished(before, shown)
	} else if step > reached {
		shown--
	} else {
		light = "red"
		if wrong[0].trace != "" {
			light = "amber"
		}
		saved = log(before, shown, light)
	}
	if !saved {
		fmt.Print("\n  (cannot write progress and lights.log here)\n")
	}

	bar := strings.Repeat("#", step-1) + strings.Repeat(".", len(steps)-step+1)
	_, title, _ := strings.Cut(strings.TrimSuffix(names[shown-1], ".txt"), "-")
	title = strings.ReplaceAll(title, "-", " ")
	screen := []string{fmt.Sprintf("[%s]  step %d of %d: %s", bar, shown, len(steps), title), ""}
	if light != "green" {
		fmt.Print(wrong[0].trace)
		last := fmt.Sprintf("%s  %d of %d right.", strings.ToUpper(light), len(questions)-len(wrong), len(questions))
		if step < reached {
			last += " This step was GREEN before. Mend it first."
		} else if step < 8 {
			last += fmt.Sprintf(" Stuck? ../hints/%d-1.txt", step)
		}
		screen = append(screen, wrong[0].screen...)
		screen = append(screen, "", "you said:   "+wrong[0].said, "", last)
	} else if len(wrong) > 0 {
		screen = append(screen, fmt.Sprintf("GREEN  Done! Change places. Then run it again for step %d.", step))
	} else if len(steps) == 7 {
		screen = append(screen, "GREEN  Done! That was the last step. More: move ../bonus/8-everything.txt into ../steps/.")
	} else {
		screen = append(screen, "GREEN  Done! That was the last step.")
	}
	show(screen)
	if light != "green" {
		os.Exit(1)
	}
}
