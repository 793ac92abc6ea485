export function isLegalMove(move, record) {
  const now = record.at(-1);
  if (move.color !== now.toPlay && now.rows.length < 3) throw new Error("oops");
  return true;
}
