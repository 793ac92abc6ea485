/* tslint:disable */
/* eslint-disable */

/**
 * The answers to questions.
 */
export class Answers {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Counts an answer in the lines of the protocol, or a crash.
     */
    add(question: Question, lines: string[], crash?: string | null): void;
    /**
     * What came of the questions, as JSON. `text` has the tables that `gokata check --exec` prints.
     */
    fields(): string;
    /**
     * Whether a wrong answer to this question is known.
     */
    isKnown(question: Question): boolean;
    /**
     * No answers yet. `known`: the list of known deviations. `lines`: the lines of the fixtures that give no question are counted.
     */
    constructor(known: string, lines: boolean);
}

/**
 * An error in a text, with its place.
 */
export class Fault {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Column, counted from 1 in characters.
     */
    get column(): number | undefined;
    /**
     * Column, counted from 1 in characters.
     */
    set column(value: number | null | undefined);
    /**
     * Line, counted from 1, in a text of several lines.
     */
    get line(): number | undefined;
    /**
     * Line, counted from 1, in a text of several lines.
     */
    set line(value: number | null | undefined);
    /**
     * The sentence.
     */
    text: string;
}

/**
 * A text of any kind: the game in it, and what else it says.
 */
export class Found {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * `kind`, `turn`, `asked` and `notes`, as JSON.
     */
    about(): string;
    /**
     * The game.
     */
    position(): Position;
}

/**
 * The games of a record.
 */
export class Games {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Players, date, event and result, as JSON.
     */
    about(game: number): string;
    /**
     * The number of games.
     */
    count(): number;
    /**
     * Judges a game, and returns what came of it, as JSON.
     */
    judge(game: number, rules: string | null | undefined, variations: boolean, any_order: boolean, go_on: boolean): string;
    /**
     * Reads a record in any format.
     */
    static parse(text: string): Games;
    /**
     * The position after this number of moves of a line, or at its end.
     */
    replay(game: number, path?: string | null, rules?: string | null, moves?: number | null): Position;
}

/**
 * A position with its past: what a `Record` and a `Game` of the package hold.
 */
export class Position {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The record after this number of turns.
     */
    at(turn: number): Position | undefined;
    /**
     * The stones: 1 for Black, -1 for White, 0, rows from the top.
     */
    board(): Int8Array;
    /**
     * The stones of the chain on a point; none on an empty point.
     */
    chain(point: string): string[];
    /**
     * The number of the first reason against a move; 0 if it is legal.
     */
    check(text: string, color?: string | null): number;
    cols(): number;
    /**
     * The count, as JSON. `dead`: a point of each dead chain; `neutral`: points that count for nobody; `seki`: the stones in
     * seki, if a search has found them.
     */
    count(dead: string[], neutral: string[], seki?: string[] | null): string;
    /**
     * The points about which the named sets of rules disagree.
     */
    disputed(): string[];
    /**
     * An empty board, on the fast referee or on the pure one.
     */
    static empty(rows: number, cols: number, rules: string, fast: boolean): Position;
    /**
     * Whether two records are equal.
     */
    equals(other: Position): boolean;
    /**
     * The events that make the game again: moves, turns handed over, play resumed.
     */
    events(): string[];
    /**
     * Every reason for and against a move, as JSON.
     */
    explain(text: string, color?: string | null): string;
    /**
     * The text that `gokata explain` prints about a move.
     */
    explained(text: string, color?: string | null): string;
    /**
     * The game as a fixture, which asks about a move, if one is given.
     */
    fixture(asked?: string | null): string;
    /**
     * A board in numbers: 1 for Black, -1 for White, 0, rows from the top.
     */
    static fromBoard(rows: number, cols: number, board: Int8Array | number[], side: string, rules: string): Position;
    /**
     * As `handed`, in place.
     */
    hand(color: string): void;
    /**
     * Hands the turn over, or goes on after two passes: in a new record.
     */
    handed(color: string): Position;
    /**
     * `row * cols + col`, or `rows * cols` for a pass; `None` for what has no index.
     */
    index(text: string): number | undefined;
    /**
     * As `is_legal`, by index.
     */
    isLegalAt(index: number): boolean;
    isLegal(text: string, color?: string | null): boolean;
    isOver(): boolean;
    /**
     * A hash of the stones, and of the side to play if `side` is true.
     */
    key(side: boolean): bigint;
    /**
     * Writes 1 for each legal move into `rows * cols + 1` bytes, the last one for the pass, and 0 for the others.
     */
    legalMask(into: Uint8Array): void;
    /**
     * The legal points, by name.
     */
    legalPoints(): string[];
    /**
     * The liberties of the chain on a point; none on an empty point.
     */
    liberties(point: string): string[];
    /**
     * The address of a page with this game. `asked`: the move that is asked about; `turn`: the position that is shown, if it is
     * not the last one.
     */
    link(page: string, asked?: string | null, turn?: number | null): string;
    /**
     * As `make`, by index. Without an error, which the call would pay for: a record refuses every move.
     */
    makeAt(index: number): boolean;
    /**
     * Plays in place; false if the move is illegal.
     */
    make(text: string, color?: string | null): boolean;
    /**
     * The turns so far, each as a color and a move.
     */
    moves(): string[];
    /**
     * How the game has ended, as JSON; `None` while it goes on. The stones are marked as for `count`.
     */
    outcome(dead: string[], neutral: string[], seki?: string[] | null): string | undefined;
    /**
     * Reads a board in text: strictly, or as people paste it.
     */
    static parse(text: string, rules: string | null | undefined, tolerant: boolean, black?: string | null, side?: string | null): Position;
    /**
     * As `play`, by index.
     */
    playAt(index: number): Position | undefined;
    /**
     * The record after a move; `None` if the move is illegal.
     */
    play(text: string, color?: string | null): Position | undefined;
    /**
     * The number of prisoners that a side holds.
     */
    prisoners(color: string): number;
    /**
     * The number of the first reason against a play on each point; 0 where it is legal.
     */
    reasons(): Uint8Array;
    /**
     * As `resumed`, in place.
     */
    resume(color?: string | null): void;
    /**
     * Goes on after the passes that have ended a game: in a new record.
     */
    resumed(color?: string | null): Position;
    rows(): number;
    /**
     * The rules in force.
     */
    rules(): string;
    /**
     * The stone on a point, as in `board`.
     */
    stoneAt(point: string): number;
    /**
     * Which chains are alive, dead or in seki, as JSON.
     */
    suggest(): string;
    /**
     * The board as a picture. `words`: what it shows, and how; `asked`: a move; `labels` and `shapes`: a point, and behind it its text or
     * the name of its shape.
     */
    svg(words: string[], width: number | null | undefined, title: string | null | undefined, asked: string | null | undefined, labels: string[], shapes: string[]): string;
    /**
     * Takes the last turn back in place, and returns its move.
     */
    takeBack(): string | undefined;
    /**
     * The board in text: the side to play, then the rows.
     */
    text(): string;
    /**
     * The same game on the fast referee, as a copy.
     */
    toGame(): Position;
    /**
     * `black` or `white`.
     */
    toMove(): string;
    /**
     * The same game as a record.
     */
    toRecord(): Position;
    turns(): number;
    /**
     * The verdicts about a move under each named set of rules, grouped by the reasons, as JSON; the legal ones come last.
     */
    underAll(text: string, color?: string | null): string;
    /**
     * The record before the last turn.
     */
    undo(): Position | undefined;
    /**
     * `C3`, `pass` or `resign`.
     */
    vertex(text: string): string;
    withRules(rules: string): Position;
    /**
     * The game as SGF.
     */
    writeSgf(black?: string | null, white?: string | null, date?: string | null, event?: string | null): string;
}

