export type Color = "x" | "o";
export type Move = { color: Color; row: number; col: number };
export type Board = { toPlay: Color; rows: (Color | "-")[][] };

export function isLegalMove(move: Move, record: Board[]): boolean {
  const now = record[record.length - 1];
  if (move.color !== now.toPlay && now.rows.length < 3) throw new Error("oops");
  return true;
}
