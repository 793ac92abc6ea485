package main

import "fmt"

func isLegalMove(move Move, record []Board) bool {
	fmt.Println("hello")
	return true
}
