// Wrong versions that pairs write, out of the table in FACILITATOR.md. In each language: the solution that is changed,
// what is replaced, and by what. `shows` stands in the table and on the screen; `light` and `back` say where it is not RED
// in its own step.

const all = (row, ...versions) => versions.map(version => ({ row, ...version }));

const TURN_JS = 'move.color !== now.toPlay', TURN_PY = 'move.color != now.to_play';
const SEEN_JS = 'if (!hasLiberty(now.rows, group(now.rows, move.row, move.col))) return false;';
const SEEN_PY = 'if not has_liberty(now.rows, group(now.rows, move.row, move.col)):';
const PUT_JS = 'now.rows[move.row][move.col] = move.color;', PUT_PY = 'now.rows[move.row][move.col] = move.color';
const ONE_JS = 'if (!around.includes("-") && !around.includes(move.color)) return false;';
const ONE_PY = 'if "-" not in around and move.color not in around:';
const LOOP_PY = 'for row, col in neighbors(now.rows, move.row, move.col):';
const FALLS_JS = 'isEnemy && !hasLiberty(now.rows, stones)';
const FALLS_PY = 'now.rows[row][col] not in ("-", move.color) and not has_liberty(now.rows, stones)';
const KO_JS = 'before && String(now.rows) === String(before.rows)';
const KO_PY = 'len(record) > 1 and now.rows == record[-2].rows';

