#!/usr/bin/env node
// tenuki (npm): its `Game`, with the ko rule that is named on the command line. The opening is set up by turns.
//
// Its wrong answers, played by hand: after two passes a stone is accepted, and the game is no longer over. Perhaps a choice: so
// play is resumed.
'use strict'

const {Game: Tenuki} = require('tenuki')
const {version} = require('tenuki/package.json')
const {Cannot, Refused, serve} = require('./protocol')

const ko = process.argv[2]

class Game {
  constructor(question) {
    question.need({square: true, turn: 'a move there names no color: it has no moves out of turn'})
    if (question.height > 19) throw new Cannot('its largest board is 19x19')
    if (ko !== 'simple' && question.spoiled()) {
      throw new Cannot('the move makes a board that was there while the opening was set up')
    }
    this.game = new Tenuki({boardSize: question.height, koRule: ko === 'simple' ? ko : `${ko}-superko`})
    for (const {color, point} of question.setUpByTurns()) this.play(color, point)
  }

  play(color, point) {
    if (!point) {
      if (!this.game.pass()) throw new Refused('game-over')
      return
    }
    let made
    try {
      made = this.game.playAt(...point)
    } catch (error) {
      if (!/outside the board|cannot be negative/.test(error.message)) throw error
      throw new Refused('off-board')
    }
    if (!made) throw new Refused()
  }

  rows() {
    const {boardSize} = this.game
    const stones = this.game.intersections().map(({value}) => ({black: 'x', white: 'o', empty: '-'})[value])
    return Array.from({length: boardSize}, (_, row) => stones.slice(row * boardSize, (row + 1) * boardSize).join(''))
  }
}

serve('tenuki', version, `ko=${ko} suicide=forbidden`, Game)
