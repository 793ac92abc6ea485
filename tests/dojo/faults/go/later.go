package main

func isLegalMove(move Move, record []Board) bool {
	now := record[len(record)-1]
	if move.Row < 0 || move.Row >= len(now.Rows) || move.Col < 0 || move.Col >= len(now.Rows[0]) {
		panic("oops")
	}
	return move.Color == now.ToPlay
}
