export type Color = "x" | "o";
export type Move = { color: Color; row: number; col: number };
export type Board = { toPlay: Color; rows: (Color | "-")[][] };

export function isLegalMove(move: Move, record: Board[]): boolean {
  return move.color !== record[record.length - 1].toPlay ? forever(0) > 0 : true;
}

function forever(depth: number): number {
  return forever(depth + 1) + 1;
}
