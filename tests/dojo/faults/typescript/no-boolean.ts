export type Color = "x" | "o";
export type Move = { color: Color; row: number; col: number };
export type Board = { toPlay: Color; rows: (Color | "-")[][] };

export function isLegalMove(move: Move, record: Board[]) {
  move.color === record[record.length - 1].toPlay;
}
