// Sentences of the kit's terminal.
import type { Color, Move } from "./types.ts";

export const REMAINS = "right alone, wrong after another question: does something remain from before?";

export const side = (color: Color) => color === "x" ? "Black" : "White";

/** As the kit says it above `should be:`. */
export const wanted = ({ color, row, col }: Move) => `${side(color)} wants to play at row ${row}, column ${col}.`;
