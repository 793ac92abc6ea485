// The board: a picture by the library, and over it a grid of cells, which pointers, keys and screen readers use.
import type { Record } from "../package/index.ts";
import { at, drawing, element } from "./dom.ts";
import { ask, current, play, question, step, takeBack, type View } from "./state.ts";

const STONES = { 1: "black stone", [-1]: "white stone", 0: "empty" };

let cells: HTMLElement[] = [];
let size: readonly [rows: number, cols: number] = [0, 0];
let focus = 0;

/** Calls `act` with the point that is tapped, or on which Enter is pressed. */
export function startBoard(act: (point: string) => void): void {
  const points = at("points");
  points.addEventListener("click", event => {
    const cell = event.target instanceof Element ? event.target.closest("[role=gridcell]") : null;
    if (!(cell instanceof HTMLElement)) return;
    focusOn(cells.indexOf(cell));
    act(name(cell));
  });
  points.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const run = key(event.key, act);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

function key(pressed: string, act: (point: string) => void): (() => void) | undefined {
  const [rows, cols] = size, row = Math.floor(focus / cols), col = focus % cols;
  const to = (row: number, col: number) => () => {
    if (row < 0 || col < 0 || row >= rows || col >= cols) return;
    focusOn(row * cols + col).focus();
    ask(name(cells[focus]));
  };
  const here = () => (toolIs("ask") ? play : act)(name(cells[focus]));
  const keys: { [key: string]: () => void } = {
    ArrowUp: to(row - 1, col), ArrowDown: to(row + 1, col), ArrowLeft: to(row, col - 1), ArrowRight: to(row, col + 1),
    Home: to(row, 0), End: to(row, cols - 1), Enter: here, " ": here,
    PageUp: () => step(current().turn - 1), PageDown: () => step(current().turn + 1), Backspace: takeBack, p: () => play("pass"),
  };
  return Object.hasOwn(keys, pressed) ? keys[pressed] : undefined;
}

/** The tool that is chosen decides what a tap does. */
export function toolIs(tool: string): boolean {
  return document.querySelector("#tools [aria-pressed=true]")?.getAttribute("data-tool") === tool;
}

function name(cell: HTMLElement | undefined): string {
  return cell?.dataset["point"] ?? "";
}

/** Makes one cell the one that the Tab key reaches. */
function focusOn(index: number): HTMLElement {
  cells[focus]?.setAttribute("tabindex", "-1");
  focus = index;
  cells[focus]?.setAttribute("tabindex", "0");
  return cells[focus] ?? at("points");
}

export function showBoard({ shown, asked, why }: View, disputed: boolean): void {
  if (size[0] !== shown.size[0] || size[1] !== shown.size[1]) makeCells(shown);
  const point = asked?.[1];
  const ring = asked && cells.some(cell => name(cell) === point) ? { ask: question(asked) } : {};
  at("drawing").replaceChildren(drawing(shown.svg({ classes: true, reasons: true, disputed, ...ring })));
  at("drawing").className = why?.legal ? "legal" : "";
  const stones = shown.board, reasons = shown.reasons();
  for (const [index, cell] of cells.entries()) {
    const stone = stones[index] ?? 0, reason = stone === 0 ? reasons[index] : null;
    const label = `${name(cell)} ${STONES[stone as 1 | -1 | 0]}${reason ? `, ${reason}` : ""}`;
    if (cell.ariaLabel !== label) cell.ariaLabel = label;
    const chosen = String(name(cell) === point);
    if (cell.ariaSelected !== chosen) cell.ariaSelected = chosen;
    if (chosen === "true" && index !== focus) focusOn(index);
  }
}

function makeCells(position: Record): void {
  const hadFocus = document.activeElement?.closest("#points") !== null;
  size = position.size;
  const [rows, cols] = size, board = at("board");
  board.style.setProperty("--rows", String(rows));
  board.style.setProperty("--cols", String(cols));
  const cell = (index: number) => {
    const made = element("div", { role: "gridcell", tabIndex: -1 });
    made.dataset["point"] = position.vertex(index);
    return made;
  };
  cells = Array.from({ length: rows * cols }, (_, index) => cell(index));
  const lines = Array.from({ length: rows }, (_, row) => element("div", { role: "row" }, ...cells.slice(row * cols, (row + 1) * cols)));
  at("points").replaceChildren(...lines);
  at("points").ariaLabel = `Board of ${rows} rows and ${cols} columns`;
  const middle = focusOn(Math.floor(rows / 2) * cols + Math.floor(cols / 2));
  if (hadFocus) middle.focus();
}
