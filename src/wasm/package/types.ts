// Values as users write them and get them.

/** `"black"` or `"white"`. */
export type Color = "black" | "white";

/** A color as an argument: a name (`"black"`, `"b"`, `"x"`; `"white"`, `"w"`, `"o"`), or 1 for Black and -1 for White. */
export type ColorLike = Color | "b" | "w" | "x" | "o" | 1 | -1;

/**
 * A point or a move: `"C3"`, `[row, col]` from 0 at the top left, or an index, `row * cols + col`. `"pass"`, or the index `rows *
 * cols`, is a pass; `"resign"` is a move, too. A point off the board is not legal; it is no error to ask about it.
 */
export type MoveLike = string | number | readonly [row: number, col: number];

/** A number of lines, or `[rows, cols]`, of 1 to 25. */
export type SizeLike = number | readonly [rows: number, cols: number];

/** White's compensation in points: `6.5` or `"6.5"`. */
export type Komi = number | string;

/** Why a move is illegal, in the order in which the rules are checked. Each is the text that fixtures use. */
export type Reason = "game-over" | "turn" | "off-board" | "occupied" | "suicide" | "ko" | "superko";

/** A board in numbers, rows from the top: 1 for Black, -1 for White, 0. */
export type SignMap = (-1 | 0 | 1)[][];
