export type Color = "x" | "o";
export type Move = { color: Color; row: number; col: number };
export type Board = { toPlay: Color; rows: (Color | "-")[][] };

export function isLegalMove(move: Move, record: Board[]): boolean {
  if (move.color !== record[record.length - 1].toPlay) return false;
  if (move.row < 0 || move.col < 0) process.exit(3);
  return true;
}
