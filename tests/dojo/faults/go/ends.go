package main

import "os"

func isLegalMove(move Move, record []Board) bool {
	if move.Color != record[len(record)-1].ToPlay {
		return false
	}
	if move.Row < 0 || move.Col < 0 {
		os.Exit(3)
	}
	return true
}
