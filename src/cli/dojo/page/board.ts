// Draws boards: the last ones that a question is about, with the asked stone on the board of now.
import { element } from "../../../wasm/page/dom.ts";
import { side } from "./sentences.ts";
import type { Asked, Board, Move } from "./types.ts";

const TITLES = ["now", "before", "2 turns ago"];
const NAMES: Record<string, string> = { x: "black", o: "white", "-": "empty" };

/** The last boards, oldest first: as many as the screen of a terminal has, since the questions speak of boards that are not shown. */
function shown({ record, move }: Asked): { title: string; board: Board }[] {
  let width = 2;
  const all = record.slice(-TITLES.length).reverse().map((board, index) => {
    const title = `${TITLES[index]}: ${side(board.toPlay)}'s turn`, cols = board.rows[0]!.length;
    width += Math.max(title.length, 3 + 3 * cols + (index === 0 && move.col === cols - 1 ? 1 : 0)) + (index ? 5 : 0);
    return { title, board, fits: index === 0 || width <= 76 };
  });
  const last = all.findIndex(one => !one.fits);
  return (last < 0 ? all : all.slice(0, last)).reverse();
}

export function boards(asked: Asked): HTMLElement {
  const all = shown(asked);
  return element("div", { className: "boards" }, ...all.map(({ title, board }, index) => {
    const now = index === all.length - 1;
    const caption = element("figcaption", {}, element("b", { textContent: title.split(":")[0]! }), `:${title.split(":")[1]}`);
    return element("figure", { className: now ? "now" : "" }, caption, draw(board, title, now ? asked.move : undefined));
  }));
}

function svg(name: string, attributes: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** A board with its numbers. A point is 2 wide; a move that is not on the board stands outside, at most two points away. */
function draw({ rows }: Board, title: string, move?: Move): SVGElement {
  const height = rows.length, width = rows[0]!.length;
  const near = (value: number, count: number) => Math.min(Math.max(value, -2), count + 1);
  const row = near(move?.row ?? 0, height), col = near(move?.col ?? 0, width);
  const down = range(Math.min(row, 0), Math.max(row, height - 1)), across = range(Math.min(col, 0), Math.max(col, width - 1));
  const top = down[0]! * 2 - 3, left = across[0]! * 2 - 3, wide = across.length * 2 + 2.3, high = down.length * 2 + 2.3;
  const number = (one: number, x: number, y: number, lit: boolean) => svg("text", { x, y, class: lit ? "lit" : "" }, String(one));
  const named = (one: number, shownAt: number, real: number | undefined) => (one === shownAt && real !== undefined ? real : one);
  const lines = [...range(0, height - 1).map(r => `M0 ${r * 2}H${width * 2 - 2}`), ...range(0, width - 1).map(c => `M${c * 2} 0V${height * 2 - 2}`)];
  const stones = rows.flatMap((line, r) => line.map((stone, c) => (stone === "-" ? [] : svg("circle", { cx: c * 2, cy: r * 2, r: 0.92, class: stone === "x" ? "black" : "white" }))).flat());
  const words = rows.map((line, r) => `row ${r}: ${line.map(stone => NAMES[stone]).join(", ")}`).join("; ");
  const cell = Math.min(31, Math.max(11, 320 / high, (innerHeight - 400) / high), 640 / wide) * (move ? 1 : 0.6);
  return svg("svg", { viewBox: `${left} ${top} ${wide} ${high}`, width: wide * cell, height: high * cell, role: "img", "aria-label": `${title}; ${words}` },
    svg("rect", { x: -1.2, y: -1.2, width: width * 2 + 0.4, height: height * 2 + 0.4, rx: 0.3, class: "wood" }),
    svg("path", { d: lines.join(""), class: "grid" }),
    ...down.map(r => number(named(r, row, move?.row), left + 0.9, r * 2, r === row && Boolean(move))),
    ...across.map(c => number(named(c, col, move?.col), c * 2, top + 0.9, c === col && Boolean(move))),
    ...stones, ...(move ? asked(move, row, col, rows[row]?.[col]) : []));
}

/** The stone that is not played yet. On a stone that is there already, it is a small one. */
function asked({ color }: Move, row: number, col: number, there: string | undefined): SVGElement[] {
  const place = { cx: col * 2, cy: row * 2 }, taken = there === "x" || there === "o";
  return [
    svg("circle", { ...place, r: taken ? 0.4 : 0.8, class: `wish ${color === "x" ? "black" : "white"}` }),
    svg("circle", { ...place, r: 0.92, class: "halo" }), svg("circle", { ...place, r: 0.92, class: "asked" }),
  ];
}
