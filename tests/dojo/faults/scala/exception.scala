object Kata {
  def isLegalMove(move: Move, record: Vector[Board]): Boolean = {
    move.color == record.last.toPlay || stop(30)
  }

  def stop(depth: Int): Boolean = {
    if (depth == 0) throw new IllegalStateException("oops")
    stop(depth - 1) || false
  }
}
