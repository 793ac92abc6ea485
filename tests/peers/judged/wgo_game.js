#!/usr/bin/env node
// WGo.js (repository waltheri/wgo.js): its `Game`, with the check of repeated positions "KO" or "ALL", named on the command line. The
// opening is put down by `addStone`. It plays for the color that is named, and has no turns and no end.
//
// It counts territory on a page, by its score mode: a click marks a dead stone and all that it reaches.
'use strict'

const path = require('path')
const {Cannot, Refused, checkedOut, serve} = require('./protocol')

const {folder, commit} = checkedOut('wgo.js')
// The library expects a page around it.
globalThis.window = globalThis
globalThis.addEventListener = () => {}
globalThis.navigator = globalThis.navigator || {userAgent: '', appName: ''}
globalThis.document = {
  addEventListener() {},
  createElement: () => ({style: {}, getContext: () => null}),
  getElementsByTagName: () => [{src: ''}],
  querySelectorAll: () => []
}
require(path.join(folder, 'wgo/wgo.js'))
require(path.join(folder, 'wgo/scoremode.js'))
const {WGo} = globalThis

const repeating = process.argv[2]
const colors = {x: WGo.B, o: WGo.W}
const reasons = {1: 'off-board', 2: 'occupied', 3: 'suicide', 4: repeating === 'KO' ? 'ko' : ''}

class Game {
  constructor(question) {
    question.need({square: true, turn: 'it plays for either color at any time', end: true})
    this.game = new WGo.Game(question.height, repeating)
    for (const color of 'xo') for (const [row, col] of question.opening(color)) this.game.addStone(col, row, colors[color])
  }

  play(color, point) {
    if (!point) {
      this.game.pass(colors[color])
      return
    }
    const answer = this.game.play(point[1], point[0], colors[color])
    if (typeof answer === 'number') throw new Refused(reasons[answer])
  }

  rows() {
    const size = this.game.size
    const letter = (row, col) => ({[WGo.B]: 'x', [WGo.W]: 'o', 0: '-'})[this.game.position.get(col, row)]
    return Array.from({length: size}, (_, row) => Array.from({length: size}, (_, col) => letter(row, col)).join(''))
  }

  margin({count}) {
    const {position} = this.game
    Object.assign(position.capCount, {black: +count.prisoners.x, white: +count.prisoners.o})
    const said = {}
    let click = null
    const board = {
      addEventListener: (_, clicked) => (click = clicked),
      addObject() {},
      getState: () => ({objects: []}),
      removeObjectsAt() {},
      restoreState() {}
    }
    WGo.t = (key, ...values) => Object.assign(said, {[key]: values[0]}) && key
    const mode = new WGo.ScoreMode(position, board, +count.komi, () => {})
    const show = mode.displayScore
    mode.displayScore = () => {
      for (const key of Object.keys(said)) delete said[key]
      show.call(mode)
    }
    mode.start()
    count.marks.forEach((row, r) => [...row].forEach((mark, c) => {
      const isStone = [1, -1].includes(mode.position.get(c, r))
      if (mark === 'd' && isStone) click(c, r)
    }))
    const isMarked = (mark, r, c) => mark !== 'd' && position.get(c, r) !== 0 && mode.position.get(c, r) !== position.get(c, r)
    if (count.marks.some((row, r) => [...row].some((mark, c) => isMarked(mark, r, c)))) {
      throw new Cannot('a click marks all stones that a dead one reaches')
    }
    const margin = 'bwin' in said ? said.bwin : 'wwin' in said ? -said.wwin : NaN
    if (Number.isNaN(margin)) throw new Cannot('its page says no score')
    return margin
  }
}

Game.knowsMarks = true
Game.sizes = 'square'

serve('WGo.js', commit, `ko=${repeating === 'KO' ? 'simple' : 'positional'} suicide=forbidden scoring=territory tax=none`, Game)
