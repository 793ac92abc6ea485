package main

func isLegalMove(move Move, record []Board) bool {
	return move.Color == record[len(record)-1].ToPlay || forever(0) > 0
}

func forever(depth int) int {
	return forever(depth+1) + 1
}
