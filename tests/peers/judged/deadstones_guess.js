#!/usr/bin/env node
// @sabaki/deadstones (npm): its `guess`, which plays to the end at random a hundred times. It knows no moves and no rules: it is asked for the
// dead stones alone, whatever the rules. Its chance is the same in each run here.
'use strict'

const deadstones = require('@sabaki/deadstones')
const {version} = require('@sabaki/deadstones/package.json')
const {Cannot, serve} = require('./protocol')

class Game {
  constructor({boards, count}) {
    if (!count) throw new Cannot('it makes no moves')
    this.rows = boards.at(-1).rows
  }

  async dead() {
    // What it begins its chance with.
    Date.now = () => 1
    const numbers = this.rows.map(row => [...row].map(stone => ({x: 1, o: -1, '-': 0})[stone]))
    const dead = await deadstones.guess(numbers)
    return this.rows.map((row, y) => [...row].map((_, x) => (dead.some(([c, r]) => c === x && r === y) ? 'd' : '-')).join(''))
  }
}

serve('@sabaki/deadstones', version, '', Game)
