import { GokataError, Record, fixture, type Color, type SignMap, Rules, type RulesLike } from "./gokata.js";
/** The version of the fixtures; `null` if a fixture was changed after it. */
declare const version: string | null;
/** A hash of all fixtures, which `gokata check` prints, too. */
declare const fingerprint: string;
/** A move: whose it is; its row and column from the top left, `null` for a pass; and how people write it. */
interface Move {
    readonly color: Color;
    readonly point: readonly [row: number, col: number] | null;
    /** `"C3"` or `"pass"`. */
    readonly vertex: string;
}
/** A step on the way to a question: `play`, a legal move; `try`, one that must be refused; or `undo`. */
type Step = {
    readonly do: "play" | "try";
    readonly move: Move;
} | {
    readonly do: "undo";
    readonly move: null;
};
/** What a count depends on besides board and rules. Neutral points count for nobody; `firstPass` is the side that passed first. */
interface Counted {
    readonly dead: readonly (readonly [row: number, col: number])[];
    readonly neutral: readonly (readonly [row: number, col: number])[];
    /** Those that Black and White hold. */
    readonly prisoners: readonly [black: number, white: number];
    readonly handicap: number;
    readonly firstPass: Color | null;
}
/** A board as an answer: a sign map, all numbers in one array, rows as texts, or one text. A text may also be a refusal. */
type BoardLike = string | readonly string[] | ArrayLike<number> | readonly ArrayLike<number>[];
/** What is asked: about a move, the board or the prisoners behind moves, or about a count. */
type Asks = "legal" | "board" | "prisoners" | "score" | "owner" | "dead";
/**
 * A Go program that answers questions; an object is made for each. It has `start`, and a method for each kind of question that it can be
 * asked. A method that throws `Cannot` has no words for its question. Calls that do not return are not stopped, and promises are not awaited:
 * who answers later takes `allQuestions`, `question.text` and `question.judge`.
 *
 * The last three answers are about a finished game: `question.opening` is its final board, there are no moves, and `question.count` has
 * all else on which the count depends.
 */
