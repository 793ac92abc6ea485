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
	return true
}

func isOnBoard(rows [][]Stone, row, col int) bool {
	return row >= 0 && row < len(rows) && col >= 0 && col < len(rows[0])
}
