package main

// May this move be made? The rules are in ../KATA.md. To run: go run .
//
// move.Color            'x' is Black, 'o' is White
// move.Row, move.Col    counted from 0, from the top left
// record                all boards so far, oldest first; the last one, record[len(record)-1], is the board now
// board.ToPlay          whose turn it is: 'x' or 'o'
// board.Rows[row][col]  'x', 'o' or '-' (empty); each row is a slice: []Stone
//
// To print a board: for _, row := range board.Rows { fmt.Println(row) }; and above these lines: import "fmt"
// Each question gets new boards, so you may change them. A board that you change is changed in the record, too.

func isLegalMove(move Move, record []Board) bool {
	now := record[len(record)-1]
	if move.Color != now.ToPlay {
		return false
	}
	if !isOnBoard(now.Rows, move.Row, move.Col) {
		return false
	}
	if now.Rows[move.Row][move.Col] != '-' {
		return false
	}
	here := point{move.Row, move.Col}
	now.Rows[move.Row][move.Col] = move.Color
	if !hasLiberty(now.Rows, here, map[point]bool{}) {
		return false
	}
	return true
}

func isOnBoard(rows [][]Stone, row, col int) bool {
	return row >= 0 && row < len(rows) && col >= 0 && col < len(rows[0])
}

type point struct{ row, col int }

func neighbors(rows [][]Stone, p point) (found []point) {
	for _, n := range []point{{p.row - 1, p.col}, {p.row + 1, p.col}, {p.row, p.col - 1}, {p.row, p.col + 1}} {
		if isOnBoard(rows, n.row, n.col) {
			found = append(found, n)
		}
	}
	return found
}

func hasLiberty(rows [][]Stone, p point, group map[point]bool) bool {
	group[p] = true
	for _, n := range neighbors(rows, p) {
		switch rows[n.row][n.col] {
		case '-':
			return true
		case rows[p.row][p.col]:
			if !group[n] && hasLiberty(rows, n, group) {
				return true
			}
		}
	}
	return false
}
