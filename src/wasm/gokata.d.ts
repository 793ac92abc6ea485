/// <reference lib="esnext.disposable" />
/** `"black"` or `"white"`. */
type Color = "black" | "white";
/** A color as an argument: a name (`"black"`, `"b"`, `"x"`; `"white"`, `"w"`, `"o"`), or 1 for Black and -1 for White. */
type ColorLike = Color | "b" | "w" | "x" | "o" | 1 | -1;
/**
 * A point or a move: `"C3"`, `[row, col]` from 0 at the top left, or an index, `row * cols + col`. `"pass"`, or the index `rows *
 * cols`, is a pass; `"resign"` is a move, too. A point off the board is not legal; it is no error to ask about it.
 */
type MoveLike = string | number | readonly [row: number, col: number];
/** A number of lines, or `[rows, cols]`, of 1 to 25. */
type SizeLike = number | readonly [rows: number, cols: number];
/** White's compensation in points: `6.5` or `"6.5"`. */
type Komi = number | string;
/** Why a move is illegal, in the order in which the rules are checked. Each is the text that fixtures use. */
type Reason = "game-over" | "turn" | "off-board" | "occupied" | "suicide" | "ko" | "superko";
/** A board in numbers, rows from the top: 1 for Black, -1 for White, 0. */
type SignMap = (-1 | 0 | 1)[][];
/** The margin of a count. Its text is that of fixtures: `x+3.5`, `o+1`, `draw`. */
interface Score {
    /** `null` for a draw. */
    readonly winner: Color | null;
    /** By how many points. */
    readonly margin: number;
    toString(): string;
}
/** The points of both sides, item by item. Its text is a table. */
interface Count {
    /** The items that count under the rules: for each name, Black's and White's points. */
    readonly lines: {
        readonly [item: string]: readonly [black: number, white: number];
    };
    readonly black: number;
    readonly white: number;
    readonly score: Score;
    toString(): string;
}
/** How a game has ended. Its text is that of game records: `B+3.5`, `W+R`, `0`. */
interface Outcome {
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
interface ChainLife {
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
interface Life {
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
interface Marks {
    /** A point of each dead chain. */
    readonly dead?: readonly MoveLike[];
    /** A point of each neutral region. */
    readonly neutral?: readonly MoveLike[];
    /** The stones in seki, if a search has found them. */
    readonly seki?: readonly MoveLike[] | null;
}
/** Marks as an argument: marks, a suggestion, or a list with a point of each dead chain. */
type MarksLike = Marks | Life | readonly MoveLike[];
/** Why a move is legal or not: every reason, with its evidence. Its text is that of `gokata explain`. */
declare class Explanation {
    #private;
    readonly legal: boolean;
    /** Whose move it would be. */
    readonly color: Color;
    /** `C3`, `pass` or `resign`. */
    readonly move: string;
    /** Every reason against the move. */
    readonly reasons: readonly Reason[];
    /** The reasons, and the stones that the move takes, a sentence each. */
    readonly sentences: readonly string[];
    /** The opposing stones that the move takes, or would take. */
    readonly captured: readonly string[];
    /** The player's own stones that would be left without a liberty, the new stone included. */
    readonly selfCaptured: readonly string[];
    /** The number of turns after which the repeated position last occurred: 0 is the opening board. */
    readonly repeats: number | null;
    /** The board after the move, legal or not; `null` for a pass, and for a play on a stone or off the board. */
    readonly after: SignMap | null;
    /** The verdict, and the sentences below it. */
    readonly brief: string;
    /** The verdict, the sentences, the rules, and the boards before and after. */
    toString(): string;
}
/** What some named sets of rules say about a move. */
interface Verdict {
    /** Every reason against the move; none if it is legal. */
    readonly reasons: readonly Reason[];
    /** The names of these rules. */
    readonly rules: readonly string[];
}
/** Any error of this package. */
declare class GokataError extends Error {
    get name(): string;
}
/** An argument of the wrong type, out of range, or impossible here; or a position that was disposed. */
declare class ArgumentError extends GokataError {
    get name(): string;
}
/** A text that is not what it is read as. */
declare class ParseError extends GokataError {
    /** The line in a text of several lines, counted from 1. */
    readonly line: number | null;
    /** The column, counted from 1 in characters. */
    readonly column: number | null;
    get name(): string;
    constructor(message: string, line?: number | null, column?: number | null);
}
/** A move that the rules do not allow. The position is as it was. */
declare class IllegalMove extends GokataError {
    /** The first reason against the move. */
    readonly reason: Reason;
    /** All reasons, with their evidence. */
    readonly explanation: Explanation;
    get name(): string;
    constructor(explanation: Explanation);
}
/** Rules as an argument: a name, keys with values, or both (`"aga"`, `"ko=positional"`, `"aga,suicide=allowed"`), or `Rules`. */
type RulesLike = string | Rules;
/** Changes to rules, by key. */
interface RulesChanges {
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
declare class Rules {
    #private;
    /** The names of rules: `kata`, `japanese`, `chinese`, … */
    static readonly NAMES: readonly string[];
    readonly ko: "simple" | "positional" | "situational" | "natural-situational";
    readonly suicide: "forbidden" | "multi-stone" | "allowed";
    readonly scoring: "area" | "territory";
    /** The points that do not count. */
    readonly tax: "none" | "seki" | "all";
    /** White's compensation in points, a multiple of 0.5. */
    readonly komi: number;
    /** Whether the first pass is worth half a point. */
    readonly button: boolean;
    /** White's points for `n` handicap stones. */
    readonly handicapBonus: "0" | "n" | "n-1";
    /** Whether a pass costs a stone. */
    readonly passStones: boolean;
    /** Whether White hands one more stone over, where a pass costs one and Black's has ended the game. */
    readonly lastPass: "any" | "white";
    /** The name of exactly these rules, if there is one. */
    readonly name: string | null;
    constructor(rules?: RulesLike, changes?: RulesChanges);
    equals(other: unknown): boolean;
    /** All keys with their values, which `new Rules` reads. */
    toString(): string;
}
/** What a picture shows besides the stones. */
interface SvgOptions {
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
    labels?: {
        readonly [point: string]: string;
    };
    /** Shapes on points. */
    shapes?: {
        readonly [point: string]: "circle" | "square" | "triangle" | "cross";
    };
}
/**
 * A position with its past: what a `Record` and a `Game` have in common. Moves are those of the side to play, if no color is
 * given.
 */
declare abstract class Position {
    #private;
    /** Frees its memory now; `using` does so, too. Without it, memory is freed some time after the last use. */
    free(): void;
    [Symbol.dispose](): void;
    get size(): [rows: number, cols: number];
    /** The rules in force. */
    get rules(): Rules;
    /** The side to play. */
    get toMove(): Color;
    /** The number of turns so far, passes included. */
    get turns(): number;
    /** Whether passes or a resignation have ended the game. */
    get isOver(): boolean;
    /** Every turn so far: whose it was, and `C3`, `pass` or `resign`. */
    get moves(): [color: Color, move: string][];
    /** The last turn; `null` before the first. */
    get lastMove(): [color: Color, move: string] | null;
    /** The board as a new array, rows from the top: 1 for Black, -1 for White, 0. */
    get board(): Int8Array;
    /** The board as new arrays, one a row, from the top: 1 for Black, -1 for White, 0. */
    get signMap(): SignMap;
    /** The stone on a point; `null` where there is none, and off the board. */
    stoneAt(point: MoveLike): Color | null;
    /** The number of prisoners that a side holds. */
    prisoners(color: ColorLike): number;
    /** The stones of the chain on a point; none on an empty point. */
    chain(point: MoveLike): string[];
    /** The liberties of the chain on a point; none on an empty point. */
    liberties(point: MoveLike): string[];
    /** Whether a move is legal now. A point off the board is not. */
    isLegal(move: MoveLike, color?: ColorLike): boolean;
    /** The first reason against a move; `null` if it is legal. */
    check(move: MoveLike, color?: ColorLike): Reason | null;
    /** Every reason for and against a move, with its evidence. */
    explain(move: MoveLike, color?: ColorLike): Explanation;
    /** The points where the side to play may play. */
    legalPoints(): string[];
    /**
     * All legal moves in one call: `rows * cols + 1` bytes, 1 where a play is legal, the last one for the pass. `into`: an array of
     * that length to write into and return, instead of a new one.
     */
    legalMask(into?: Uint8Array): Uint8Array;
    /** The first reason against a play on each point, in one call; `null` where it is legal. */
    reasons(): (Reason | null)[];
    /** The verdicts about a move under each named set of rules, grouped by the reasons; that of a legal move comes last. */
    underAll(move: MoveLike, color?: ColorLike): Verdict[];
    /** The points about which the named sets of rules disagree, for the side to play. */
    disputed(): string[];
    /**
     * A hash of the stones, and of the side to play if `side` is true: 64 bits, the same in every process and version. The past is
     * not in it.
     */
    key(side?: boolean): bigint;
    /** The count by the rules. Without marks, all stones are alive. */
    count(marks?: MarksLike): Count;
    /** The score by the rules: the difference of the count. */
    score(marks?: MarksLike): Score;
    /** The outcome; `null` while the game goes on. */
    outcome(marks?: MarksLike): Outcome | null;
    /** Looks for dead stones and sekis. On 19x19 this takes some hundred milliseconds. */
    suggest(): Life;
    /** `row * cols + col` of a point, and `rows * cols` for a pass. */
    index(move: MoveLike): number;
    /** The name of a point or a move: `C3`, `pass`, `resign`. */
    vertex(move: MoveLike): string;
    /** The board as a picture, with a ring on the last stone. */
    svg(options?: SvgOptions): string;
    /**
     * A link to this game: the whole state in the fragment of an address. `page` is what stands before the fragment; `ask`: a move
     * that is asked about; `turn`: the position that is shown, if it is not the last one.
     */
    link(page?: string, options?: {
        ask?: MoveLike;
        turn?: number;
    }): string;
    /** The game as a fixture: its moves, and a question about a move at its end, if one is given, with the right answer. */
    fixture(asked?: MoveLike): string;
    /** What `JSON.stringify` writes: the link, which `readLink` reads. */
    toJSON(): string;
    /** The board in text: the side to play, then the rows of `x`, `o` and `-`. */
    toString(): string;
}
/** The rules of a new game. Without them, those of the kata: simple ko, no suicide, area, no komi. */
interface RulesOptions {
    rules?: RulesLike;
    komi?: Komi;
}
/** How a board in text is read. */
interface ParseOptions extends RulesOptions {
    /** Reads boards as people paste them: what Go programs print, diagrams, tables, arrays. A board has no past. */
    tolerant?: boolean;
    /** The sign of Black's stones, if it is not a usual one. */
    black?: string;
    /** The side to play, where the text does not name it. */
    toMove?: ColorLike;
}
/**
 * A game so far, which never changes: each move gives a new record.
 *
 * @example
 * const before = Record.parse("o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n");
 * const after = before.play("B3"); // takes the ko
 * after.isLegal("C3"); // false
 */
declare class Record extends Position {
    constructor(size?: SizeLike, options?: RulesOptions);
    /** Reads a board in text: the side to play, then the rows of `x`, `o` and `-`. Throws `ParseError`. */
    static parse(text: string, options?: ParseOptions): Record;
    /** Reads a board in numbers, such as `signMap` returns. */
    static fromSignMap(map: readonly (readonly number[])[], options?: RulesOptions & {
        toMove?: ColorLike;
    }): Record;
    /** The record after a move. Throws `IllegalMove`. */
    play(move: MoveLike, color?: ColorLike): Record;
    /** The record after a move, or why it is illegal. */
    tryPlay(move: MoveLike, color?: ColorLike): Record | Explanation;
    /** The record before the last turn; `null` at the beginning. */
    undo(): Record | null;
    /** The record after this number of turns; `null` if there were not that many. */
    at(turn: number): Record | null;
    /** Hands the turn over without a move. */
    handTurn(color: ColorLike): Record;
    /** Goes on after the passes that have ended the game; `color` plays first, if it is given. */
    resume(color?: ColorLike): Record;
    /** The same game under other rules. Its past is not judged again. */
    withRules(rules?: RulesLike, options?: {
        komi?: Komi;
    }): Record;
    /** The same game, to be changed in place. */
    game(): Game;
    /** Whether another record has the same rules, opening and events. */
    equals(other: unknown): boolean;
}
/** A game on the fast referee, which changes in place: for search. It gives the same verdicts as a `Record`. */
declare class Game extends Position {
    #private;
    constructor(size?: SizeLike, options?: RulesOptions);
    /** As `Record.parse`. */
    static parse(text: string, options?: ParseOptions): Game;
    /** As `Record.fromSignMap`. */
    static fromSignMap(map: readonly (readonly number[])[], options?: RulesOptions & {
        toMove?: ColorLike;
    }): Game;
    /** Makes a move. Throws `IllegalMove`; then the game is as it was. By index, this is fastest. */
    play(move: MoveLike, color?: ColorLike): void;
    /** Makes a move. Returns why it is illegal, or `null`. */
    tryPlay(move: MoveLike, color?: ColorLike): Explanation | null;
    explain(move: MoveLike, color?: ColorLike): Explanation;
    /** Takes the last turn back, and returns its move; `null` at the beginning. */
    undo(): string | null;
    /** Hands the turn over without a move. */
    handTurn(color: ColorLike): void;
    /** Goes on after the passes that have ended the game; `color` plays first, if it is given. */
    resume(color?: ColorLike): void;
    copy(): Game;
    /** The game so far, as a record. */
    record(): Record;
}
/** An illegal move of a game record. */
interface IllegalTurn {
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
interface Judgement {
    readonly verdict: "legal" | "illegal" | "partial" | "incomplete" | "no-moves" | "disagreement" | "unreadable";
    readonly rules: Rules;
    /** The number of moves. */
    readonly turns: number;
    readonly illegal: readonly IllegalTurn[];
    readonly warnings: readonly string[];
    /** What could not be understood. */
    readonly error: {
        readonly line: number;
        readonly column: number;
        readonly text: string;
    } | null;
    /** The game before an illegal move, or at the end of the main line. */
    before(turn?: IllegalTurn): Record;
}
/** How game records are judged. */
interface JudgeOptions {
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
interface GameInfo {
    black?: string | null;
    white?: string | null;
    date?: string | null;
    event?: string | null;
}
/** Game records: SGF, and the formats GIB, NGF and UGF of servers. */
declare const sgf: {
    /** The main line of each game. Throws `ParseError`, and `IllegalMove` at the first illegal move. */
    read(content: string | Uint8Array, options?: {
        rules?: RulesLike;
    }): Record[];
    /** Judges every game. */
    judge(content: string | Uint8Array, options?: JudgeOptions): Judgement[];
    /** A game as SGF. */
    write(game: Position, info?: GameInfo): string;
};
/** A fixture: a board, and cases with actions and questions. Its text is the format's canonical form. */
interface Fixture {
    readonly size: readonly [rows: number, cols: number];
    readonly toMove: Color;
    /** The points that have a label. */
    readonly labels: {
        readonly [label: string]: string;
    };
    /** The names of the cases; `null` for the lines before the first name. */
    readonly cases: readonly (string | null)[];
    readonly opening: Record;
    toString(): string;
}
/** What came of checking a fixture. */
interface FixtureReport {
    /** The number of questions. */
    readonly asked: number;
    /** The lines that expect something else than the referees answer. */
    readonly failures: readonly {
        readonly line: number;
        readonly text: string;
    }[];
    /** The lines that were not asked. */
    readonly notAsked: readonly {
        readonly line: number;
        readonly text: string;
    }[];
}
/** Fixtures. */
declare const fixture: {
    /** Reads a fixture. Throws `ParseError` with line and column. */
    parse(text: string): Fixture;
    /** Checks a fixture on both referees. Throws `ParseError` with line and column. */
    check(text: string): FixtureReport;
};
/** What was found in a text. */
interface Found {
    readonly kind: "fixture" | "board" | "record" | "link";
    readonly record: Record;
    /** The turn that is shown. */
    readonly turn: number;
    /** The move that is asked about: of a game record, the first illegal one. */
    readonly asked: readonly [color: Color, move: string] | null;
    /** What was assumed, or is wrong with the text. */
    readonly notes: readonly string[];
}
/** Reads what `link` has written: a whole address, or its fragment. Throws `ParseError`. */
declare function readLink(text: string): Found;
/**
 * Reads a text of any kind: a fixture, a game record, a link, or a board as people paste it. `rules` are those where the text names none.
 */
declare function readAny(text: string, options?: {
    rules?: RulesLike;
    black?: string;
    toMove?: ColorLike;
}): Found;
/** The version of this package. */
declare const version: string;
export { ArgumentError, type ChainLife, type Color, type ColorLike, type Count, type Explanation, type Fixture, type FixtureReport, type Found, Game, type GameInfo, GokataError, IllegalMove, type IllegalTurn, type JudgeOptions, type Judgement, type Komi, type Life, type Marks, type MarksLike, type MoveLike, type Outcome, ParseError, type ParseOptions, type Position, type Reason, Record, Rules, type RulesChanges, type RulesLike, type RulesOptions, type Score, type SignMap, type SizeLike, type SvgOptions, type Verdict, fixture, readAny, readLink, sgf, version };
