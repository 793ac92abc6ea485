// What programs in TypeScript may write, and what they may not: compiled, never run.
import {
  ArgumentError, Game, GokataError, IllegalMove, ParseError, Position, Record, Rules, fixture, readAny, sgf, version,
  type Color, type Explanation, type MoveLike, type Reason, type SignMap, type Verdict,
} from "gokata";
import { allQuestions, cases, check, checkOne, type Answers, type AnswerClass, type Move, type Question } from "gokata/testing";

const record = new Record([9, 13], { rules: "japanese", komi: 6.5 });
const parsed: Record = Record.parse("x\n---\n", { tolerant: true, black: "#", toMove: "white" });
const game: Game = record.game();
const position: Position = Math.random() < 0.5 ? record : game;

for (const move of ["C3", [2, 2], 40, "pass"] satisfies MoveLike[]) position.isLegal(move, "black");
const next = record.tryPlay("C3");
if (next instanceof Record) next.play([0, 0], -1).undo()?.toMove satisfies Color | undefined;
else next.reasons satisfies readonly Reason[];
const why: Explanation = position.explain("C3");
const after: SignMap | null = why.after;
const mask: Uint8Array = position.legalMask(new Uint8Array(118));
const first: Reason | null | undefined = position.reasons()[0];
const groups: Verdict[] = position.underAll("C3");
const key: bigint = position.key(true);
const rules: Rules = new Rules("aga", { ko: "positional", komi: "7.5" });
const names: readonly string[] = Rules.NAMES;
const svg: string = position.svg({ ask: "C3", reasons: true, shapes: { C3: "circle" } });
const [judged] = sgf.judge("(;GM[1])", { variations: true });
const turns: number | undefined = judged?.illegal[0]?.line;
const line: number = fixture.check("x\n-\n\nlegal A1\n").asked;
const found: "fixture" | "board" | "record" | "link" = readAny("x\n-\n").kind;
Record.fromSignMap(parsed.signMap, { toMove: "white" }).equals(record) satisfies boolean;
{
  using short = record.game();
  short.play("C3") satisfies void;
}
try {
  record.play("C3");
} catch (error) {
  if (error instanceof IllegalMove) error.explanation.repeats satisfies number | null;
  if (error instanceof ParseError) error.line satisfies number | null;
  if (error instanceof ArgumentError) error satisfies GokataError;
}
export { after, first, found, groups, key, line, mask, names, rules, svg, turns, version, why };

// @ts-expect-error A size is a number or two.
new Record("9");
// @ts-expect-error No such option.
new Record(9, { rule: "japanese" });
// @ts-expect-error A point has two numbers.
record.isLegal([1, 2, 3]);
// @ts-expect-error No such color.
record.isLegal("C3", "red");
// @ts-expect-error No such reason.
if (first === "illegal") throw first;
// @ts-expect-error A record never changes.
record.toMove = "white";
// @ts-expect-error What was found is not for changing.
why.reasons.push("ko");
// @ts-expect-error A refusal is no record.
record.tryPlay("C3").play("D4");
// @ts-expect-error There may be no turn to take back.
record.undo().play("C3");
// @ts-expect-error A game changes in place: nothing is returned.
game.play("C3").play("D4");
// @ts-expect-error No such ko rule.
new Rules("aga", { ko: "super" });
// @ts-expect-error No such shape.
record.svg({ shapes: { C3: "star" } });
// @ts-expect-error Positions are made by Record and Game.
new Position(record);
// @ts-expect-error The compiled library is not public.
import { inner } from "gokata";
// @ts-expect-error No such file.
import {} from "gokata/gokata.js";

class Referee {
  static rules = "ko=simple suicide=forbidden";
  start(question: Question): void { question.opening satisfies SignMap; }
  legal(move: Move): boolean | string { return move.point === null || move.vertex; }
}
for (const { id, run, question } of cases(Referee, { only: ["kata/6-ko"], known: [] })) { run(); id satisfies string; question.text satisfies string | null; }
const answers: Answers = check(Referee, { rules: new Rules("aga") });
answers.numbers.right satisfies number;
checkOne(allQuestions()[0]!, Referee) satisfies AnswerClass;
// @ts-expect-error Questions are made by the package.
new Question();
// @ts-expect-error An adapter needs start.
cases(class { legal() { return true; } });
// @ts-expect-error A verdict is no number.
check(class { start() {} legal() { return 5; } });