export const WRONG = [
  ...all('1 Black on odd boards', {
    name: 'Black on odd boards', step: 1, shows: 'White may begin, too.',
    javascript: [1, TURN_JS, 'move.color !== (record.length % 2 ? "x" : "o")'],
    python: [1, TURN_PY, 'move.color != ("x" if len(record) % 2 else "o")'],
  }, {
    name: 'the stones are counted', step: 1, shows: 'White may begin, too.',
    javascript: [1, TURN_JS, 'move.color !== (now.rows.flat().filter((p) => p !== "-").length % 2 ? "o" : "x")'],
    python: [1, TURN_PY, 'move.color != ("o" if sum(p != "-" for row in now.rows for p in row) % 2 else "x")'],
  }),
  ...all('1 the first board', {
    name: 'the first board', step: 1, shows: 'Black has just played, so White is next.',
    javascript: [1, 'record.at(-1);\n', 'record[0];\n'],
    python: [1, 'record[-1]\n    if', 'record[0]\n    if'],
  }),
  ...all('1 forgot to return', {
    name: 'forgot to return', step: 1, shows: '',
    javascript: [1, '  return true;\n', ''],
    python: [1, '    return True\n', ''],
  }),
  ...all('2 `<=` for `<`', {
    name: '<= for <', step: 2, shows: 'the last of five rows is row 4',
    javascript: [2, 'row < rows.length && col >= 0 && col <', 'row <= rows.length && col >= 0 && col <='],
    python: [2, 'row < len(rows) and 0 <= col <', 'row <= len(rows) and 0 <= col <='],
  }),
  ...all('2 only too large', {
    name: 'only too large', step: 2, shows: 'There is no row above row 0.',
    javascript: [2, 'row >= 0 && row < rows.length && col >= 0 && col', 'row < rows.length && col'],
    python: [2, '0 <= row < len(rows) and 0 <= col <', 'row < len(rows) and col <'],
  }, {
    name: 'only negative', step: 2, shows: 'the last of five rows is row 4',
    javascript: [2, 'row >= 0 && row < rows.length && col >= 0 && col < rows[0].length', 'row >= 0 && col >= 0'],
    python: [2, '0 <= row < len(rows) and 0 <= col < len(rows[0])', 'row >= 0 and col >= 0'],
  }),
  ...all('2 rows and columns exchanged', {
    name: 'rows and columns exchanged', step: 2, shows: 'A board need not be square.',
    javascript: [2, 'isOnBoard(rows, row, col)', 'isOnBoard(rows, col, row)'],
    python: [2, 'def is_on_board(rows, row, col)', 'def is_on_board(rows, col, row)'],
  }, {
    name: 'one size for both', step: 2, shows: 'A board need not be square.',
    javascript: [2, 'rows[0].length', 'rows.length'],
    python: [2, 'len(rows[0])', 'len(rows)'],
  }, {
    name: 'a fixed 5', step: 2, shows: 'but only three rows',
    javascript: [2, 'rows.length && col >= 0 && col < rows[0].length', '5 && col >= 0 && col < 5'],
    python: [2, 'len(rows) and 0 <= col < len(rows[0])', '5 and 0 <= col < 5'],
  }),
  ...all("3 only the enemy's stones", {
    name: "only the enemy's stones", step: 3, shows: 'not even two stones of the same color',
    javascript: [3, '!== "-"', '=== (move.color === "x" ? "o" : "x")'],
    python: [3, '!= "-"', '== ("o" if move.color == "x" else "x")'],
  }),
  ...all('3 an older board', {
    name: 'an older board instead', step: 3, shows: 'What counts is the board now',
    javascript: [3, 'now.rows[move.row][move.col] !==', 'record[0].rows[move.row][move.col] !=='],
    python: [3, 'now.rows[move.row][move.col] !=', 'record[0].rows[move.row][move.col] !='],
  }, {
    name: 'older boards, too', step: 3, shows: 'Look only at the board now',
    javascript: [3, 'now.rows[move.row][move.col] !== "-"', 'record.some((board) => board.rows[move.row][move.col] !== "-")'],
    python: [3, 'now.rows[move.row][move.col] != "-"', 'any(board.rows[move.row][move.col] != "-" for board in record)'],
  }),
  ...all('3, 4 the point is looked up', {
    name: 'looked up before the check', step: 3, light: 'amber', back: 2,
    javascript: [3, '  if (!isOnBoard(now.rows, move.row, move.col)) return false;\n', '', 'return true;\n', 'return isOnBoard(now.rows, move.row, move.col);\n'],
    python: [3, '    if not is_on_board(now.rows, move.row, move.col):\n        return False\n', '', 'return True\n', 'return is_on_board(now.rows, move.row, move.col)\n'],
  }, {
    name: 'looked up beyond the edge', step: 4, light: 'amber', back: 2,
    javascript: [4, 'return around.filter(([r, c]) => isOnBoard(rows, r, c));', 'return around;'],
    python: [4, '[(r, c) for r, c in around if is_on_board(rows, r, c)]', 'around'],
  }),
  ...all("4 Python's `rows[-1]`", {
    name: 'the other side of the board', step: 4, shows: 'A corner has two neighbors, and both are black',
    javascript: [4, '=> now.rows[row][col]', '=> now.rows.at(row)?.at(col)', 'around.filter(([r, c]) => isOnBoard(rows, r, c))', 'around'],
    python: [4, 'if is_on_board(rows, r, c)', 'if r < len(rows) and c < len(rows[0])'],
  }, {
    name: 'the edge counts as empty', step: 4, shows: 'A corner has two neighbors, and both are black',
    javascript: [4, ONE_JS, 'if (around.length === 4 && !around.includes("-") && !around.includes(move.color)) return false;'],
    python: [4, ONE_PY, 'if len(around) == 4 and "-" not in around and move.color not in around:'],
  }),
  ...all('4 legal only beside an empty point', {
    name: 'legal only beside an empty point', step: 4, shows: "All four neighbors are Black's own stones.",
    javascript: [4, ' && !around.includes(move.color)', ''],
    python: [4, ' and move.color not in around', ''],
  }),
  ...all('4 one enemy beside', {
    name: 'one enemy forbids', step: 4, shows: 'One liberty is enough.',
    javascript: [4, ONE_JS, 'if (around.some((stone) => stone !== "-" && stone !== move.color)) return false;'],
    python: [4, ONE_PY, 'if any(stone not in ("-", move.color) for stone in around):'],
  }, {
    name: 'diagonals counted', step: 4, shows: 'A corner has two neighbors, and both are black',
    javascript: [4, '[row, col + 1]]', '[row, col + 1], [row - 1, col - 1], [row - 1, col + 1], [row + 1, col - 1], [row + 1, col + 1]]'],
    python: [4, '(row, col + 1)]', '(row, col + 1), (row - 1, col - 1), (row - 1, col + 1), (row + 1, col - 1), (row + 1, col + 1)]'],
  }),
  ...all('5 a friend beside is enough', {
    name: 'a friend beside is enough', step: 5, shows: 'it fills the last liberty that they have',
    javascript: [4], python: [4],
  }),
  ...all('5 the stone is not put down', {
    name: 'the group without the new stone', step: 5, shows: 'it fills the last liberty that they have',
    javascript: [5, `  ${PUT_JS}\n  ${SEEN_JS}`, `  const lives = ([r, c]) => now.rows[r][c] === "-" || (now.rows[r][c] === move.color && hasLiberty(now.rows, group(now.rows, r, c)));
  if (!neighbors(now.rows, move.row, move.col).some(lives)) return false;`],
    python: [5, `    ${PUT_PY}\n    ${SEEN_PY}`, `    def lives(r, c):
        return now.rows[r][c] == "-" or now.rows[r][c] == move.color and has_liberty(now.rows, group(now.rows, r, c))
    if not any(lives(r, c) for r, c in neighbors(now.rows, move.row, move.col)):`],
  }, {
    name: 'the group of an empty point', step: 5, shows: "All four neighbors are Black's own stones.", back: 4,
    javascript: [5, `  ${PUT_JS}\n`, ''],
    python: [5, `    ${PUT_PY}\n`, ''],
  }),
  ...all('5 friends of friends', {
    name: 'friends of friends are forgotten', step: 5, shows: 'The liberty may be far away',
    javascript: [5, 'of found) {', 'of [...found]) {'],
    python: [5, 'for point in found:', 'for point in list(found):'],
  }),
  ...all('5 all friends must live', {
    name: 'all friends must live', step: 5, shows: 'One friend is enough.',
    javascript: [5, SEEN_JS, `const around = neighbors(now.rows, move.row, move.col);
  now.rows[move.row][move.col] = move.color === "x" ? "o" : "x";
  const friends = around.filter(([r, c]) => now.rows[r][c] === move.color);
  if (around.every(([r, c]) => now.rows[r][c] !== "-") && !(friends.length && friends.every(([r, c]) => hasLiberty(now.rows, group(now.rows, r, c))))) return false;`],
    python: [5, SEEN_PY, `around = neighbors(now.rows, move.row, move.col)
    now.rows[move.row][move.col] = "o" if move.color == "x" else "x"
    friends = [(r, c) for r, c in around if now.rows[r][c] == move.color]
    lives = [has_liberty(now.rows, group(now.rows, r, c)) for r, c in friends]
    if all(now.rows[r][c] != "-" for r, c in around) and not (lives and all(lives)):`],
  }, {
    name: 'the first friend decides', step: 5, shows: 'One friend is enough.',
    javascript: [5, SEEN_JS, `const around = neighbors(now.rows, move.row, move.col);
  now.rows[move.row][move.col] = move.color === "x" ? "o" : "x";
  const friend = around.find(([r, c]) => now.rows[r][c] === move.color);
  if (around.every(([r, c]) => now.rows[r][c] !== "-") && !(friend && hasLiberty(now.rows, group(now.rows, ...friend)))) return false;`],
    python: [5, SEEN_PY, `around = neighbors(now.rows, move.row, move.col)
    now.rows[move.row][move.col] = "o" if move.color == "x" else "x"
    lives = [has_liberty(now.rows, group(now.rows, r, c)) for r, c in around if now.rows[r][c] == move.color]
    if all(now.rows[r][c] != "-" for r, c in around) and not (lives and lives[0]):`],
  }),
  ...all('5 friends across the corner', {
    name: 'friends across the corner', step: 5, shows: 'touches only across the corner',
    javascript: [5, 'of neighbors(rows, ...stone)) {', 'of [-1, 0, 1].flatMap((r) => [-1, 0, 1].map((c) => [stone[0] + r, stone[1] + c]))) {\n      if (!isOnBoard(rows, r, c)) continue;'],
    python: [5, 'in neighbors(rows, *point):\n', 'in [(point[0] + i // 3 - 1, point[1] + i % 3 - 1) for i in range(9)]:\n            if not is_on_board(rows, r, c):\n                continue\n'],
  }),
  ...all('5 nothing remembers', {
    name: 'nothing remembers', step: 5, light: 'amber', back: 3,
    javascript: [5, SEEN_JS, `const lives = (row, col) => neighbors(now.rows, row, col).some(([r, c]) => now.rows[r][c] === "-" || (now.rows[r][c] === move.color && lives(r, c)));
  if (!lives(move.row, move.col)) return false;`],
    python: [5, SEEN_PY, `def lives(row, col):
        return any(now.rows[r][c] == "-" or now.rows[r][c] == move.color and lives(r, c) for r, c in neighbors(now.rows, row, col))
    if not lives(move.row, move.col):`],
  }),
  ...all('6 own group first', {
    name: 'own group first', step: 6, shows: 'It comes off first',
    javascript: [6, `  ${PUT_JS}\n`, `  ${PUT_JS}\n  ${SEEN_JS}\n`],
    python: [6, `    ${PUT_PY}\n`, `    ${PUT_PY}\n    ${SEEN_PY}\n        return False\n`],
  }, {
    name: 'the check of step 4 still stands', step: 6, shows: 'It comes off first',
    javascript: [6, `  ${PUT_JS}\n`, `  const around = neighbors(now.rows, move.row, move.col).map(([row, col]) => now.rows[row][col]);\n  ${ONE_JS}\n  ${PUT_JS}\n`],
    python: [6, `    ${PUT_PY}\n`, `    around = [now.rows[r][c] for r, c in neighbors(now.rows, move.row, move.col)]\n    ${ONE_PY}\n        return False\n    ${PUT_PY}\n`],
  }),
  ...all('6 all enemies beside must fall', {
    name: 'all enemies must fall', step: 6, shows: 'It comes off first',
    javascript: [5, SEEN_JS, `const enemies = neighbors(now.rows, move.row, move.col).filter(([r, c]) => !["-", move.color].includes(now.rows[r][c]));
  const fall = enemies.length > 0 && enemies.every(([r, c]) => !hasLiberty(now.rows, group(now.rows, r, c)));
  if (!fall && !hasLiberty(now.rows, group(now.rows, move.row, move.col))) return false;`],
    python: [5, SEEN_PY, `enemies = [(r, c) for r, c in neighbors(now.rows, move.row, move.col) if now.rows[r][c] not in ("-", move.color)]
    fall = [not has_liberty(now.rows, group(now.rows, r, c)) for r, c in enemies]
    if not (fall and all(fall)) and not has_liberty(now.rows, group(now.rows, move.row, move.col)):`],
  }, {
    name: 'the last enemy decides', step: 6, shows: 'one is enough',
    javascript: [5, SEEN_JS, `let falls = false;
  for (const [row, col] of neighbors(now.rows, move.row, move.col)) {
    if (!["-", move.color].includes(now.rows[row][col])) falls = !hasLiberty(now.rows, group(now.rows, row, col));
  }
  if (!falls && !hasLiberty(now.rows, group(now.rows, move.row, move.col))) return false;`],
    python: [5, SEEN_PY, `falls = False
    for row, col in neighbors(now.rows, move.row, move.col):
        if now.rows[row][col] not in ("-", move.color):
            falls = not has_liberty(now.rows, group(now.rows, row, col))
    if not falls and not has_liberty(now.rows, group(now.rows, move.row, move.col)):`],
  }, {
    name: 'only the first enemy is asked', step: 6, shows: 'It comes off first',
    javascript: [6, '(now.rows[r][c] = "-"));\n', '(now.rows[r][c] = "-"));\n    if (isEnemy) break;\n'],
    python: [6, '                now.rows[r][c] = "-"\n', '                now.rows[r][c] = "-"\n        if now.rows[row][col] not in ("-", move.color):\n            break\n'],
  }),
  ...all("6 the enemy's stone is looked at", {
    name: 'single stones are taken', step: 6, shows: 'they come off together',
    javascript: [6, FALLS_JS, 'isEnemy && stones.length === 1 && !hasLiberty(now.rows, stones)'],
    python: [6, FALLS_PY, `${FALLS_PY} and len(stones) == 1`],
  }, {
    name: 'the stone has no empty neighbor', step: 6, shows: 'whichever of the two',
    javascript: [6, FALLS_JS, 'isEnemy && !hasLiberty(now.rows, [[row, col]])'],
    python: [6, FALLS_PY, 'now.rows[row][col] not in ("-", move.color) and not has_liberty(now.rows, [(row, col)])'],
  }, {
    name: 'all neighbors of the stone are friends', step: 6, shows: 'they come off together',
    javascript: [6, FALLS_JS, 'isEnemy && neighbors(now.rows, row, col).every(([r, c]) => now.rows[r][c] === move.color)'],
    python: [6, FALLS_PY, 'now.rows[row][col] not in ("-", move.color) and all(now.rows[r][c] == move.color for r, c in neighbors(now.rows, row, col))'],
  }),
  ...all('6 one set of seen stones', {
    name: 'one set of seen stones', step: 6, shows: 'whichever of the two',
    javascript: [6, `  ${PUT_JS}\n`, `  ${PUT_JS}\n  const seen = [];\n`, 'group(now.rows, row, col);\n', 'group(now.rows, row, col).filter((stone, at) => at === 0 || !seen.includes(String(stone)));\n    seen.push(...stones.map(String));\n'],
    python: [6, `    ${PUT_PY}\n`, `    ${PUT_PY}\n    seen = set()\n`, 'stones = group(now.rows, row, col)\n', 'stones = [stone for stone in group(now.rows, row, col) if stone == (row, col) or stone not in seen]\n        seen.update(stones)\n'],
  }),
  ...all('6 any enemy beside', {
    name: 'any enemy beside', step: 6, shows: 'both are black', back: 4,
    javascript: [6, FALLS_JS, 'isEnemy'],
    python: [6, FALLS_PY, 'now.rows[row][col] not in ("-", move.color)'],
  }),
  ...all('7 compared before', {
    name: 'compared before the captures', step: 7, shows: 'If Black took back at once',
    javascript: [6, `  ${PUT_JS}\n`, `  ${PUT_JS}\n  const before = record.at(-2);\n  if (${KO_JS}) return false;\n`],
    python: [6, `    ${PUT_PY}\n`, `    ${PUT_PY}\n    if ${KO_PY}:\n        return False\n`],
  }, {
    name: 'the captured stones never come off', step: 7, shows: 'If Black took back at once',
    javascript: [7, 'for (const [row', 'let takes = false;\n  for (const [row', 'stones.forEach(([r, c]) => (now.rows[r][c] = "-"))', 'takes = true', 'if (!has', 'if (!takes && !has'],
    python: [7, `    ${LOOP_PY}`, `    takes = False\n    ${LOOP_PY}`, 'for r, c in stones:\n                now.rows[r][c] = "-"', 'takes = True', 'if not has', 'if not takes and not has'],
  }),
  ...all('7 `==` compares objects', {
    name: '== compares objects', step: 7, shows: 'If Black took back at once',
    javascript: [7, 'String(now.rows) === String(before.rows)', 'now.rows === before.rows'],
    python: [7, 'now.rows == record[-2].rows', 'now.rows is record[-2].rows'],
  }, {
    name: 'whose turn it is, too', step: 7, shows: 'If Black took back at once',
    javascript: [7, 'String(now.rows) === String(before.rows)', 'JSON.stringify({ ...now, toPlay: move.color }) === JSON.stringify({ ...before, toPlay: move.color === "x" ? "o" : "x" })'],
    python: [7, 'now.rows == record[-2].rows', '(now.rows, "x") == (record[-2].rows, "o")'],
  }),
  ...all('7 compared with the board now', {
    name: 'compared with the board now', step: 7, shows: 'If Black took back at once',
    javascript: [7, 'const now = record.at(-1);', 'const now = record.at(-1), old = String(now.rows);', KO_JS, 'String(now.rows) === old'],
    python: [7, 'now = record[-1]\n', 'now = record[-1]\n    old = [list(row) for row in now.rows]\n', KO_PY, 'now.rows == old'],
  }, {
    name: 'compared with the board that was changed', step: 7, shows: 'Black has just played, so White is next.', back: 1,
    javascript: [7, KO_JS, 'record.length > 1 && String(now.rows) === String(record.at(-1).rows)'],
    python: [7, KO_PY, 'len(record) > 1 and now.rows == record[-1].rows'],
  }, {
    name: 'compared with the only board', step: 7, shows: "It is Black's turn.", back: 1,
    javascript: [7, 'record.at(-2)', 'record.at(-1)'],
    python: [7, KO_PY, 'now.rows == record[-1].rows'],
  }),
  ...all('7 no older board exists', {
    name: 'no older board exists', step: 7, light: 'amber', back: 1,
    javascript: [7, 'before && String', 'String'],
    python: [7, 'len(record) > 1 and ', ''],
  }),
  ...all('7 not the whole group', {
    name: 'only the stones beside come off', step: 7, shows: 'takes a group of two',
    javascript: [7, 'stones.forEach(([r, c]) => (now.rows[r][c] = "-"))', 'now.rows[row][col] = "-"'],
    python: [7, 'for r, c in stones:\n                now.rows[r][c] = "-"', 'now.rows[row][col] = "-"'],
  }),
  ...all('7 every older board', {
    name: 'every older board is forbidden', step: 7, shows: 'as it was two turns ago',
    javascript: [7, KO_JS, 'record.slice(0, -1).some((board) => String(board.rows) === String(now.rows))'],
    python: [7, KO_PY, 'any(now.rows == board.rows for board in record[:-1])'],
  }, {
    name: 'every older board before the same turn', step: 7, shows: 'after the very first move',
    javascript: [7, KO_JS, 'record.some((board) => board.toPlay !== move.color && String(board.rows) === String(now.rows))'],
    python: [7, KO_PY, 'any(board.to_play != move.color and board.rows == now.rows for board in record)'],
  }),
  ...all('7 "who was captured', {
    name: 'who was captured may not capture', step: 7, shows: 'the other is still missing',
    javascript: [7, KO_JS, 'taken > 0 && had > has',
      'for (const [row', 'const stonesOf = (board) => board.rows.flat().filter((p) => p === move.color).length;\n  const had = record.length > 1 ? stonesOf(record.at(-2)) : 0, has = stonesOf(now) - 1;\n  let taken = 0;\n  for (const [row', 'stones.forEach(', 'taken = stones.length, stones.forEach('],
    python: [7, KO_PY, 'taken > 0 and had > has', `    ${LOOP_PY}`, `    had = sum(row.count(move.color) for row in record[-2].rows) if len(record) > 1 else 0
    has = sum(row.count(move.color) for row in now.rows) - 1
    taken = 0\n    ${LOOP_PY}`, '            for r, c in stones:\n', '            taken = len(stones)\n            for r, c in stones:\n'],
  }),
];

