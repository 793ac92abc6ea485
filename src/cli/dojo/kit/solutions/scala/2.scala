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
    isOnBoard(now.rows, stone)
  }

  def isOnBoard(rows: Rows, point: Point): Boolean =
    rows.indices.contains(point.row) && rows(0).indices.contains(point.col)
}
