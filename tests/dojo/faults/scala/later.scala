object Kata {
  def isLegalMove(move: Move, record: Vector[Board]): Boolean = {
    val rows = record.last.rows
    val isOnBoard = rows.indices.contains(move.row) && rows(0).indices.contains(move.col)
    if (!isOnBoard) throw new IllegalStateException("oops")
    move.color == record.last.toPlay
  }
}
