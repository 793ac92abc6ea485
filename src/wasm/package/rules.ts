import * as native from "#native";
import { object, text, wrong } from "./arguments.ts";
import { call } from "./errors.ts";
import type { Komi } from "./types.ts";

/** Rules as an argument: a name, keys with values, or both (`"aga"`, `"ko=positional"`, `"aga,suicide=allowed"`), or `Rules`. */
export type RulesLike = string | Rules;

/** Changes to rules, by key. */
export interface RulesChanges {
  ko?: Rules["ko"];
  suicide?: Rules["suicide"];
  scoring?: Rules["scoring"];
  tax?: Rules["tax"];
  komi?: number | string;
  button?: boolean;
  handicapBonus?: Rules["handicapBonus"];
  passStones?: boolean;
  lastPass?: Rules["lastPass"];
}

/**
 * A set of rules: a name, and changes to it. `kata` are the rules where none are given: simple ko, no suicide, area, no komi.
 *
 * @example
 * new Rules("japanese", { ko: "positional" }).komi // 6.5
 */
export class Rules {
  /** The names of rules: `kata`, `japanese`, `chinese`, … */
  static readonly NAMES: readonly string[] = Object.freeze(native.rulesNames());

  declare readonly ko: "simple" | "positional" | "situational" | "natural-situational";
  declare readonly suicide: "forbidden" | "multi-stone" | "allowed";
  declare readonly scoring: "area" | "territory";
  /** The points that do not count. */
  declare readonly tax: "none" | "seki" | "all";
  /** White's compensation in points, a multiple of 0.5. */
  declare readonly komi: number;
  /** Whether the first pass is worth half a point. */
  declare readonly button: boolean;
  /** White's points for `n` handicap stones. */
  declare readonly handicapBonus: "0" | "n" | "n-1";
  /** Whether a pass costs a stone. */
  declare readonly passStones: boolean;
  /** Whether White hands one more stone over, where a pass costs one and Black's has ended the game. */
  declare readonly lastPass: "any" | "white";
  /** The name of exactly these rules, if there is one. */
  declare readonly name: string | null;
  readonly #text: string;

  constructor(rules: RulesLike = "kata", changes?: RulesChanges) {
    const base = rules instanceof Rules ? String(rules) : text(rules, "a set of rules, if it is not of class Rules,");
    const pairs = Object.entries(object(changes)).filter(([, value]) => value !== undefined);
    const words = pairs.flatMap(([key, value]) => [key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`), written(key, value)]);
    const { text: canonical, ...fields } = JSON.parse(call(() => native.rulesOf(base, words)));
    this.#text = canonical;
    Object.freeze(Object.assign(this, fields));
  }

  equals(other: unknown): boolean {
    return other instanceof Rules && other.#text === this.#text;
  }

  /** All keys with their values, which `new Rules` reads. */
  toString(): string {
    return this.#text;
  }
}

function written(key: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? String(value) : wrong(`${key} is a text, a number, true or false`, value);
}

/**
 * Rules and komi as a text. Without either, `undefined`.
 * @internal
 */
export function someRules(rules: RulesLike | undefined, komi: Komi | undefined): string | undefined {
  if (rules === undefined && komi === undefined) return undefined;
  // The library reads a text as well, in less time than an object takes.
  if (komi === undefined && typeof rules === "string") return rules;
  return String(new Rules(rules, komi === undefined ? {} : { komi }));
}

/**
 * As `someRules`; without either, those of the kata.
 * @internal
 */
export function rulesOr(given: RulesLike | undefined, komi: Komi | undefined): string {
  return someRules(given, komi) ?? "kata";
}
