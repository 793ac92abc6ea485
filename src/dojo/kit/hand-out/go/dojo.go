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
}

type wrong struct {
	screen      []string
	said, trace string // a trace only if the function stopped
}

// lines are the lines of a step file.
type lines struct {
	name  string
	texts []string
	at    int
}

// take returns the groups of the pattern, which the next line must match.
func (l *lines) take(pattern string) []string {
	var found []string
	if l.at < len(l.texts) {
		found = compiled(pattern).FindStringSubmatch(l.texts[l.at])
	}
	if found == nil {
		end(fmt.Sprintf("steps/%s, line %d: this is not a line of a step file", l.name, l.at+1))
	}
	l.at++
	return found[1:]
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
	l := &lines{name: name, texts: strings.Split(text, "\n")}
	for l.at < len(l.texts) {
		var q question
		for l.at < len(l.texts) && strings.HasPrefix(l.texts[l.at], "#") {
			q.screen = append(q.screen, l.take("# ?(.*)")...)
		}
		l.take("case .+")
		l.take("rules .+")
		size := l.take(`size (\d+) (\d+)`)
		row := "([xo-]{" + size[1] + "})"
		for boards := number(l.take(`boards (\d+)`)[0]); boards > 0; boards-- {
			board := Board{ToPlay: Stone(l.take("([xo])")[0][0])}
			for len(board.Rows) < number(size[0]) {
				board.Rows = append(board.Rows, []Stone(l.take(row)[0]))
			}
			q.record = append(q.record, board)
		}
		move := l.take(`move ([xo]) (-?\d+) (-?\d+)`)
		q.move = Move{Stone(move[0][0]), number(move[1]), number(move[2])}
		l.take(`legal\?`)
		q.answer = "legal"
		if l.take("(legal|illegal .+)")[0] != "legal" {
			q.answer = "not legal"
		}
		questions = append(questions, q)
		if l.at < len(l.texts) {
			l.take("")
		}
	}
	return questions
}

// ask returns what the function says; if it stops, also the trace.
func ask(q question) (said, trace string) {
	fmt.Print(".")
	defer func() {
		if message := recover(); message != nil {
			said, trace = "nothing: it stopped, see above", fmt.Sprintf("panic: %v\n%s\n", message, frames())
		}
	}()
	if isLegalMove(q.move, q.record) {
		return "legal", ""
	}
	return "not legal", ""
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
	return strings.TrimSpace(string(text))
}

func save(name, text string) bool {
	return os.WriteFile(name, []byte(text), 0o666) == nil
}

func log(before string, step int, light string) bool {
	line := fmt.Sprintf("%s %d %s\n", time.Now().Format("15:04:05"), step, light)
	return save("lights.log", strings.TrimLeft(before+"\n"+line, "\n"))
}

func main() {
	debug.SetMaxStack(64 << 20)
	_, here, _, _ := runtime.Caller(0)
	os.Chdir(filepath.Dir(here))
	reached := 1
	if progress := load("progress"); compiled("[1-9][0-9]{0,5}").MatchString(progress) {
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

	var all int
	var wrongs []wrong
	step := 0
	for ; step < len(steps) && len(wrongs) == 0; step++ {
		all = len(steps[step])
		for _, q := range steps[step] {
			if said, trace := ask(q); said != q.answer {
				wrongs = append(wrongs, wrong{q.screen, said, trace})
			}
		}
	}
	if len(wrongs) == 0 {
		step++
	}
	fmt.Println()

	light, shown := "red", step
	if step > reached || len(wrongs) == 0 {
		light, shown = "green", step-1
	} else if wrongs[0].trace != "" {
		light = "amber"
	}
	saved := log(before, shown, light)
	if step > reached {
		saved = save("progress", fmt.Sprintln(step)) && saved
	}
	if !saved {
		fmt.Print("\n  (cannot write progress and lights.log here)\n")
	}

	bar := strings.Repeat("#", step-1) + strings.Repeat(".", len(steps)-step+1)
	_, title, _ := strings.Cut(strings.TrimSuffix(names[shown-1], ".txt"), "-")
	title = strings.ReplaceAll(title, "-", " ")
	screen := []string{fmt.Sprintf("[%s]  step %d of %d: %s", bar, shown, len(steps), title), ""}
	if light != "green" {
		fmt.Print(wrongs[0].trace)
		last := fmt.Sprintf("%s  %d of %d right.", strings.ToUpper(light), all-len(wrongs), all)
		if step < 8 {
			last += fmt.Sprintf(" Stuck? hints/%d-1.txt", step)
		}
		screen = append(screen, wrongs[0].screen...)
		screen = append(screen, "", "you said:   "+wrongs[0].said, "", last)
	} else if len(wrongs) > 0 {
		screen = append(screen, fmt.Sprintf("GREEN  Done! Change places. Then run it again for step %d.", step))
	} else if len(steps) == 7 {
		screen = append(screen, "GREEN  Done! That was the last step. More: move bonus/8-everything.txt into steps/.")
	} else {
		screen = append(screen, "GREEN  Done! That was the last step.")
	}
	fmt.Println()
	for _, line := range screen {
		fmt.Println(strings.TrimRight("  "+line, " "))
	}
	fmt.Println()
	if light != "green" {
		os.Exit(1)
	}
}
