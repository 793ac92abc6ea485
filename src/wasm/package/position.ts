import * as native from "#native";
import * as given from "./arguments.ts";
import type { Color, ColorLike, MoveLike, Reason, SignMap } from "./types.ts";
import { made, marked, type Count, type Life, type MarksLike, type Outcome, type Score } from "./counting.ts";
import { ArgumentError, call } from "./errors.ts";
import { Explanation, type Verdict } from "./explanation.ts";
import { Rules } from "./rules.ts";

const REASONS = native.reasonNames() as Reason[];

/**
 * The compiled library's side of a position.
 * @internal
 */
export let inner: (position: Position) => native.Position;

/** What a picture shows besides the stones. */
export interface SvgOptions {
  /** Classes instead of colors, for a page with a style sheet; those of `picture::Form` in the library. */
  classes?: boolean;
  /** `false`: without the names of lines and columns. */
  coordinates?: boolean;
  /** The width in pixels. */
  width?: number;
  /** What the picture shows, for those who do not see it. */
  title?: string;
  /** A shape on each empty point where the side to play may not play: a cross for suicide, a square for ko, a triangle for superko. */
  reasons?: boolean;
  /** A small ring on each point about which the named sets of rules disagree. */
  disputed?: boolean;
  /** A move that is asked about: a pale stone, and rings around the stones that it takes or leaves without a liberty. */
  ask?: MoveLike;
  /** The board after the move that is asked about, legal or not. */
  after?: boolean;
  /** Short texts on points. */
  labels?: { readonly [point: string]: string };
  /** Shapes on points. */
  shapes?: { readonly [point: string]: "circle" | "square" | "triangle" | "cross" };
}

/**
 * A position with its past: what a `Record` and a `Game` have in common. Moves are those of the side to play, if no color is
 * given.
 */
export abstract class Position {
  #native: native.Position | undefined;
  readonly #rows: number;
  readonly #cols: number;

  static {
    inner = position => position.#native ?? gone(position);
  }

  /**
   * Differs for each object, so that `deepEqual` never takes two games for equal, and `structuredClone` refuses instead of losing the game.
   * @internal
   */
  readonly identity: unknown = Symbol();

  /** @internal */
  constructor(position: native.Position) {
    this.#native = position;
    this.#rows = position.rows();
    this.#cols = position.cols();
  }

  /** Frees its memory now; `using` does so, too. Without it, memory is freed some time after the last use. */
  free(): void {
    this.#native?.free();
    this.#native = undefined;
  }

  [Symbol.dispose](): void {
    this.free();
  }

