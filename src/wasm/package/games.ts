import * as native from "#native";
import * as given from "./arguments.ts";
import type { ColorLike, Komi, MoveLike, SizeLike } from "./types.ts";
import { ArgumentError, call, IllegalMove } from "./errors.ts";
import type { Explanation } from "./explanation.ts";
import { inner, Position } from "./position.ts";
import { rulesOr, someRules, type RulesLike } from "./rules.ts";

/** The rules of a new game. Without them, those of the kata: simple ko, no suicide, area, no komi. */
export interface RulesOptions {
  rules?: RulesLike;
  komi?: Komi;
}

/** How a board in text is read. */
export interface ParseOptions extends RulesOptions {
  /** Reads boards as people paste them: what Go programs print, diagrams, tables, arrays. A board has no past. */
  tolerant?: boolean;
  /** The sign of Black's stones, if it is not a usual one. */
  black?: string;
  /** The side to play, where the text does not name it. */
  toMove?: ColorLike;
}

function empty(size: SizeLike, options: RulesOptions | undefined, fast: boolean): native.Position {
  const [rows, cols] = given.size(size);
  const { rules, komi } = given.options(options, "rules", "komi");
  return call(() => native.Position.empty(rows, cols, rulesOr(rules, komi), fast));
}

function parsed(content: string, options: ParseOptions | undefined): native.Position {
  const { rules, komi, tolerant, black, toMove } = given.options(options, "rules", "komi", "tolerant", "black", "toMove");
  const text = given.text(content, "a board");
  const is = given.flag(tolerant, "tolerant");
  if (!is && (black !== undefined || toMove !== undefined)) given.wrong("black and toMove go with tolerant: true", tolerant);
  const sign = given.someText(black, "black");
  return call(() => native.Position.parse(text, someRules(rules, komi), is, sign, given.someColor(toMove)));
}

function ofSignMap(map: readonly (readonly number[])[], options: (RulesOptions & { toMove?: ColorLike }) | undefined): native.Position {
  const { rules, komi, toMove = "black" } = given.options(options, "rules", "komi", "toMove");
  const why = "a sign map is a list of rows of equal length, of 1 for Black, -1 for White, 0";
  // `Array.from` makes wrong values of holes, which `every` and `flat` would pass over.
  const lists: readonly unknown[] = Array.isArray(map) ? Array.from(map) : given.wrong(why, map);
  const short = lists.findIndex(row => !Array.isArray(row) || row.length !== map[0]!.length);
  if (short >= 0) throw new ArgumentError(`${why}: row ${short} is none, or has another length`);
  const stones = map.flatMap(row => Array.from(row));
  const odd = stones.findIndex(stone => stone !== 0 && stone !== 1 && stone !== -1);
  if (odd >= 0) given.wrong(why, stones[odd]);
  const [rows, cols] = given.size([map.length, map[0]?.length ?? 0]);
  return call(() => native.Position.fromBoard(rows, cols, Int8Array.from(stones), given.color(toMove), rulesOr(rules, komi)));
}

/**
 * A game so far, which never changes: each move gives a new record.
 *
 * @example
 * const before = Record.parse("o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n");
 * const after = before.play("B3"); // takes the ko
 * after.isLegal("C3"); // false
 */
export class Record extends Position {
  constructor(size?: SizeLike, options?: RulesOptions);
  /** @internal */
  constructor(position: native.Position);
  constructor(size: SizeLike | native.Position = 19, options?: RulesOptions) {
    super(size instanceof native.Position ? size : empty(size, options, false));
  }

  /** Reads a board in text: the side to play, then the rows of `x`, `o` and `-`. Throws `ParseError`. */
  static parse(text: string, options?: ParseOptions): Record {
    return new Record(parsed(text, options));
  }

  /** Reads a board in numbers, such as `signMap` returns. */
  static fromSignMap(map: readonly (readonly number[])[], options?: RulesOptions & { toMove?: ColorLike }): Record {
    return new Record(ofSignMap(map, options));
  }