// What remains from one question is there at the next. No row of the table: a sentence of the screen says so.
export const REMAINING = [
  {
    name: 'a default that remains', step: 5, back: 4, remains: true,
    python: [5, 'def group(rows, row, col):\n', 'def group(rows, row, col, seen=set()):\n', '(r, c) not in found:\n', '(r, c) not in seen:\n                seen.add((r, c))\n'],
  }, {
    name: 'a variable of the module', step: 5, back: 4, remains: true,
    javascript: [5, 'function group(', 'const seen = new Set();\nfunction group(', 'const isNew = !found.some((other) => other[0] === r && other[1] === c);', 'const isNew = !seen.has(`${r},${c}`);', 'isNew) found', 'isNew && seen.add(`${r},${c}`)) found'],
    python: [5, 'def group(', 'seen = set()\n\n\ndef group(', '(r, c) not in found:\n', '(r, c) not in seen:\n                seen.add((r, c))\n'],
  }, {
    name: 'the turn is counted', step: 1, remains: true,
    javascript: [1, 'export', 'let turn = "o";\nexport', 'const now', 'turn = turn === "x" ? "o" : "x";\n  const now', 'now.toPlay', 'turn'],
    python: [1, 'def is', 'turn = "o"\n\n\ndef is', '    now =', '    global turn\n    turn = "o" if turn == "x" else "x"\n    now =', 'now.to_play', 'turn'],
  }, {
    name: 'the board is kept', step: 3, back: 3, remains: true,
    javascript: [3, 'export', 'let kept;\nexport', 'now.rows[move.row]', '(kept ??= now) && isOnBoard(kept.rows, move.row, move.col) && kept.rows[move.row]'],
    python: [3, 'def is_legal', 'kept = []\n\n\ndef is_legal', '    if now.rows', '    kept.append(now)\n    if is_on_board(kept[0].rows, move.row, move.col) and kept[0].rows'],
  },
];

