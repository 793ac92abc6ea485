// What the parts of the page know of each other. No code.

export type Color = "x" | "o";
export type Light = "red" | "amber" | "green";
export type Language = "javascript" | "typescript" | "python";

export interface Board {
  readonly toPlay: Color;
  readonly rows: readonly (readonly string[])[];
}

export interface Move {
  readonly color: Color;
  readonly row: number;
  readonly col: number;
}

/** What a program is asked: it is all that a worker ever sees. */
export interface Asked {
  readonly move: Move;
  /** Oldest first; the last one is the board now. */
  readonly record: readonly Board[];
}

/** A question of a step file. */
export interface Question extends Asked {
  readonly answer: "legal" | "not legal";
  /** The answer and its reason, as the kit prints it behind `should be:`. */
  readonly should: string;
  /** One or two sentences for a reader who has never seen Go; empty for some questions of the bonus. */
  readonly why: string;
}

export interface Step {
  readonly title: string;
  readonly questions: readonly Question[];
  /** Three, in the order in which they are given; none for the bonus. */
  readonly hints: readonly string[];
}

/** What is built into the page. */
export interface Kit {
  /** The seven steps; the bonus, which is large, is read when it is needed. */
  readonly steps: readonly Step[];
  readonly bonus: () => Promise<Step>;
  /** The file that a pair edits, as the page shows it at first, and its name in the kit. */
  readonly starters: { readonly [language in Language]: { readonly file: string; readonly code: string } };
  /** Names and licences of what the page contains. */
  readonly licences: string;
}

/** What a program said about one question. */
export interface Answer {
  /** As the kit prints it behind `you said:`. Only `legal` and `not legal` can be right. */
  readonly said: string;
  /** The message of what stopped the program, with the lines of the pair's file; empty if it answered. */
  readonly trace: string;
  /** The line of the pair's file at which it stopped, from 1, if that is known. */
  readonly line?: number;
  /** What it printed at this question, at most 200 lines. */
  readonly printed: readonly string[];
  /** The program had to be ended (`slow`: the time limit) or has ended itself (`gone`). Nothing more can be asked. */
  readonly ended?: "slow" | "gone";
}

/** Why a file cannot be asked: it does not compile, has no function, or does not end when it is read. */
export interface Fault {
  readonly message: string;
  readonly line?: number;
  readonly printed: readonly string[];
}

/** A pair's program in a worker. Questions are asked one after the other. */
export interface Program {
  ask(asked: Asked): Promise<Answer>;
  end(): void;
}

/** Reads a file in a new worker. */
export type Start = (language: Language, code: string) => Promise<Program | { readonly fault: Fault }>;

/** How a run ended: what the kit's screen says, as data. */
export interface Outcome {
  readonly light: Light;
  /** The step that is shown, from 1: the one that is wrong, or the one that has become green. */
  readonly step: number;
  /** How many steps are right from the first on, before the one that is wrong. */
  readonly right: number;
  /** What the number in the kit's file `progress` would be after this run. */
  readonly reached: number;
  /** Of what is wrong, the first; without it the light is green, or the file has a fault. */
  readonly wrong?: {
    readonly question: Question;
    /** Of the questions of its step, from 0. */
    readonly index: number;
    readonly answer: Answer;
    /** How many questions of the step were answered right; missing if the program ended before the last one. */
    readonly count?: number;
    /** The same question, asked alone of a new program, was answered right: something remains from before. */
    readonly remains: boolean;
    /** This step was green before. */
    readonly earlier: boolean;
  };
  readonly fault?: Fault;
  /** All questions of all steps were right. */
  readonly finished: boolean;
}

/** A run that is kept for the evening's replay. In `evening.json`: { schema: "gokata-evening-1", pair, runs }. */
export interface Run {
  /** HH:MM:SS, as in lights.log. */
  readonly time: string;
  readonly step: number;
  readonly light: Light;
  readonly language: Language;
  readonly predicted?: Light;
  /** Missing if the pair does not want its code to be kept. */
  readonly code?: string;
}
