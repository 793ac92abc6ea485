package main

func isLegalMove(move Move, record []Board) bool {
	if move.Color != record[len(record)-1].ToPlay {
		return stop(30)
	}
	return true
}

func stop(depth int) bool {
	if depth == 0 {
		panic("oops")
	}
	return stop(depth-1) || true
}
