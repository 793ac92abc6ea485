/**
 * The referee of the game of Go: is this move legal, and if not, why?
 * @packageDocumentation
 */
import * as native from "#native";
import { wrong } from "./arguments.ts";
import { call } from "./errors.ts";
import { Record } from "./games.ts";

export type { ChainLife, Count, Life, Marks, MarksLike, Outcome, Score } from "./counting.ts";
export { ArgumentError, GokataError, IllegalMove, ParseError } from "./errors.ts";
export type { Explanation, Verdict } from "./explanation.ts";
export { Game, Record, type ParseOptions, type RulesOptions } from "./games.ts";
export type { Position, SvgOptions } from "./position.ts";
export { fixture, readAny, readLink, sgf, type Fixture, type FixtureReport, type Found, type GameInfo, type IllegalTurn, type JudgeOptions, type Judgement } from "./reading.ts";
export type { Color, ColorLike, Komi, MoveLike, Reason, SignMap, SizeLike } from "./types.ts";
export { Rules, type RulesChanges, type RulesLike } from "./rules.ts";

/** The version of this package. */
export const version: string = native.version();

// gokata/testing needs more than users of this module should see.
Object.defineProperty(Record, Symbol.for("gokata/testing"), { value: { native, call, wrong } });
