export type Color = "x" | "o";
export type Move = { color: Color; row: number; col: number };
export type Board = { toPlay: Color; rows: (Color | "-")[][] };

export function isLegalMove(move: Move, record: Board[]): boolean {
  const now = record[record.length - 1];
  const isRow = move.row >= 0 && move.row < now.rows.length;
  const isCol = move.col >= 0 && move.col < now.rows[0].length;
  if (!isRow || !isCol) throw new Error("oops");
  return move.color === now.toPlay;
}
