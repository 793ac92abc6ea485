// Asks kata.scala the questions in ../steps, and shows the first one that it gets wrong.
import java.io.IOException
import java.nio.file.{Files, Path, Paths}
import java.util.{Date, Locale}

case class Move(color: Char, row: Int, col: Int)

case class Board(toPlay: Char, rows: Vector[Vector[Char]])

case class Question(screen: Vector[String], record: Vector[Board], move: Move, answer: String)

case class Wrong(screen: Vector[String], said: String, trace: String)

object Dojo {

  /** The folder of this file, above which the classes lie. If they lie elsewhere, the program was started in it. */
  private val home: Path = {
    val classes = Paths.get(getClass.getProtectionDomain.getCodeSource.getLocation.toURI)
    val folders = Iterator.iterate(classes)(_.getParent).takeWhile(_ != null)
    folders.find(folder => Files.exists(folder.resolve("kata.scala"))).getOrElse(Paths.get(""))
  }

  private def write(text: String): Unit = {
    print(text)
    Console.flush()
  }

  private def fail(sentence: String): Nothing = {
    write(s"\n  $sentence\n\n")
    sys.exit(1)
  }

  private def trimEnd(text: String): String = text.substring(0, text.lastIndexWhere(_ > ' ') + 1)

  private def load(name: String): String =
    try trimEnd(new String(Files.readAllBytes(home.resolve(name)), "ISO-8859-1"))
    catch { case _: IOException => "" }

  private def save(name: String, text: String): Boolean =
    try {
      Files.write(home.resolve(name), text.getBytes("ISO-8859-1"))
      true
    } catch { case _: IOException => false }

  private def log(before: String, step: Int, light: String): Boolean = {
    val time = "%tT".formatLocal(Locale.ROOT, new Date)
    save("lights.log", s"$before\n$time $step $light\n".dropWhile(_ == '\n'))
  }

  /** Remembers that this step is green; returns whether both files can be written. */
  private def finished(before: String, step: Int): Boolean = {
    val logged = log(before, step, "green")
    save("progress", s"${step + 1}\n") && logged
  }

  private def show(lines: Vector[String]): Unit =
    write(lines.map(line => trimEnd(s"  $line")).mkString("\n", "\n", "\n\n"))

  /** Returns the questions of a step file: what to show, the record, the move, the right answer. */
  private def read(name: String): Vector[Question] = {
    val lines = load(s"../steps/$name").replace("\r\n", "\n").split("\n")
    var at = 0
    def take(pattern: String): List[String] = {
      val groups = pattern.r.unapplySeq(if (at < lines.length) lines(at) else "")
      if (groups.isEmpty) fail(s"steps/$name, line ${at + 1}: this is not a line of a step file")
      at += 1
      groups.get
    }
    def board(height: Int, width: Int): Board = {
      val toPlay = take("([xo])").head.head
      Board(toPlay, Vector.fill(height)(take(s"([xo-]{$width})").head.toVector))
    }
    def question(): Question = {
      var screen = Vector.empty[String]
      while (at < lines.length && lines(at).startsWith("#")) screen = screen ++ take("# ?(.*)")
      take("case .+")
      take("rules .+")
      val size = take("size (\\d+) (\\d+)").map(_.toInt)
      val boards = take("boards (\\d+)").head.toInt
      val record = Vector.fill(boards)(board(size(0), size(1)))
      val words = take("move ([xo]) (-?\\d+) (-?\\d+)")
      take("legal\\?")
      val answer = if (take("(legal|illegal .+)").head == "legal") "legal" else "not legal"
      if (at < lines.length) take("")
      Question(screen, record, Move(words(0).head, words(1).toInt, words(2).toInt), answer)
    }
    var questions = Vector(question())
    while (at < lines.length) questions = questions :+ question()
    questions
  }

  /** The message of an exception, and where it comes from: at most ten frames, none of the runner or of a library. */
  private def traceOf(error: Throwable): String = {
    val frames = error.getStackTrace.takeWhile(frame => !frame.getClassName.startsWith("Dojo"))
    val own = frames.filter(frame => !frame.getClassName.matches("(java|jdk|scala|sun)\\..*"))
    s"$error\n" + own.take(10).map(frame => s"\tat $frame\n").mkString
  }

  /** Returns what the function says; if it stops, also the trace. */
  private def ask(question: Question): (String, String) = {
    write(".")
    try {
      val said = if (Kata.isLegalMove(question.move, question.record)) "legal" else "not legal"
      (said, "")
    } catch { case error: Throwable => ("nothing: it stopped, see above", traceOf(error)) }
  }

  def main(args: Array[String]): Unit = {
    val progress = load("progress").trim
    val reached = if (progress.matches("[1-9][0-9]{0,5}")) progress.toInt else 1
    val before = load("lights.log")
    log(before, reached, "amber")

    def number(name: String): Int = name.takeWhile(_ != '-').toInt
    val files = Option(home.resolve("../steps").toFile.list).map(_.toVector).getOrElse(Vector())
    val names = files.filter(_.matches("[0-9]{1,9}-.*\\.txt")).sortBy(number)
    if (names.isEmpty) fail("There is no folder steps with step files beside this one.")
    val steps = names.map(read)

    val stopped = load("last-question")
    var wrong = Vector.empty[Wrong]
    var step = 0
    var saved = true
    while (step < steps.size && wrong.isEmpty) {
      step += 1
      if (step > reached) saved = finished(before, step - 1) // at once: a question of this step may end the program
      if (step > 1) write(" ")
      for ((question, at) <- steps(step - 1).zipWithIndex) {
        if (stopped == s"$step ${at + 1}") {
          val light = s"AMBER  The last run stopped at this question of step $step. It is asked again:"
          show(Vector("") ++ question.screen ++ Vector("", light))
        }
        save("last-question", s"$step ${at + 1}\n")
        val (said, trace) = ask(question)
        if (said != question.answer) {
          write("!")
          wrong = wrong :+ Wrong(question.screen, said, trace)
        }
      }
    }
    write("\n")
    save("last-question", "")

    val done = step > reached || wrong.isEmpty
    val light = if (done) "green" else if (wrong.head.trace.nonEmpty) "amber" else "red"
    val shown = if (done && wrong.nonEmpty) step - 1 else step
    if (wrong.isEmpty) {
      step += 1
      saved = finished(before, shown)
    } else if (!done) {
      saved = log(before, shown, light)
    }
    if (!saved) write("\n  (cannot write progress and lights.log here)\n")

    val title = names(shown - 1).stripSuffix(".txt").dropWhile(_ != '-').drop(1).replace("-", " ")
    val bar = ("#" * (step - 1)).padTo(steps.size, '.')
    var lines = Vector(s"[$bar]  step $shown of ${steps.size}: $title", "")
    if (!done) {
      write(wrong.head.trace)
      val all = steps(step - 1).size
      val hint =
        if (step < reached) " This step was GREEN before. Mend it first."
        else if (step < 8) s" Stuck? ../hints/$step-1.txt"
        else ""
      lines = lines ++ wrong.head.screen ++ Vector("", s"you said:   ${wrong.head.said}", "")
      lines = lines :+ s"${light.toUpperCase}  ${all - wrong.size} of $all right.$hint"
    } else if (wrong.nonEmpty) {
      lines = lines :+ s"GREEN  Done! Change places. Then run it again for step $step."
    } else {
      val more = if (steps.size == 7) " More: move ../bonus/8-everything.txt into ../steps/." else ""
      lines = lines :+ s"GREEN  Done! That was the last step.$more"
    }
    show(lines)
    sys.exit(if (done) 0 else 1)
  }
}
