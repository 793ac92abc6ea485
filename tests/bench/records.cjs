// Goes through game records with @sabaki/sgf and @sabaki/go-board, as far as they know the rules, and prints moves and
// seconds.
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
        // Throws where it sees that a move is illegal.
        board = board.makeMove(sign, sgf.parseVertex(node.data[property][0]), options)
        moves++
      }
    }
  }
}
console.log(moves, Number(process.hrtime.bigint() - start) / 1e9)
