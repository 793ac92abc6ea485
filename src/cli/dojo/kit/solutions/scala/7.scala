// May this move be made? The rules are in ../KATA.md. To run: scala run --server=false -q .
//
// move.color            'x' is Black, 'o' is White
// move.row, move.col    counted from 0, from the top left
// record                all boards so far, oldest first; the last one, record.last, is the board now
// board.toPlay          whose turn it is: 'x' or 'o'
// board.rows(row)(col)  'x', 'o' or '-' (empty); each row is a Vector[Char]
// To print a board:     board.rows.foreach(row => println(row.mkString(" ")))
//
// Boards do not change. A board with another sign is board.rows.updated(row, board.rows(row).updated(col, 'x')).

object Kata {
  type Rows = Vector[Vector[Char]]
  case class Point(row: Int, col: Int)

  def isLegalMove(move: Move, record: Vector[Board]): Boolean = {
    val now = record.last
    val stone = Point(move.row, move.col)
    move.color == now.toPlay &&
    isOnBoard(now.rows, stone) &&
    now.rows(move.row)(move.col) == '-' && {
      val after = capture(put(now.rows, stone, move.color), stone)
      hasLiberty(after, stone) && !record.dropRight(1).lastOption.exists(before => before.rows == after)
    }
  }

  def isOnBoard(rows: Rows, point: Point): Boolean =
    rows.indices.contains(point.row) && rows(0).indices.contains(point.col)

  def at(rows: Rows, point: Point): Char = rows(point.row)(point.col)

  def neighbors(rows: Rows, point: Point): List[Point] = {
    val vertical = List(Point(point.row - 1, point.col), Point(point.row + 1, point.col))
    val horizontal = List(Point(point.row, point.col - 1), Point(point.row, point.col + 1))
    (vertical ++ horizontal).filter(neighbor => isOnBoard(rows, neighbor))
  }

  def put(rows: Rows, point: Point, sign: Char): Rows =
    rows.updated(point.row, rows(point.row).updated(point.col, sign))

  def group(rows: Rows, todo: List[Point], seen: Set[Point] = Set()): Set[Point] = todo match {
    case Nil => seen
    case stone :: rest if seen(stone) => group(rows, rest, seen)
    case stone :: rest =>
      val friends = neighbors(rows, stone).filter(neighbor => at(rows, neighbor) == at(rows, stone))
      group(rows, friends ++ rest, seen + stone)
  }

  def hasLiberty(rows: Rows, stone: Point): Boolean =
    group(rows, List(stone)).flatMap(friend => neighbors(rows, friend)).exists(point => at(rows, point) == '-')

  def capture(rows: Rows, stone: Point): Rows = {
    val enemies = neighbors(rows, stone).filter(point => !Set('-', at(rows, stone)).contains(at(rows, point)))
    val taken = enemies.filter(enemy => !hasLiberty(rows, enemy)).flatMap(enemy => group(rows, List(enemy)))
    taken.foldLeft(rows)((rows, point) => put(rows, point, '-'))
  }
}
