package main

func isLegalMove(move Move, record []Board) bool {
	now := record[len(record)-1]
	isOnBoard := move.Row >= 0 && move.Row < len(now.Rows) && move.Col >= 0 && move.Col < len(now.Rows[0])
	isLegal := isOnBoard && move.Color == now.ToPlay
	for i := range record {
		record[i].ToPlay = 'x'
		for _, row := range record[i].Rows {
			for col := range row {
				row[col] = 'x'
			}
		}
	}
	return isLegal
}
