import * as native from "#native";
import * as given from "./arguments.ts";
import type { Color, ColorLike, Reason } from "./types.ts";
import { call, IllegalMove, ParseError } from "./errors.ts";
import { Record } from "./games.ts";
import { inner, Position } from "./position.ts";
import { Rules, rulesOr, someRules, type RulesLike } from "./rules.ts";

/** An illegal move of a game record. */
export interface IllegalTurn {
  /** Its number, counted from 1. */
  readonly number: number;
  readonly color: Color;
  readonly move: string;
  readonly reason: Reason;
  readonly line: number;
  readonly column: number;
  /** The number of turns after which the repeated position last occurred. */
  readonly repeats: number | null;
  readonly sentence: string;
  /** The variation, as numbers between slashes; `main` is the main line. */
  readonly path: string;
}

/** What came of judging a game. */
export interface Judgement {
  readonly verdict: "legal" | "illegal" | "partial" | "incomplete" | "no-moves" | "disagreement" | "unreadable";
  readonly rules: Rules;
  /** The number of moves. */
  readonly turns: number;
  readonly illegal: readonly IllegalTurn[];
  readonly warnings: readonly string[];
  /** What could not be understood. */
  readonly error: { readonly line: number; readonly column: number; readonly text: string } | null;
  /** The game before an illegal move, or at the end of the main line. */
  before(turn?: IllegalTurn): Record;
}

/** How game records are judged. */
export interface JudgeOptions {
  /** Instead of those that the record names. */
  rules?: RulesLike;
  /** Every variation, not the main line alone. */
  variations?: boolean;
  /** Colors need not alternate. */
  anyOrder?: boolean;
  /** Goes on after an illegal move. */
  goOn?: boolean;
}

/** Players, date, event and result of a game. */
export interface GameInfo {
  black?: string | null;
  white?: string | null;
  date?: string | null;
  event?: string | null;
}

function games(content: string | Uint8Array): native.Games {
  if (content instanceof Uint8Array) {
    try {
      content = new TextDecoder("utf-8", { fatal: true }).decode(content);
    } catch {
      throw new ParseError("the bytes are not UTF-8: decode them with TextDecoder first");
    }
  }
  const text = given.text(content, "a game record that is no Uint8Array");
  return call(() => native.Games.parse(text));
}

/** Game records: SGF, and the formats GIB, NGF and UGF of servers. */
export const sgf = {
  /** The main line of each game. Throws `ParseError`, and `IllegalMove` at the first illegal move. */
  read(content: string | Uint8Array, options?: { rules?: RulesLike }): Record[] {
    const { rules } = given.options(options, "rules");
    const all = sgf.judge(content, rules === undefined ? {} : { rules });
    return all.map(({ illegal: [first], error, before }) => {
      if (first) throw new IllegalMove(before(first).explain(first.move, first.color));
      if (error) throw new ParseError(error.text, error.line, error.column);
      return before();
    });
  },

  /** Judges every game. */
  judge(content: string | Uint8Array, options?: JudgeOptions): Judgement[] {
    const { rules, variations, anyOrder, goOn } = given.options(options, "rules", "variations", "anyOrder", "goOn");
    const flags = [given.flag(variations, "variations"), given.flag(anyOrder, "anyOrder"), given.flag(goOn, "goOn")] as const;
    const under = someRules(rules, undefined);
    const all = games(content);
    return Array.from({ length: all.count() }, (_, game) => {
      const found = JSON.parse(call(() => all.judge(game, under, ...flags)));
      const before = (turn?: IllegalTurn) => {
        const { path, number } = given.object(turn);
        const moves = number === undefined ? undefined : Math.max(0, given.natural(number, "the number of a turn") - 1);
        return new Record(call(() => all.replay(game, given.someText(path, "a path"), under, moves)));
      };
      return { ...found, rules: new Rules(found.rules), before };
    });
  },

  /** A game as SGF. */
  write(game: Position, info?: GameInfo): string {
    if (!(game instanceof Position)) given.wrong("a game is a Record or a Game", game);
    const { black, white, date, event } = given.options(info, "black", "white", "date", "event");
    const texts = [given.someText(black, "black"), given.someText(white, "white"), given.someText(date, "date"), given.someText(event, "event")] as const;
    return call(() => inner(game).writeSgf(...texts));
  },
};

/** A fixture: a board, and cases with actions and questions. Its text is the format's canonical form. */
export interface Fixture {
  readonly size: readonly [rows: number, cols: number];
  readonly toMove: Color;
  /** The points that have a label. */
  readonly labels: { readonly [label: string]: string };
  /** The names of the cases; `null` for the lines before the first name. */
  readonly cases: readonly (string | null)[];
  readonly opening: Record;
  toString(): string;
}

/** What came of checking a fixture. */
export interface FixtureReport {
  /** The number of questions. */
  readonly asked: number;
  /** The lines that expect something else than the referees answer. */
  readonly failures: readonly { readonly line: number; readonly text: string }[];
  /** The lines that were not asked. */
  readonly notAsked: readonly { readonly line: number; readonly text: string }[];
}

/** Fixtures. */
export const fixture = {
  /** Reads a fixture. Throws `ParseError` with line and column. */
  parse(text: string): Fixture {
    const content = given.text(text, "a fixture");
    const { text: canonical, ...fields } = JSON.parse(call(() => native.readFixture(content)));
    const opening = new Record(call(() => native.openingOfFixture(content)));
    return Object.freeze(Object.defineProperty({ ...fields, opening }, "toString", { value: () => canonical }));
  },

  /** Checks a fixture on both referees. Throws `ParseError` with line and column. */
  check(text: string): FixtureReport {
    const content = given.text(text, "a fixture");
    return JSON.parse(call(() => native.checkFixture(content)));
  },
};

/** What was found in a text. */
export interface Found {
  readonly kind: "fixture" | "board" | "record" | "link";
  readonly record: Record;
  /** The turn that is shown. */
  readonly turn: number;
  /** The move that is asked about: of a game record, the first illegal one. */
  readonly asked: readonly [color: Color, move: string] | null;
  /** What was assumed, or is wrong with the text. */
  readonly notes: readonly string[];
}

/** @internal */
export function found(read: native.Found): Found {
  return { ...JSON.parse(read.about()), record: new Record(read.position()) };
}

/** Reads what `link` has written: a whole address, or its fragment. Throws `ParseError`. */
export function readLink(text: string): Found {
  const content = given.text(text, "a link");
  return found(call(() => native.readLink(content)));
}

/**
 * Reads a text of any kind: a fixture, a game record, a link, or a board as people paste it. `rules` are those where the text names none.
 */
export function readAny(text: string, options?: { rules?: RulesLike; black?: string; toMove?: ColorLike }): Found {
  const { rules, black, toMove } = given.options(options, "rules", "black", "toMove");
  const content = given.text(text, "a text");
  const sign = given.someText(black, "black");
  return found(call(() => native.readAny(content, rulesOr(rules, undefined), sign, given.someColor(toMove))));
}