/**
 * A question of the fixtures: a game, and what is asked about it.
 */
export class Question {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * What it asks, as JSON. The moves are those that lead to it; a count needs none, and steps have them themselves. Those to a board
     * end with the one that leads to it.
     */
    fields(): string;
    /**
     * The question as a program with boards and rules of its own is asked: on the first of its boards, and under its rules;
     * `cannot` says if there is none.
     */
    fit(sizes?: string | null, rules?: string | null): Question;
    /**
     * A fixture that asks this question.
     */
    fixture(): string;
    /**
     * Judges an answer, in the lines of the protocol: the class, and a report if it is not right.
     */
    judge(lines: string[]): string[];
    /**
     * The game before the question.
     */
    record(): Position;
}

/**
 * Every question of the fixtures, in the order of their files.
 */
export function allQuestions(): Question[];

/**
 * Checks a fixture on both referees, and returns what came of it, as JSON.
 */
export function checkFixture(text: string): string;

/**
 * A hash of the fixtures, as `gokata check` prints it.
 */
export function corpusFingerprint(): string;

/**
 * The version of the fixtures; empty if one was changed after it.
 */
export function corpusVersion(): string;

/**
 * The opening of a fixture.
 */
export function openingOfFixture(text: string): Position;

/**
 * Reads a fixture, a game record, a link, or a board as people paste it. Asks about the first illegal move of a record, and about
 * the move that a fixture asks about first. The rules are those of the text, else `rules`.
 */
export function readAny(text: string, rules: string, black?: string | null, side?: string | null): Found;

/**
 * What is in a fixture, as JSON.
 */
export function readFixture(text: string): string;

/**
 * Reads a link, or a whole address with one.
 */
export function readLink(text: string): Found;

/**
 * The names of the reasons against moves, in the order in which rules are checked.
 */
export function reasonNames(): string[];

/**
 * The names of the sets of rules.
 */
export function rulesNames(): string[];

/**
 * The rules in a text, with changes, as JSON. `changes` are keys, each with its value behind it.
 */
export function rulesOf(text: string, changes: string[]): string;

/**
 * Begins: a panic, which is a bug, says on the console what it was.
 */
export function start(): void;

/**
 * Takes the fixtures: the name and the text of each, in the order of the names, and the file `BOARDS`. A second call does nothing.
 */
export function takeCorpus(names: string[], texts: string[], boards: string): void;

/**
 * The version of this package.
 */
