package main

func isLegalMove(move Move, record []Board) bool {
	now := record[len(record)-1]
	if move.Color != now.ToPlay && len(now.Rows) < 3 {
		panic("oops")
	}
	return true
}
