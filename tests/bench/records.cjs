// Replays game records with @sabaki/sgf and @sabaki/go-board, which check some rules, and prints the numbers of moves
// and seconds.
const fs = require('fs')
const path = require('path')
const sgf = require('@sabaki/sgf')
const Board = require('@sabaki/go-board')

const options = {preventOverwrite: true, preventSuicide: true, preventKo: true}
let moves = 0
const start = process.hrtime.bigint()
for (const name of fs.readdirSync(process.argv[2]).sort()) {
  let node = sgf.parse(fs.readFileSync(path.join(process.argv[2], name), 'utf8'))[0]
  let board = Board.fromDimensions(Number(node.data.SZ[0]))
  for (; node; node = node.children[0]) {
    for (const [property, sign] of [['B', 1], ['W', -1]]) {
      if (node.data[property]) {
        // Throws if the board finds the move illegal.
        board = board.makeMove(sign, sgf.parseVertex(node.data[property][0]), options)
        moves++
      }
    }
  }
}
console.log(moves, Number(process.hrtime.bigint() - start) / 1e9)