  /** @internal */
  protected word(move: MoveLike): string {
    return given.move(move, this.#rows, this.#cols);
  }

  /** @internal */
  protected place(index: number): number {
    return given.indexed(index, this.#rows, this.#cols);
  }

  get size(): [rows: number, cols: number] {
    return [this.#rows, this.#cols];
  }

  /** The rules in force. */
  get rules(): Rules {
    return new Rules(inner(this).rules());
  }

  /** The side to play. */
  get toMove(): Color {
    return inner(this).toMove() as Color;
  }

  /** The number of turns so far, passes included. */
  get turns(): number {
    return inner(this).turns();
  }

  /** Whether passes or a resignation have ended the game. */
  get isOver(): boolean {
    return inner(this).isOver();
  }

  /** Every turn so far: whose it was, and `C3`, `pass` or `resign`. */
  get moves(): [color: Color, move: string][] {
    const words = inner(this).moves();
    return Array.from({ length: words.length / 2 }, (_, turn) => [words[2 * turn] as Color, words[2 * turn + 1]!]);
  }

  /** The last turn; `null` before the first. */
  get lastMove(): [color: Color, move: string] | null {
    return this.moves.at(-1) ?? null;
  }

  /** The board as a new array, rows from the top: 1 for Black, -1 for White, 0. */
  get board(): Int8Array {
    return inner(this).board();
  }

  /** The board as new arrays, one a row, from the top: 1 for Black, -1 for White, 0. */
  get signMap(): SignMap {
    const board = this.board;
    const row = (_: unknown, row: number) => Array.from(board.subarray(row * this.#cols, (row + 1) * this.#cols));
    return Array.from({ length: this.#rows }, row) as SignMap;
  }

  /** The stone on a point; `null` where there is none, and off the board. */
  stoneAt(point: MoveLike): Color | null {
    const stone = call(() => inner(this).stoneAt(this.word(point)));
    return stone === 1 ? "black" : stone === -1 ? "white" : null;
  }

  /** The number of prisoners that a side holds. */
  prisoners(color: ColorLike): number {
    return call(() => inner(this).prisoners(given.color(color)));
  }

  /** The stones of the chain on a point; none on an empty point. */
  chain(point: MoveLike): string[] {
    return call(() => inner(this).chain(this.word(point)));
  }

  /** The liberties of the chain on a point; none on an empty point. */
  liberties(point: MoveLike): string[] {
    return call(() => inner(this).liberties(this.word(point)));
  }

  /** Whether a move is legal now. A point off the board is not. */
  isLegal(move: MoveLike, color?: ColorLike): boolean {
    const position = inner(this);
    if (typeof move === "number" && color === undefined) return position.isLegalAt(this.place(move));
    return call(() => position.isLegal(this.word(move), given.someColor(color)));
  }

  /** The first reason against a move; `null` if it is legal. */
  check(move: MoveLike, color?: ColorLike): Reason | null {
    const number = call(() => inner(this).check(this.word(move), given.someColor(color)));
    return REASONS[number - 1] ?? null;
  }

  /** Every reason for and against a move, with its evidence. */
  explain(move: MoveLike, color?: ColorLike): Explanation {
    const [word, side] = [this.word(move), given.someColor(color)];
    return new Explanation(call(() => inner(this).explain(word, side)), () => inner(this).explained(word, side));
  }

  /** The points where the side to play may play. */
  legalPoints(): string[] {
    return inner(this).legalPoints();
  }

  /**
   * All legal moves in one call: `rows * cols + 1` bytes, 1 where a play is legal, the last one for the pass. `into`: an array of
   * that length to write into and return, instead of a new one.
   */
  legalMask(into?: Uint8Array): Uint8Array {
    const length = this.#rows * this.#cols + 1;
    const mask = into === undefined ? new Uint8Array(length) : into;
    if (!(mask instanceof Uint8Array) || mask.length !== length) {
      return given.wrong(`a mask for this board is a Uint8Array of ${length} bytes`, mask);
    }
    inner(this).legalMask(mask);
    return mask;
  }

  /** The first reason against a play on each point, in one call; `null` where it is legal. */
  reasons(): (Reason | null)[] {
    return Array.from(inner(this).reasons(), number => REASONS[number - 1] ?? null);
  }

  /** The verdicts about a move under each named set of rules, grouped by the reasons; that of a legal move comes last. */
  underAll(move: MoveLike, color?: ColorLike): Verdict[] {
    return JSON.parse(call(() => inner(this).underAll(this.word(move), given.someColor(color))));
  }

  /** The points about which the named sets of rules disagree, for the side to play. */
  disputed(): string[] {
    return inner(this).disputed();
  }

  /**
   * A hash of the stones, and of the side to play if `side` is true: 64 bits, the same in every process and version. The past is
   * not in it.
   */
  key(side?: boolean): bigint {
    return inner(this).key(given.flag(side, "side"));
  }

  /** The count by the rules. Without marks, all stones are alive. */
  count(marks?: MarksLike): Count {
    const words = marked(marks, point => this.word(point));
    return made<Count>(call(() => inner(this).count(...words)));
  }

  /** The score by the rules: the difference of the count. */
  score(marks?: MarksLike): Score {
    return this.count(marks).score;
  }

  /** The outcome; `null` while the game goes on. */
  outcome(marks?: MarksLike): Outcome | null {
    const words = marked(marks, point => this.word(point));
    const json = call(() => inner(this).outcome(...words));
    return json === undefined ? null : made<Outcome>(json);
  }

  /** Looks for dead stones and sekis. On 19x19 this takes some hundred milliseconds. */
  suggest(): Life {
    return made<Life>(call(() => inner(this).suggest()));
  }

  /** `row * cols + col` of a point, and `rows * cols` for a pass. */
  index(move: MoveLike): number {
    const word = this.word(move);
    const index = call(() => inner(this).index(word));
    if (index === undefined) throw new ArgumentError(`${word} has no index`);
    return index;
  }

  /** The name of a point or a move: `C3`, `pass`, `resign`. */
  vertex(move: MoveLike): string {
    return call(() => inner(this).vertex(this.word(move)));
  }

  /** The board as a picture, with a ring on the last stone. */
  svg(options?: SvgOptions): string {
    const names = ["width", "title", "ask", "labels", "shapes", "coordinates", "classes", "reasons", "disputed", "after"] as const;
    const { width, title, ask, labels, shapes, coordinates, ...flags } = given.options(options, ...names);
    const named = (["classes", "reasons", "disputed", "after"] as const).filter(name => given.flag(flags[name], name));
    const words = coordinates === undefined || given.flag(coordinates, "coordinates") ? named : [...named, "bare"];
    const pairs = (texts: object | undefined, name: string) =>
      Object.entries(given.object(texts)).flatMap(([point, value]) => [point, given.text(value, name)]);
    const asked = ask === undefined ? undefined : this.word(ask);
    const wide = width === undefined ? undefined : given.natural(width, "a width");
    const [letters, signs] = [pairs(labels, "a label"), pairs(shapes, "a shape")];
    return call(() => inner(this).svg([...words], wide, given.someText(title, "a title"), asked, letters, signs));
  }

  /**
   * A link to this game: the whole state in the fragment of an address. `page` is what stands before the fragment; `ask`: a move
   * that is asked about; `turn`: the position that is shown, if it is not the last one.
   */
  link(page = "", options?: { ask?: MoveLike; turn?: number }): string {
    const { ask, turn } = given.options(options, "ask", "turn");
    const address = given.text(page, "the address of a page");
    const asked = ask === undefined ? undefined : this.word(ask);
    const shown = turn === undefined ? undefined : given.natural(turn, "a turn");
    return call(() => inner(this).link(address, asked, shown));
  }

  /** The game as a fixture: its moves, and a question about a move at its end, if one is given, with the right answer. */
  fixture(asked?: MoveLike): string {
    return call(() => inner(this).fixture(asked === undefined ? undefined : this.word(asked)));
  }

  /** What `JSON.stringify` writes: the link, which `readLink` reads. */
  toJSON(): string {
    return this.link();
  }

  /** The board in text: the side to play, then the rows of `x`, `o` and `-`. */
  toString(): string {
    return inner(this).text();
  }

  /** @internal */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    if (!this.#native) return `${this.constructor.name}, disposed`;
    const [rows, cols] = this.size;
    const state = this.isOver ? "over" : `${this.toMove} to play`;
    return `${this.constructor.name} ${rows}x${cols}, ${this.turns} turn${this.turns === 1 ? "" : "s"}, ${state}`;
  }
}

function gone(position: Position): never {
  throw new ArgumentError(`this ${position.constructor.name} was disposed`);
}
