// The line protocol of `gokata check --exec`, for the adapters in JavaScript here. As in protocol.py: an adapter is a class, and
// an object of it is one game. `new Game(question)` sets up the opening board, `play(color, point)` makes a turn (`null` is a
// pass, else it is [row, column]) or throws a `Refused`, and `rows()` is the board as it stands. What the program cannot be
// asked throws a `Cannot`. Who counts has `margin(question)`, Black's points minus White's. Who can be asked behind refused moves has
// `undo()`, which takes back a turn, and `prisoners()`, Black's and White's, if it keeps a tally. `dead()` is rows with `d` for dead stones, or a
// promise of them. `Game.sizes` says which boards it
// has, as in protocol.py.
'use strict'

const fs = require('fs')
const path = require('path')
const readline = require('readline')

// The own rules of a program that counts nothing but area and komi.
const AREA = 'scoring=area tax=none handicap-bonus=0 button=no'

// The folder of a repository below the folder that `GOKATA_PEERS` names, and its commit, which a file `VERSION` there names, or git.
const checkedOut = repository => {
  const folder = path.join(process.env.GOKATA_PEERS || '', repository)
  if (!process.env.GOKATA_PEERS || !fs.existsSync(folder)) {
    console.error(`GOKATA_PEERS must name a folder that holds ${repository}, as it is checked out`)
    process.exit(1)
  }
  const named = path.join(folder, 'VERSION')
  const git = () => require('child_process').execFileSync('git', ['-C', folder, 'rev-parse', '--short=8', 'HEAD'], {encoding: 'utf8'})
  return {folder, commit: (fs.existsSync(named) ? fs.readFileSync(named, 'utf8') : git()).trim()}
}

class Cannot extends Error {}
class Refused extends Error {}

const other = color => (color === 'x' ? 'o' : 'x')
const same = (a, b) => a.join() === b.join()

class Question {
  constructor(rules, height, width, boards, steps, move) {
    const shown = boards.map(({rows}) => rows)
    const over = shown.some((rows, at) => at >= 2 && same(rows, shown[at - 1]) && same(rows, shown[at - 2]))
    const {side} = boards.at(-1)
    Object.assign(this, {rules, height, width, boards, over, steps, move, side, color: side, point: null, ...move})
  }

  // Each move of a step, and the one that is asked about, with whose turn it is then, and whether the game is over.
  moves() {
    const made = []
    const now = move => ({
      ...move,
      side: made.length ? other(made.at(-1).color) : this.side,
      over: made.slice(-2).filter(({point}) => !point).length === 2 || (!made.length && this.over),
    })
    const moves = []
    for (const step of this.steps) {
      if (step.verb === 'undo') made.pop()
      else moves.push(now(step))
      if (step.verb === 'play') made.push(step)
    }
    this.next = now({}).side
    return this.move ? [...moves, now(this.move)] : moves
  }

  // What the program has no words for: a board that is not square; a move out of turn, off the board, after
  // the end; a pass.
  need({square, turn, onBoard, end, passes}) {
    if (square && this.height !== this.width) throw new Cannot('it has square boards only')
    if (this.count) return
    for (const {color, point, side, over} of this.moves()) {
      if (turn && color !== side) throw new Cannot(turn)
      if (onBoard && point && !this.onBoard(point)) throw new Cannot('it takes every point that is not there for a pass')
      if (end && over) throw new Cannot('it keeps no account of the end of a game')
      if (passes && !point) throw new Cannot('it has no passes: its caller leaves the stones as they are')
    }
  }

  // The stones of these rows, as [row, column].
  stones(rows, color) {
    return rows.flatMap((row, r) => [...row].flatMap((stone, c) => (stone === color ? [[r, c]] : [])))
  }

  // The stones of the first board.
  opening(color) {
    return this.stones(this.boards[0].rows, color)
  }

  onBoard([row, col]) {
    return 0 <= row && row < this.height && 0 <= col && col < this.width
  }

