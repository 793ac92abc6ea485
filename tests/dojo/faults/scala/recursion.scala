object Kata {
  def isLegalMove(move: Move, record: Vector[Board]): Boolean = {
    move.color == record.last.toPlay || forever(1) > 0
  }

  def forever(depth: Int): Int = forever(depth + 1) + 1
}
