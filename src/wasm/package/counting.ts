import { wrong } from "./arguments.ts";
import type { Color, MoveLike } from "./types.ts";

/** The margin of a count. Its text is that of fixtures: `x+3.5`, `o+1`, `draw`. */
export interface Score {
  /** `null` for a draw. */
  readonly winner: Color | null;
  /** By how many points. */
  readonly margin: number;
  toString(): string;
}

/** The points of both sides, item by item. Its text is a table. */
export interface Count {
  /** The items that count under the rules: for each name, Black's and White's points. */
  readonly lines: { readonly [item: string]: readonly [black: number, white: number] };
  readonly black: number;
  readonly white: number;
  readonly score: Score;
  toString(): string;
}

/** How a game has ended. Its text is that of game records: `B+3.5`, `W+R`, `0`. */
export interface Outcome {
  readonly winner: Color | null;
  /** `win` if it is not known how. */
  readonly how: "count" | "resignation" | "time" | "forfeit" | "win" | "void" | "unknown";
  /** By how many points, if it was counted. */
  readonly margin: number | null;
  /** The outcome in words. */
  readonly sentence: string;
  toString(): string;
}

/** A chain, and what was found out about it. */
export interface ChainLife {
  readonly color: Color;
  readonly stones: readonly string[];
  /** For an open or unsettled chain, the better guess. */
  readonly status: "alive" | "dead" | "seki";
  readonly how: "proven" | "likely" | "ruling" | "open" | "unsettled";
  /** Of an unsettled chain: where Black and White get what they want if they play first; `null` if no such move is known. */
  readonly moves?: readonly [black: string | null, white: string | null];
  /** Of an unsettled chain: whether a ko decides. */
  readonly ko?: boolean;
}

/** Which chains of a final position are alive, dead or in seki. It can be given to `score`, `count` and `outcome`. */
export interface Life {
  /** The stones that are dead, or more likely dead than not. */
  readonly dead: readonly string[];
  readonly seki: readonly string[];
  /** The stones of which nothing is known with confidence, the unsettled ones included. */
  readonly open: readonly string[];
  /** The stones about which the first move decides, or a ko. */
  readonly unsettled: readonly string[];
  /** The stones whose status is proven. */
  readonly proven: readonly string[];
  readonly chains: readonly ChainLife[];
  /** The score if all findings and guesses are right. */
  readonly score: Score;
  /** The best score for Black and the best for White that open and unsettled chains allow. */
  readonly range: readonly [black: Score, white: Score];
  /** These findings as marks, which can be corrected. */
  readonly marks: Marks;
}

/** Which stones of a final position are dead, and which regions count for nobody. */
export interface Marks {
  /** A point of each dead chain. */
  readonly dead?: readonly MoveLike[];
  /** A point of each neutral region. */
  readonly neutral?: readonly MoveLike[];
  /** The stones in seki, if a search has found them. */
  readonly seki?: readonly MoveLike[] | null;
}

/** Marks as an argument: marks, a suggestion, or a list with a point of each dead chain. */
export type MarksLike = Marks | Life | readonly MoveLike[];

type Words = [dead: string[], neutral: string[], seki: string[] | undefined];

/** @internal */
export function marked(marks: MarksLike | undefined, named: (point: MoveLike) => string): Words {
  if (marks === undefined) return [[], [], undefined];
  const list = (points: unknown) => (Array.isArray(points) ? Array.from(points, named) : wrong("marked points are a list", points));
  if (Array.isArray(marks)) return [list(marks), [], undefined];
  const given = typeof marks === "object" && marks !== null && "marks" in marks ? marks.marks : (marks as Marks);
  if (typeof given !== "object" || given === null) return wrong("marks are a list of dead points, or { dead, neutral }", given);
  const { dead = [], neutral = [], seki } = given;
  return [list(dead), list(neutral), seki ? list(seki) : undefined];
}

/**
 * The object in a JSON text; its own text is that of the field `text`.
 * @internal
 */
export function made<T>(json: string): T {
  return JSON.parse(json, (_, value) => {
    if (typeof value?.text !== "string") return value;
    const { text, ...fields } = value;
    return Object.freeze(Object.defineProperty(fields, "toString", { value: () => text }));
  });
}
