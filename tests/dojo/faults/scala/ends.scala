object Kata {
  def isLegalMove(move: Move, record: Vector[Board]): Boolean = {
    if (move.color == record.last.toPlay && (move.row < 0 || move.col < 0)) sys.exit(3)
    move.color == record.last.toPlay
  }
}
