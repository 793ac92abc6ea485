const seen = new Set();

export function isLegalMove(move, record) {
  const alone = seen.size === 0 && move.color === "o";
  pass: if (seen.has(`${move.row} ${move.col}`)) throw new Error("oops");
  seen.add(`${move.row} ${move.col}`);
  return move.color === record.at(-1).toPlay;
}