  beside([row, col]) {
    return [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]].filter(point => this.onBoard(point))
  }

  // The turns that led from the first board to the last one.
  turns() {
    return this.boards.slice(1).map(({rows}, at) => {
      const {side, rows: old} = this.boards[at]
      const points = [...'xo-'].flatMap(stone => this.stones(rows, stone))
      const come = points.find(([r, c]) => rows[r][c] !== '-' && old[r][c] === '-')
      const gone = points.filter(([r, c]) => rows[r][c] === '-' && old[r][c] !== '-')
      // A suicide leaves no stone; its point was the last liberty of the stones that are gone.
      const point = come || gone.flatMap(stone => this.beside(stone)).find(([r, c]) => old[r][c] === '-') || null
      return {color: side, point}
    })
  }

  // The opening as turns from the empty board, as in protocol.py.
  setUpByTurns() {
    const ahead = {x: this.opening('x'), o: this.opening('o')}
    const {side} = this.boards[0]
    const blacks = Math.max(ahead.x.length, ahead.o.length + (side === 'o' ? 1 : 0))
    const whites = blacks - (side === 'o' ? 1 : 0)
    const turns = Array.from({length: blacks + whites}, (_, at) => {
      const [color, all] = at % 2 ? ['o', whites] : ['x', blacks]
      return {color, point: ahead[color][(at >> 1) - (all - ahead[color].length)] || null}
    })
    const first = [...this.turns(), ...this.steps, this][0].point
    if (turns.length && !turns.at(-1).point && !first && !this.count && (this.steps.length || this.move)) {
      throw new Cannot('the opening is set up by turns, the last one a pass: with one more the game would be over')
    }
    return turns
  }

  // Whether the move makes a board that the set-up by turns has put into the program's history, and the game never had.
  spoiled() {
    if (this.steps.length) throw new Cannot('the opening is set up by turns, and a step may make one of their positions')
    if (!this.point || !this.onBoard(this.point)) return false
    const turns = this.setUpByTurns()
    let rows = Array(this.height).fill('-'.repeat(this.width))
    const made = [rows]
    for (const {color, point} of turns) made.push((rows = point ? put(rows, point, color) : rows))
    const after = this.after().join()
    if (after === this.boards[0].rows.join()) {
      // Nobody made the opening board; here the player of the last stone did, before a pass with the other side to play.
      const {ko} = this.rules
      const last = turns.findLast(({point}) => point)
      return !!last && last.color === this.color && (ko === 'natural-situational' || (ko === 'situational' && !turns.at(-1).point))
    }
    return made.some(rows => rows.join() === after)
  }

  // The rows as they are after the move.
  after() {
    let rows = put(this.boards.at(-1).rows, this.point, this.color)
    for (const start of [...this.beside(this.point), this.point]) {
      const color = rows[start[0]][start[1]]
      if (color === '-' || (color === this.color && start !== this.point)) continue
      const chain = [start]
      for (const stone of chain) {
        for (const [r, c] of this.beside(stone)) {
          if (rows[r][c] === color && !chain.some(([row, col]) => row === r && col === c)) chain.push([r, c])
        }
      }
      const free = chain.some(stone => this.beside(stone).some(([r, c]) => rows[r][c] === '-'))
      if (!free) for (const stone of chain) rows = put(rows, stone, '-')
    }
    return rows
  }
}

// These rows with another stone at the point.
const put = (rows, [row, col], stone) => rows.map((line, r) => (r === row ? line.slice(0, col) + stone + line.slice(col + 1) : line))

// Runs `act`; what it throws as a refusal is the answer of `refused`.
const tried = (act, refused) => {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refused(error.message)
  }
}

// The score. A count needs no game: the last board is set up, with the dead stones, or without them where the program counts area.
const counted = (question, asks, Game) => {
  if (asks === 'dead?') return Promise.resolve(new Game(question).dead()).then(rows => rows.join('\n'))
  const {marks} = question.count
  if (marks.some(row => row.includes('n'))) throw new Cannot('it has no neutral points')
  question.boards = question.boards.slice(-1)
  if (!Game.knowsMarks) {
    const {side, rows} = question.boards[0]
    question.boards = [{side, rows: rows.map((row, r) => [...row].map((stone, c) => (marks[r][c] === 'd' ? '-' : stone)).join(''))}]
  }
  const margin = new Game(question).margin(question)
  return margin === 0 ? 'draw' : `${margin > 0 ? 'x' : 'o'}+${Math.abs(margin)}`
}