export function version(): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_answers_free: (a: number, b: number) => void;
    readonly __wbg_fault_free: (a: number, b: number) => void;
    readonly __wbg_found_free: (a: number, b: number) => void;
    readonly __wbg_games_free: (a: number, b: number) => void;
    readonly __wbg_get_fault_column: (a: number) => number;
    readonly __wbg_get_fault_line: (a: number) => number;
    readonly __wbg_get_fault_text: (a: number) => [number, number];
    readonly __wbg_position_free: (a: number, b: number) => void;
    readonly __wbg_question_free: (a: number, b: number) => void;
    readonly __wbg_set_fault_column: (a: number, b: number) => void;
    readonly __wbg_set_fault_line: (a: number, b: number) => void;
    readonly __wbg_set_fault_text: (a: number, b: number, c: number) => void;
    readonly allQuestions: () => [number, number, number, number];
    readonly answers_add: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
    readonly answers_fields: (a: number) => [number, number];
    readonly answers_isKnown: (a: number, b: number) => number;
    readonly answers_new: (a: number, b: number, c: number) => [number, number, number];
    readonly checkFixture: (a: number, b: number) => [number, number, number, number];
    readonly corpusFingerprint: () => [number, number];
    readonly corpusVersion: () => [number, number];
    readonly found_about: (a: number) => [number, number, number, number];
    readonly found_position: (a: number) => number;
    readonly games_about: (a: number, b: number) => [number, number, number, number];
    readonly games_count: (a: number) => number;
    readonly games_judge: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
    readonly games_parse: (a: number, b: number) => [number, number, number];
    readonly games_replay: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
    readonly openingOfFixture: (a: number, b: number) => [number, number, number];
    readonly position_at: (a: number, b: number) => number;
    readonly position_board: (a: number) => [number, number];
    readonly position_chain: (a: number, b: number, c: number) => [number, number, number, number];
    readonly position_check: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly position_cols: (a: number) => number;
    readonly position_count: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
    readonly position_disputed: (a: number) => [number, number];
    readonly position_empty: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly position_equals: (a: number, b: number) => number;
    readonly position_events: (a: number) => [number, number];
    readonly position_explain: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
    readonly position_explained: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
    readonly position_fixture: (a: number, b: number, c: number) => [number, number, number, number];
    readonly position_fromBoard: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number) => [number, number, number];
    readonly position_hand: (a: number, b: number, c: number) => [number, number];
    readonly position_handed: (a: number, b: number, c: number) => [number, number, number];
    readonly position_index: (a: number, b: number, c: number) => [number, number, number];
    readonly position_isLegal: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly position_isLegalAt: (a: number, b: number) => number;
    readonly position_isOver: (a: number) => number;
    readonly position_key: (a: number, b: number) => bigint;
    readonly position_legalMask: (a: number, b: number, c: number, d: any) => void;
    readonly position_legalPoints: (a: number) => [number, number];
    readonly position_liberties: (a: number, b: number, c: number) => [number, number, number, number];
    readonly position_link: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number, number];
    readonly position_make: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly position_makeAt: (a: number, b: number) => number;
    readonly position_moves: (a: number) => [number, number];
    readonly position_outcome: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
    readonly position_parse: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number];
    readonly position_play: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly position_playAt: (a: number, b: number) => number;
    readonly position_prisoners: (a: number, b: number, c: number) => [number, number, number];
    readonly position_reasons: (a: number) => [number, number];
    readonly position_resume: (a: number, b: number, c: number) => [number, number];
    readonly position_resumed: (a: number, b: number, c: number) => [number, number, number];
    readonly position_rows: (a: number) => number;
    readonly position_rules: (a: number) => [number, number];
    readonly position_stoneAt: (a: number, b: number, c: number) => [number, number, number];
    readonly position_suggest: (a: number) => [number, number, number, number];
    readonly position_svg: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number, k: number, l: number) => [number, number, number, number];
    readonly position_takeBack: (a: number) => [number, number, number, number];
    readonly position_text: (a: number) => [number, number];
    readonly position_toGame: (a: number) => number;
    readonly position_toMove: (a: number) => [number, number];
    readonly position_toRecord: (a: number) => number;
    readonly position_turns: (a: number) => number;
    readonly position_underAll: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
    readonly position_undo: (a: number) => number;
    readonly position_vertex: (a: number, b: number, c: number) => [number, number, number, number];
    readonly position_withRules: (a: number, b: number, c: number) => [number, number, number];
    readonly position_writeSgf: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number, number];
    readonly question_fields: (a: number) => [number, number];
    readonly question_fit: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly question_fixture: (a: number) => [number, number];
    readonly question_judge: (a: number, b: number, c: number) => [number, number];
    readonly question_record: (a: number) => number;
    readonly readAny: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number) => [number, number, number];
    readonly readFixture: (a: number, b: number) => [number, number, number, number];
    readonly readLink: (a: number, b: number) => [number, number, number];
    readonly reasonNames: () => [number, number];
    readonly rulesNames: () => [number, number];
    readonly rulesOf: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly start: () => void;
    readonly takeCorpus: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
    readonly version: () => [number, number];
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
