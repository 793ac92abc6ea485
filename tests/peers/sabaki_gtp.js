#!/usr/bin/env node
// Sabaki's own controller (@sabaki/gtp) talks to gokata, and Sabaki's own board (@sabaki/go-board) says what must lie on it.
//
// Usage: sabaki_gtp.js [GOKATA]    (target/release/gokata unless given) with both packages in the folder that NODE_PATH names
//
// What Sabaki does: its controller sends commands in a row without waiting, matches the answers by their numbers, and moves
// the engine from one place of a game tree to another by undo or by a replay. Any difference ends with status 1.
'use strict'

const assert = require('assert')
const fs = require('fs')
const path = require('path')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')
const Board = require('@sabaki/go-board')

// The same numbers in every run.
let state = 12345
const below = end => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
  return (state >> 8) % end
}

// As in built.py.
const built = () => {
  const named = process.argv[2] || path.resolve(__dirname, '../../target/release/gokata')
  if (process.argv[2] || fs.existsSync(named)) return named
  console.error(`${named} is not there: \`cargo build --release\` makes it, or name another gokata`)
  process.exit(1)
}

async function main() {
  const controller = new Controller(built(), ['gtp', '--seed', '1'])
  const tracker = new ControllerStateTracker(controller)
  controller.start()
  let compared = 0

  const ask = async (name, ...args) => {
    const answer = await tracker.queueCommand({name, args})
    assert(!answer.error, `${name} ${args.join(' ')}: ${answer.content}`)
    return answer.content.trim()
  }
  const refused = async (text, name, ...args) => {
    const answer = await tracker.queueCommand({name, args})
    assert(answer.error, `${name} ${args.join(' ')} is not refused`)
    assert.strictEqual(answer.content.trim(), text)
  }
  const words = text => text.split(/\s+/).filter(word => word !== '').sort()
  const compare = async board => {
    for (const [sign, name] of [[1, 'black'], [-1, 'white']]) {
      const stones = []
      const legal = []
      for (let y = 0; y < board.height; y++) {
        for (let x = 0; x < board.width; x++) {
          const vertex = board.stringifyVertex([x, y])
          if (board.get([x, y]) === sign) stones.push(vertex)
          const {overwrite, suicide, ko} = board.analyzeMove(sign, [x, y])
          if (!overwrite && !suicide && !ko) legal.push(vertex)
        }
      }
      assert.deepStrictEqual(words(await ask('list_stones', name)), stones.sort())
      assert.deepStrictEqual(words(await ask('all_legal', name)), legal.sort())
      assert.strictEqual(+(await ask('captures', name)), board.getCaptures(sign))
      compared += 3
    }
  }

  assert.strictEqual(await ask('name'), 'gokata')
  for (const command of ['boardsize', 'play', 'genmove', 'undo', 'loadsgf', 'gokata-explain']) {
    assert(await tracker.knowsCommand(command), command)
  }
  await refused('unknown command', 'lz-analyze')

  // A tree of games on each board: from its places, as they come, to others.
  for (const size of [[9, 9], [19, 19], [5, 7], [3, 3]]) {
    const root = {board: Board.fromDimensions(...size), history: [], turn: 1}
    const places = [root]
    for (let step = 0; step < 40; step++) {
      let place = places[below(places.length)]
      for (let moves = 0; moves < 6; moves++) {
        const sign = below(8) === 0 ? -place.turn : place.turn
        const vertex = [below(size[0]), below(size[1])]
        const {overwrite, suicide, ko} = place.board.analyzeMove(sign, vertex)
        if (overwrite || suicide || ko) continue
        const move = {name: 'play', args: [sign > 0 ? 'B' : 'W', place.board.stringifyVertex(vertex)]}
        place = {board: place.board.makeMove(sign, vertex), history: [...place.history, move], turn: -sign}
        places.push(place)
      }
      await tracker.sync({komi: 6.5, boardsize: size, history: place.history})
      await compare(place.board)
    }
  }

  // Many commands at once; what is refused is the answer to its own command.
  await tracker.sync({boardsize: [9, 9], history: []})
  const answers = await Promise.all([
    controller.sendCommand({name: 'play', args: ['B', 'C3']}),
    controller.sendCommand({name: 'play', args: ['W', 'C3']}),
    controller.sendCommand({name: 'gokata-explain', args: ['W', 'C3']}),
    controller.sendCommand({name: 'showboard'})
  ])
  assert.deepStrictEqual(answers.map(answer => !!answer.error), [false, true, false, false])
  assert.strictEqual(answers[1].content.trim(), 'illegal move')
  assert.strictEqual(answers[2].content.trim(), 'White C3: not legal\n  occupied: there is a stone already')
  assert(answers[3].content.includes(' 3 . . X . . . . . . 3'))
  await refused('illegal move', 'play', 'W', 'C3')

  // A whole game against itself.
  await tracker.sync({boardsize: [9, 9], history: []})
  let board = Board.fromDimensions(9, 9)
  const strictly = {preventOverwrite: true, preventSuicide: true, preventKo: true}
  for (let turn = 0, passes = 0; passes < 2; turn++) {
    const [sign, color] = turn % 2 === 0 ? [1, 'B'] : [-1, 'W']
    const vertex = await ask('genmove', color)
    passes = vertex === 'pass' ? passes + 1 : 0
    if (vertex !== 'pass') board = board.makeMove(sign, board.parseVertex(vertex), strictly)
    await compare(board)
  }
  assert.match(await ask('final_score'), /^([BW]\+[\d.]+|0)$/)

  await tracker.sync({boardsize: [19, 19], history: []})
  const handicap = words(await ask('fixed_handicap', '4'))
  assert.deepStrictEqual(handicap, ['D16', 'D4', 'Q16', 'Q4'])
  const stopped = new Promise(resolve => controller.once('stopped', resolve))
  await controller.stop()
  await stopped
  console.log(`@sabaki/gtp and @sabaki/go-board: ${compared} answers compared, all the same`)
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