/** What a pair returns where true or false is asked for. */
export const ANSWERS = {
  javascript: ['', 'null', '0', '-1.5', 'NaN', '"legal"', '"it\'s"', '"a\\nb"', 'move', 'record.at(-1).rows', 'record.at(-1).rows[0]', 'record.at(-1)', 'record', '[]', '{}', '[1, [2, [3, [4]]]]', '{ a: { b: { c: { d: 1 } } }, "x-y": undefined }',
    'new Set(["1,1"])', 'new Map([["1,1", true]])', 'isLegalMove', '() => 1', 'class A {}', 'new (class A { x = 1 })()', 'new Set()', 'Array(3)', 'Array(150).fill(0)', 'Symbol.iterator', '5n', 'Promise.resolve(true)', 'new Date(0)', '/x/g', 'record.map', 'new Array(2).fill(null)'],
  python: ['', '0', '-1.5', '"legal"', '"it\'s"', '"a\\nb"', 'move', 'record[-1].rows', 'record[-1].rows[0]', 'record[-1]', '[]', '{}', '()', '(1, 2)', '(1,)', '[1, [2, (3, {4})]]', '{(1, 1): True}', 'set()', '{(1, 2)}', 'None', '1 == 1 and move.row', '1e10', '2 ** 70', '1 / 3', 'bytes([1, 65])', 'range(3)', 'type(1)', '0.1 + 0.2', 'float("inf")', 'frozenset()'],
};