interface Adapter {
    /** Sets up `question.opening`, and makes `question.moves`. */
    start(question: Question): unknown;
    /** Whether a move is legal, or the reason against it. */
    legal?(move: Move): boolean | string;
    /** The board as it stands. */
    board?(): BoardLike;
    /** Black's points minus White's, or a text such as `"x+3.5"`. */
    score?(): number | string | {
        toString(): string;
    };
    /** The owner of each point, as a board. */
    owner?(): BoardLike;
    /** Rows of `d` for dead stones and `-`. */
    dead?(): string | readonly string[];
    /** Makes a move of `question.steps`; returns `false` if it refuses an illegal one, and all is as before then. */
    play?(move: Move): unknown;
    /** Takes back the last turn. */
    undo?(): unknown;
    /** What Black and White have captured, or gained by suicides of the other one. */
    prisoners?(): readonly [black: number, white: number];
    /** The rules that the program plays by, if it has its own: `"ko=simple suicide=allowed"`. It is not asked where others decide. May be static. */
    readonly rules?: RulesLike;
    /** The boards that the program has: `"9x9,13x13"`, `"5..19"` or `"square"`. It is asked on these, where that can be. May be static. */
    readonly sizes?: string;
}
/** A class of adapters. */
type AdapterClass = (new () => Adapter) & {
    readonly rules?: RulesLike;
    readonly sizes?: string;
};
/** What becomes of a question. */
type AnswerClass = "right" | "wrong" | "cannot be asked" | "crashed" | "timed out" | "nonsense" | "known";
/** What to ask, and how. */
interface Options {
    /** The rules that the program plays by, instead of those of the adapter. */
    rules?: RulesLike;
    /** The identifiers of questions, cases or fixtures whose wrong answers are expected: a list, or a text with one a line. */
    known?: string | readonly string[];
    /** Only the questions with these names: identifiers, cases, fixtures or folders, such as `"kata/6-ko"`. */
    only?: readonly string[];
}
/** A question as a test of its own. */
interface Case {
    /** The identifier, as in reports of `gokata check --exec`. */
    readonly id: string;
    readonly question: Question;
    /** Whether a wrong answer is expected. */
    readonly known: boolean;
    /** Asks the program; throws `WrongAnswer`. A known deviation is skipped, if the test's context is given and can do that. */
    readonly run: (context?: unknown) => void;
}
/** Thrown by an adapter that cannot be asked this; the message says why. */
declare class Cannot extends Error {
    get name(): string;
}
/** A wrong answer, or none. The message has the question, both answers, and a fixture; the fields are as the protocol writes them. */
declare class WrongAnswer extends GokataError {
    readonly id: string;
    readonly expected: string;
    readonly actual: string;
}
/** A question of the fixtures: a game, and what is asked about it. */
declare class Question {
    #private;
    /** The identifier, as in reports of `gokata check --exec`. */
    readonly id: string;
    /** The method that answers it. */
    readonly asks: Asks;
    readonly size: readonly [rows: number, cols: number];
    /** The board on which the moves begin; in a question about the count, the final board. */
    readonly opening: SignMap;
    /** The side that plays on the opening. */
    readonly toMove: Color;
    /** The moves from the opening to the question, where `steps` do not have them. If it asks for a board, the last one leads to that board. */
    readonly moves: readonly Move[];
    /** What leads from the opening to the question, where moves must be refused, or turns are taken back, on the way. Else none. */
    readonly steps: readonly Step[];
    /** The move that is asked about; `null` for a count, for prisoners, and for the board as it stands. */
    readonly move: Move | null;
    readonly count: Counted | null;
    /** The question in the line protocol of `gokata check --exec`; `null` if the protocol cannot express it. */
    readonly text: string | null;
    /** The right answer, as the protocol writes it. */
    readonly expected: string;
    /** Why the protocol has no words for it, or why a program with rules or boards of its own cannot be asked it. */
    readonly cannot: string | null;
    /** The rules in force. */
    get rules(): Rules;
    /** The game before the question. */
    get record(): Record;
    /** A fixture that asks this question. */
    get fixture(): string;
    /** The class of an answer in the line protocol, and a report if it is not right. */
    judge(answer: string | readonly string[]): {
        class: AnswerClass;
        report: string;
    };
}
/** The answers of a program to all questions. Its text is the report of `gokata check --exec`: tables, totals, reasons. */
declare class Answers {
    #private;
    /** The number of answers of each class. */
    readonly numbers: {
        readonly [name in AnswerClass]: number;
    };
    /** The wrong and missing answers that are not known: identifiers, and reports with a fixture each. */
    readonly wrong: readonly (readonly [id: string, report: string])[];
    /** The rules about which fewer than five questions were answered, although there are more: `ko`, `superko`, `suicide`, … */
    readonly untested: readonly string[];
    /** The identifiers on the list of known deviations whose answers are right. */
    readonly rightNow: readonly string[];
    /** Whether enough was answered about each rule, and nothing wrong but what is known. */
    get isFine(): boolean;
    toString(): string;
}
/** Every question of the fixtures, in the order of their files. They are made once, and take some 150 MB. */
declare function allQuestions(): readonly Question[];
/** The questions that a program can be asked, each as a test of its own: `for (const { id, run } of cases(MyReferee)) test(id, run)`. */
declare function cases(adapter: AdapterClass, options?: Options): Case[];
/** Asks a program all questions; print the result. */
declare function check(adapter: AdapterClass, options?: Options): Answers;
/** Asks a program one question. */
declare function checkOne(question: Question, adapter: AdapterClass, options?: Pick<Options, "rules">): AnswerClass;
export { type Adapter, type AdapterClass, type AnswerClass, type Answers, type Asks, type BoardLike, Cannot, type Case, type Counted, type Move, type Options, type Question, type Step, WrongAnswer, allQuestions, cases, check, checkOne, fingerprint, version };