// The game before the question.
const begun = (question, Game) => {
  const game = new Game(question)
  question.turns().forEach(({color, point}, at) => tried(() => game.play(color, point), why => {
    throw new Cannot(`it refuses turn ${at + 1} of the game before the question ${why}`)
  }))
  const {rows} = question.boards.at(-1)
  if (question.move && !question.steps.length && !same(game.rows(), rows)) {
    throw new Cannot(`it has other stones before the question: ${game.rows().join('/')}`)
  }
  return game
}

const answer = (question, asks, Game) => {
  if (question.count) return counted(question, asks, Game)
  const game = begun(question, Game)
  for (const [at, {verb, color, point}] of question.steps.entries()) {
    if (verb === 'undo') {
      game.undo()
      continue
    }
    const refused = tried(() => game.play(color, point), why => `illegal ${why}`)
    if (refused && verb === 'play') throw new Cannot(`it refuses step ${at + 1}: ${refused}`)
    if (!refused && verb === 'try') return `accepted ${at + 1}`
  }
  if (asks === 'prisoners?') {
    const [black, white] = game.prisoners()
    return `x ${black} o ${white}`
  }
  if (!question.move) {
    question.moves()
    return [question.next, ...game.rows()].join('\n')
  }
  const refused = tried(() => game.play(question.color, question.point), why => `illegal ${why}`.trimEnd())
  return refused || (asks === 'board?' ? [other(question.color), ...game.rows()].join('\n') : 'legal')
}

// Takes the lines of a question, and returns it.
function * reading() {
  const words = line => line.trim().split(/\s+/)
  yield // case NAME
  const rules = Object.fromEntries(words(yield).slice(1).map(word => word.split('=')))
  const [, height, width] = words(yield).map(Number)
  const boards = []
  for (let left = +words(yield)[1]; left > 0; left--) {
    const [side] = words(yield)
    const rows = []
    while (rows.length < height) rows.push(words(yield)[0])
    boards.push({side, rows})
  }
  const pairs = list => Object.fromEntries(list.map(word => word.split('=')))
  const turn = ([verb, color, ...point]) => ({verb, color, point: !point.length || point[0] === 'pass' ? null : point.map(Number)})
  let [about, ...rest] = words(yield)
  let count = null
  const steps = []
  if (about === 'steps') {
    for (let left = +rest[0]; left > 0; left--) steps.push(turn(words(yield)))
    ;[about, ...rest] = words(yield)
  }
  if (about === 'count') {
    count = {...pairs(rest), prisoners: pairs(words(yield).slice(1)), marks: []}
    yield // marks
    while (count.marks.length < height) count.marks.push(words(yield)[0])
  }
  const move = about === 'move' ? turn([about, ...rest]) : null
  const asks = count || move ? words(yield)[0] : about
  return Object.assign(new Question(rules, height, width, boards, steps, move), {count, asks})
}

// Answers all questions of the standard input.
const serve = async (name, version, rules, Game) => {
  const able = Object.entries({score: 'margin', dead: 'dead', steps: 'undo', prisoners: 'prisoners'})
  const can = able.filter(([, method]) => method in Game.prototype).map(([word]) => word).join()
  console.log(`start ${name} ${version} ${Game.sizes ? `sizes=${Game.sizes} ` : ''}${can && `can=${can} `}${rules}`)
  let question
  for await (const line of readline.createInterface({input: process.stdin})) {
    if (!question) (question = reading()).next()
    const {done, value} = question.next(line)
    if (!done) continue
    question = null
    try {
      console.log(await answer(value, value.asks, Game))
    } catch (error) {
      if (!(error instanceof Cannot)) throw error
      console.log(`cannot ${error.message}`)
    }
  }
}

module.exports = {AREA, Cannot, Refused, begun, checkedOut, counted, reading, serve, tried}
