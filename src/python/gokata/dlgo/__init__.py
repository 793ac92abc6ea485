"""The boards, moves, eyes and counts of the book *Deep Learning and the Game of Go*, under its names: `gotypes`, `goboard_slow`,
`goboard`, `goboard_fast`, `scoring`, `agent.helpers` and `agent.helpers_fast`. The referees of gokata answer.

A program of one's own imports what it needs from here; a program of the book imports `gokata.dlgo.install` first.

>>> from gokata.dlgo import goboard_fast as goboard
>>> from gokata.dlgo.gotypes import Point
>>> game = goboard.GameState.new_game(9).apply_move(goboard.Move.play(Point(row=3, col=4)))
>>> len(game.legal_moves()), game.winner()
(82, None)
"""
