export function isLegalMove(move, record) {
  return move.color !== record.at(-1).toPlay ? forever(0) : true;
}

function forever(depth) {
  return forever(depth + 1) + 1;
}
