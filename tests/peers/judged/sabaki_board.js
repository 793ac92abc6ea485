#!/usr/bin/env node
// @sabaki/go-board (npm). The opening is its `signMap`. It plays for the sign that is named, and has no turns and no end; a pass
// is a move to a vertex that is not on the board, as its page says. Of suicide it knows all or none: named on the command line.
//
// Its wrong answers, played by hand: a suicide of one stone after a pass is accepted. The fixtures call it ko, since the board is as
// before the pass; most programs know ko as a point where one stone was taken. A choice.
'use strict'

const Board = require('@sabaki/go-board')
const {version} = require('@sabaki/go-board/package.json')
const {Refused, serve} = require('./protocol')

const suicide = process.argv[2]
const reasons = {'Overwrite prevented': 'occupied', 'Suicide prevented': 'suicide', 'Ko prevented': 'ko'}

class Game {
  constructor(question) {
    question.need({turn: 'it plays for either color at any time', onBoard: true, end: true})
    this.earlier = []
    this.board = new Board(question.boards[0].rows.map(row => [...row].map(stone => ({x: 1, o: -1, '-': 0})[stone])))
  }

  play(color, point) {
    const vertex = point ? [point[1], point[0]] : [-1, -1]
    try {
      const options = {preventOverwrite: true, preventKo: true, preventSuicide: suicide === 'forbidden'}
      const board = this.board.makeMove(color === 'x' ? 1 : -1, vertex, options)
      this.earlier.push(this.board)
      this.board = board
    } catch (error) {
      if (!reasons[error.message]) throw error
      throw new Refused(reasons[error.message])
    }
  }

  // A move makes another board, so its caller keeps the one before.
  undo() {
    this.board = this.earlier.pop()
  }

  prisoners() {
    return [this.board.getCaptures(1), this.board.getCaptures(-1)]
  }

  rows() {
    return this.board.signMap.map(row => row.map(sign => 'o-x'[sign + 1]).join(''))
  }
}

serve('@sabaki/go-board', version, `ko=simple suicide=${suicide}`, Game)