  /** The record after a move. Throws `IllegalMove`. */
  play(move: MoveLike, color?: ColorLike): Record {
    const next = this.tryPlay(move, color);
    if (next instanceof Record) return next;
    throw new IllegalMove(next);
  }

  /** The record after a move, or why it is illegal. */
  tryPlay(move: MoveLike, color?: ColorLike): Record | Explanation {
    const position = inner(this);
    const next =
      typeof move === "number" && color === undefined
        ? position.playAt(this.place(move))
        : call(() => position.play(this.word(move), given.someColor(color)));
    return next === undefined ? this.explain(move, color) : new Record(next);
  }

  /** The record before the last turn; `null` at the beginning. */
  undo(): Record | null {
    const before = inner(this).undo();
    return before === undefined ? null : new Record(before);
  }

  /** The record after this number of turns; `null` if there were not that many. */
  at(turn: number): Record | null {
    const then = inner(this).at(given.natural(turn, "a turn"));
    return then === undefined ? null : new Record(then);
  }

  /** Hands the turn over without a move. */
  handTurn(color: ColorLike): Record {
    return new Record(call(() => inner(this).handed(given.color(color))));
  }

  /** Goes on after the passes that have ended the game; `color` plays first, if it is given. */
  resume(color?: ColorLike): Record {
    return new Record(call(() => inner(this).resumed(given.someColor(color))));
  }

  /** The same game under other rules. Its past is not judged again. */
  withRules(rules?: RulesLike, options?: { komi?: Komi }): Record {
    const { komi } = given.options(options, "komi");
    return new Record(call(() => inner(this).withRules(rulesOr(rules, komi))));
  }

  /** The same game, to be changed in place. */
  game(): Game {
    return new Game(inner(this).toGame());
  }

  /** Whether another record has the same rules, opening and events. */
  equals(other: unknown): boolean {
    return other instanceof Record && inner(this).equals(inner(other));
  }
}

/** A game on the fast referee, which changes in place: for search. It gives the same verdicts as a `Record`. */
export class Game extends Position {
  constructor(size?: SizeLike, options?: RulesOptions);
  /** @internal */
  constructor(position: native.Position);
  constructor(size: SizeLike | native.Position = 19, options?: RulesOptions) {
    super(size instanceof native.Position ? size : empty(size, options, true));
  }

  /** As `Record.parse`. */
  static parse(text: string, options?: ParseOptions): Game {
    return new Game(parsed(text, options).toGame());
  }

  /** As `Record.fromSignMap`. */
  static fromSignMap(map: readonly (readonly number[])[], options?: RulesOptions & { toMove?: ColorLike }): Game {
    return new Game(ofSignMap(map, options).toGame());
  }

  /** Makes a move. Throws `IllegalMove`; then the game is as it was. By index, this is fastest. */
  play(move: MoveLike, color?: ColorLike): void {
    if (!this.#make(move, color)) throw new IllegalMove(this.explain(move, color));
  }

  /** Makes a move. Returns why it is illegal, or `null`. */
  tryPlay(move: MoveLike, color?: ColorLike): Explanation | null {
    return this.#make(move, color) ? null : this.explain(move, color);
  }

  #make(move: MoveLike, color: ColorLike | undefined): boolean {
    const position = inner(this);
    if (typeof move === "number" && color === undefined) return position.makeAt(this.place(move));
    return call(() => position.make(this.word(move), given.someColor(color)));
  }

  override explain(move: MoveLike, color?: ColorLike): Explanation {
    return this.record().explain(move, color);
  }

  /** Takes the last turn back, and returns its move; `null` at the beginning. */
  undo(): string | null {
    return inner(this).takeBack() ?? null;
  }

  /** Hands the turn over without a move. */
  handTurn(color: ColorLike): void {
    call(() => inner(this).hand(given.color(color)));
  }

  /** Goes on after the passes that have ended the game; `color` plays first, if it is given. */
  resume(color?: ColorLike): void {
    call(() => inner(this).resume(given.someColor(color)));
  }

  copy(): Game {
    return new Game(inner(this).toGame());
  }

  /** The game so far, as a record. */
  record(): Record {
    return new Record(inner(this).toRecord());
  }
}
