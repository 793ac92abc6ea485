object Kata {
  def isLegalMove(move: Move, record: Vector[Board]): Boolean = {
    println("hello")
    true
  }
}
