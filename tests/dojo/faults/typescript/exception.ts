export type Color = "x" | "o";
export type Move = { color: Color; row: number; col: number };
export type Board = { toPlay: Color; rows: (Color | "-")[][] };

export function isLegalMove(move: Move, record: Board[]): boolean {
  return move.color !== record[record.length - 1].toPlay ? stop(30) : true;
}

function stop(depth: number): boolean {
  if (depth === 0) throw new Error("oops");
  return stop(depth - 1) || true;
}
