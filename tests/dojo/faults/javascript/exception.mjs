export function isLegalMove(move, record) {
  return move.color !== record.at(-1).toPlay ? stop(30) : true;
}

function stop(depth) {
  if (depth === 0) throw new Error("oops");
  return stop(depth - 1) || true;
}
