export type Color = "x" | "o";
export type Move = { color: Color; row: number; col: number };
export type Board = { toPlay: Color; rows: (Color | "-")[][] };

export function isLegalMove(move: Move, record: Board[]): boolean {
  console.log("hello");
  return true;
}
