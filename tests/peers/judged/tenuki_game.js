#!/usr/bin/env node
// tenuki (npm): its `Game`, with the ko rule and the scoring ("area" or "territory") that are named on the command line. The opening is
// set up by turns. Whether the game is over, it leaves to its caller to ask (`isOver`); a stone then resumes play.
//
// Its territory leaves out what it takes for false eyes and seki.
'use strict'

const vm = require('vm')
const {Game: Tenuki} = require('tenuki')
const {version} = require('tenuki/package.json')
const {AREA, Cannot, Refused, serve} = require('./protocol')

const [ko, scoring] = process.argv.slice(2)

class Game {
  constructor(question) {
    question.need({square: true, turn: 'a move there names no color: it has no moves out of turn'})
    if (question.height > 19) throw new Cannot('its largest board is 19x19')
    if (ko !== 'simple' && question.spoiled()) {
      throw new Cannot('the move makes a position that was there while the opening was set up')
    }
    const komi = question.count ? +question.count.komi : 0
    this.game = new Tenuki({boardSize: question.height, koRule: ko === 'simple' ? ko : `${ko}-superko`, scoring, komi})
    for (const {color, point} of question.setUpByTurns()) this.play(color, point)
  }

  play(color, point) {
    if (this.game.isOver()) throw new Refused('game-over')
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

  margin({count}) {
    const {prisoners} = count
    if (scoring === 'territory' && (prisoners.x > 0 || prisoners.o > 0)) throw new Cannot('it takes prisoners of a game, and is given none')
    // Its search for false eyes beside stones in atari need not end.
    this.inTime(() => { while (!this.game.isOver()) this.game.pass() })
    count.marks.forEach((row, r) => [...row].forEach((mark, c) => mark === 'd' && this.game.intersectionAt(r, c).value !== 'empty' &&
      !this.game.deadStones().some(({y, x}) => y === r && x === c) && this.game.markDeadAt(r, c)))
    if (this.game.deadStones().length > count.marks.join('').replace(/[^d]/g, '').length) {
      throw new Cannot('it marks all stones of the color that a dead one reaches')
    }
    return this.inTime(() => {
      const {black, white} = this.game.score()
      return black - white
    })
  }

  inTime(counting) {
    try {
      return vm.runInNewContext('counting()', {counting}, {timeout: 10000})
    } catch (error) {
      if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      throw new Cannot('its count does not end')
    }
  }

  undo() {
    this.game.undo()
  }

  prisoners() {
    const {blackStonesCaptured, whiteStonesCaptured} = this.game.currentState()
    return [whiteStonesCaptured, blackStonesCaptured]
  }

  rows() {
    const {boardSize} = this.game
    const stones = this.game.intersections().map(({value}) => ({black: 'x', white: 'o', empty: '-'})[value])
    return Array.from({length: boardSize}, (_, row) => stones.slice(row * boardSize, (row + 1) * boardSize).join(''))
  }
}

Game.knowsMarks = true
Game.sizes = '1..19'

serve('tenuki', version, `ko=${ko} suicide=forbidden ${scoring === 'area' ? AREA : 'scoring=territory tax=seki'}`, Game)
