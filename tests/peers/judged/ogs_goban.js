#!/usr/bin/env node
// goban (npm): the rules of the server online-go.com, as its pages play them: "chinese", "aga", "japanese", "korean" or "nz", named
// on the command line. The opening is its `initial_state`. It plays for the side whose turn it is, and leaves the end of the game to
// the server; a pass is a move to (-1, -1).
//
// Its wrong answers, played by hand: superko never compares with the opening board, and looks back 30 plies at most (all under
// "chinese" and "aga"). Under "nz", whose suicide may be of one stone, such a suicide is
// "illegal_ko_move" if it is the first move, since that is compared with the board before it.
'use strict'

// The package expects a page around it.
globalThis.self = globalThis.window = globalThis
globalThis.addEventListener = () => {}
globalThis.document = {body: {}, addEventListener() {}, createElement: () => ({style: {}})}

const {GobanEngine} = require('goban')
const {version} = require('goban/package.json')
const {AREA, Cannot, Refused, serve} = require('./protocol')

const name = process.argv[2]
const territory = 'scoring=territory tax=seki'
const rules = {
  chinese: `ko=positional suicide=forbidden ${AREA}`,
  aga: `ko=situational suicide=forbidden ${AREA}`,
  japanese: `ko=simple suicide=forbidden ${territory}`,
  korean: `ko=simple suicide=forbidden ${territory}`,
  nz: `ko=situational suicide=allowed ${AREA}`
}
const reasons = {
  stone_already_placed_here: 'occupied',
  illegal_self_capture: 'suicide',
  illegal_ko_move: 'ko',
  illegal_board_repetition: 'superko'
}
const letters = 'abcdefghijklmnopqrstuvwxyz'

class Game {
  constructor(question) {
    question.need({turn: 'a move there names no color: it has no moves out of turn', onBoard: true, end: true})
    const list = color => question.opening(color).map(([row, col]) => letters[col] + letters[row]).join('')
    this.engine = new GobanEngine({
      width: question.width,
      height: question.height,
      rules: name,
      komi: question.count ? +question.count.komi : 0,
      initial_state: {black: list('x'), white: list('o')},
      initial_player: question.boards[0].side === 'x' ? 'black' : 'white'
    })
  }

  play(color, point) {
    try {
      this.engine.place(...(point ? [point[1], point[0]] : [-1, -1]), true, true)
    } catch (error) {
      if (!reasons[error.message_id]) throw error
      throw new Refused(reasons[error.message_id])
    }
  }

  margin({count}) {
    const {prisoners} = count
    if (rules[name].includes(territory) && (prisoners.x > 0 || prisoners.o > 0)) throw new Cannot('it takes prisoners of a game, and is given none')
    count.marks.forEach((row, r) => [...row].forEach((mark, c) => mark === 'd' && this.engine.setRemoved(c, r, true, false)))
    try {
      const {black, white} = this.engine.computeScore()
      return black.total - white.total
    } catch (error) {
      throw new Cannot(`its count fails: ${error.message}`)
    }
  }

  rows() {
    return this.engine.board.map(row => row.map(stone => '-xo'[stone]).join(''))
  }
}

Game.knowsMarks = true

serve('goban', version, rules[name], Game)
