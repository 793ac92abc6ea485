#!/usr/bin/env node
// weiqi (npm): its games. The opening is its board, and the first of its history. It plays for the side whose turn it is.
'use strict'

const path = require('path')
const lib = path.join(path.dirname(require.resolve('weiqi')), 'lib')
const {areaScore, createGame, pass, play} = require(path.join(lib, 'game'))
const {toArray} = require(path.join(lib, 'board'))
const {Position} = require(path.join(lib, 'records'))
const {version} = require('weiqi/package.json')
const {AREA, Refused, serve} = require('./protocol')

const players = {x: 'black', o: 'white'}
const reasons = {
  'Intersection occupied by existing stone': 'occupied', 'Intersection out of bounds': 'off-board', "Not player's turn": 'turn',
  'Game is already over': 'game-over', 'Violation of Ko': '', 'New group has zero liberies (suicide)': 'suicide',
}

class Game {
  constructor(question) {
    question.need({square: true})
    this.games = [createGame(question.height).set('currentPlayer', players[question.boards[0].side])]
    for (const color of 'xo') {
      for (const [i, j] of question.opening(color)) {
        this.games[0] = this.games[0].setIn(['board', 'stones', new Position({i, j})], players[color])
      }
    }
    this.games[0] = this.games[0].update('history', boards => boards.add(this.games[0].getIn(['board', 'stones'])))
  }

  play(color, point) {
    const game = this.games.at(-1)
    try {
      this.games.push(point ? play(game, players[color], point) : pass(game, players[color]))
    } catch (error) {
      if (!(error.message in reasons)) throw error
      throw new Refused(reasons[error.message])
    }
  }

  // Its games are values: the one before is kept.
  undo() {
    this.games.pop()
  }

  rows() {
    return toArray(this.games.at(-1).get('board')).map(row => row.join('').replaceAll('.', '-'))
  }

  margin({count}) {
    return areaScore(this.games.at(-1), +count.komi)
  }
}

Game.sizes = 'square'

serve('weiqi', version, `ko=positional suicide=forbidden ${AREA}`, Game)
