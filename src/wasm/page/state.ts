// The state of the page: a game, the turn of it that is shown, and a question. All else is computed from these, in the library.
import { Record, type Color, type Explanation } from "../package/index.ts";

export type Asked = readonly [color: Color, move: string];

export interface State {
  readonly game: Record;
  /** The number of turns after which the position is shown. */
  readonly turn: number;
  readonly asked: Asked | null;
}

/** What the parts of the page show. */
export interface View extends State {
  readonly shown: Record;
  readonly why: Explanation | null;
  /** The part of the page that has caused the change. */
  readonly from: string;
}

/** More than anybody takes back. */
const MOST = 200;
const OPENING = "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n";

let state: State;
/** What was shown before each change of the game, other than by "Take back"; and whether a move played here was the change. */
const earlier: { readonly before: State; readonly by: string }[] = [];
const listeners: ((view: View) => void)[] = [];

/** What the page opens with: Black asks whether a ko may be taken back. */
export function example(): State {
  return { game: Record.parse(OPENING).play("B3"), turn: 1, asked: ["black", "C3"] };
}

export function listen(listener: (view: View) => void): void {
  listeners.push(listener);
}

export function current(): State {
  return state;
}

export function shown(): Record {
  return state.game.at(state.turn) ?? state.game;
}

/** The move that is asked about, with its color, as the library reads it. */
export function question([color, move]: Asked): string {
  return `${color === "black" ? "x" : "o"}:${move}`;
}

/** Changes the state, and shows it. `keep`: what changes the game, so that "Take back" can bring the present state again. */
export function update(change: Partial<State>, { from = "", keep = "" } = {}): void {
  // What is typed is one change.
  const goesOn = keep === "text" && earlier.at(-1)?.by === "text";
  if (keep && state && !goesOn) earlier.push({ before: state, by: keep });
  if (earlier.length > MOST) earlier.shift();
  state = { ...state, ...change };
  show(from);
}

export function show(from = ""): void {
  const position = shown();
  const why = state.asked && position.explain(question(state.asked));
  const view: View = { ...state, shown: position, why, from };
  for (const listener of listeners) listener(view);
}

/** Shows another game at its last turn. */
export function begin(game: Record, { asked = null, turn = game.turns, from = "" }: { asked?: Asked | null; turn?: number; from?: string } = {}): void {
  update({ game, turn, asked }, { from, keep: from || "new" });
}

/** Asks about a move of the side to play. */
export function ask(move: string): void {
  update({ asked: [shown().toMove, move] });
}

/** Plays a move, or asks about it if it is illegal. "Take back" brings the turns again that came later. */
export function play(move: string): void {
  const played = shown().tryPlay(move);
  if (played instanceof Record) update({ game: played, turn: played.turns, asked: null }, { keep: "play" });
  else ask(move);
}

/** True if "Take back" does something: at the last turn alone, so that nothing is lost. */
export function canTakeBack(): boolean {
  return state.turn === state.game.turns && (state.turn > 0 || earlier.length > 0);
}

/** Takes back the last move that was played here, or the last change of the side to play, else the last turn of the game; without turns, brings what was there before. */
export function takeBack(): void {
  if (!canTakeBack()) return;
  const before = ["play", "side"].includes(earlier.at(-1)?.by ?? "") ? null : shown().undo();
  update(before ? { game: before, turn: before.turns, asked: null } : earlier.pop()?.before ?? {});
}

/** Shows another turn of the same game. */
export function step(turn: number): void {
  update({ turn: Math.max(0, Math.min(turn, state.game.turns)), asked: null });
}
