import type { Color, Reason, SignMap } from "./types.ts";

/** Why a move is legal or not: every reason, with its evidence. Its text is that of `gokata explain`. */
export class Explanation {
  declare readonly legal: boolean;
  /** Whose move it would be. */
  declare readonly color: Color;
  /** `C3`, `pass` or `resign`. */
  declare readonly move: string;
  /** Every reason against the move. */
  declare readonly reasons: readonly Reason[];
  /** The reasons, and the stones that the move takes, a sentence each. */
  declare readonly sentences: readonly string[];
  /** The opposing stones that the move takes, or would take. */
  declare readonly captured: readonly string[];
  /** The player's own stones that would be left without a liberty, the new stone included. */
  declare readonly selfCaptured: readonly string[];
  /** The number of turns after which the repeated position last occurred: 0 is the opening board. */
  declare readonly repeats: number | null;
  /** The board after the move, legal or not; `null` for a pass, and for a play on a stone or off the board. */
  declare readonly after: SignMap | null;
  /** The verdict, and the sentences below it. */
  declare readonly brief: string;
  readonly #text: () => string;

  /** @internal */
  constructor(json: string, text: () => string) {
    this.#text = text;
    Object.freeze(Object.assign(this, JSON.parse(json)));
  }

  /** The verdict, the sentences, the rules, and the boards before and after. */
  toString(): string {
    try {
      return this.#text();
    } catch {
      // The position was disposed.
      return this.brief;
    }
  }
}

/** What some named sets of rules say about a move. */
export interface Verdict {
  /** Every reason against the move; none if it is legal. */
  readonly reasons: readonly Reason[];
  /** The names of these rules. */
  readonly rules: readonly string[];
}
