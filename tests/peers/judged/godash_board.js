#!/usr/bin/env node
// godash (npm). The opening is put down by its `placeStone`. It plays for the color that is named, and has no turns, passes or
// end. Of ko it says, by `followupKo`, which point the next player may not take, and here that player does not take it.
//
// Points off the board are its caller's business: a stone just beside the board is accepted, and stays there.
'use strict'

const {BLACK, WHITE, Board, Coordinate, Move, addMove, followupKo, placeStone} = require('godash')
const {version} = require('godash/package.json')
const {Refused, serve} = require('./protocol')

const reasons = {'Not a valid position': '', 'There is already a stone there': 'occupied'}
const colors = {x: BLACK, o: WHITE}

class Game {
  constructor(question) {
    question.need({square: true, turn: 'it plays for either color at any time', onBoard: true, end: true, passes: true})
    this.board = Board(question.height)
    this.ko = null
    for (const color of 'xo') {
      for (const [row, col] of question.opening(color)) this.board = placeStone(this.board, Coordinate(col, row), colors[color])
    }
  }

  play(color, point) {
    if (!point) {
      this.ko = null
      return
    }
    const move = Move(Coordinate(point[1], point[0]), colors[color])
    if (this.ko && this.ko.equals(move.coordinate)) throw new Refused('ko')
    const before = this.board
    try {
      this.board = addMove(before, move)
    } catch (error) {
      if (!(error.message in reasons)) throw error
      throw new Refused(reasons[error.message])
    }
    this.ko = followupKo(before, move)
  }

  rows() {
    return this.board.toMap({[BLACK]: 'x', [WHITE]: 'o', null: '-'}).map(row => row.join(''))
  }
}

Game.sizes = 'square'

serve('godash', version, 'ko=simple suicide=forbidden', Game)
