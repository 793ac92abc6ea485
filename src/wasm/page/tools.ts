// What a tap does, the turns of the game, the side to play, and new boards.
import { Record } from "../package/index.ts";
import { startBoard, toolIs } from "./board.ts";
import { at, on, say, sentence } from "./dom.ts";
import { ask, begin, canTakeBack, current, play, show, shown, step, takeBack, update, type View } from "./state.ts";

const STONES: { [tool: string]: 1 | -1 | 0 } = { black: 1, white: -1, empty: 0 };

export function startTools(): void {
  startBoard(tap);
  const tools = [...document.querySelectorAll<HTMLElement>("[data-tool]")];
  const choose = (tool: HTMLElement) => tools.forEach(it => it.setAttribute("aria-pressed", String(it === tool)));
  for (const tool of tools) tool.addEventListener("click", () => { choose(tool); show(); });
  if (tools[0]) choose(tools[0]);
  on("first", "click", () => step(0));
  on("back", "click", () => step(current().turn - 1));
  on("forward", "click", () => step(current().turn + 1));
  on("last", "click", () => step(Infinity));
  on("pass", "click", () => (toolIs("ask") ? ask : play)("pass"));
  on("undo", "click", takeBack);
  on("side", "click", () => trying(changeSide));
  on("new", "submit", event => {
    event.preventDefault();
    const number = (id: string) => at<HTMLInputElement>(id).valueAsNumber;
    trying(() => begin(new Record([number("rows"), number("cols")], { rules: current().game.rules })));
  });
}

function tap(point: string): void {
  const tool = Object.keys(STONES).find(toolIs);
  if (tool) trying(() => setStone(point, STONES[tool] ?? 0));
  else (toolIs("play") ? play : ask)(point);
}

function trying(change: () => void): void {
  try {
    change();
  } catch (error) {
    say("alert", sentence(error));
  }
}

/** Puts a stone on a point, or takes it off. The board that is shown becomes a new opening. */
function setStone(point: string, stone: 1 | -1 | 0): void {
  const position = shown(), index = position.index(point), [, cols] = position.size;
  const row = Math.floor(index / cols), map = position.signMap;
  if (map[row]?.[index % cols] === stone) return;
  map[row]![index % cols] = stone;
  begin(Record.fromSignMap(map, { toMove: position.toMove, rules: position.rules }));
}

/** Gives the turn to the other side: of an opening as another opening, in a game as an event of it. Goes on with one that is over. */
function changeSide(): void {
  const position = shown(), other = position.toMove === "black" ? "white" : "black";
  const handed = position.isOver ? position.resume() : position.turns ? position.handTurn(other) : Record.fromSignMap(position.signMap, { toMove: other, rules: position.rules });
  update({ game: handed, turn: handed.turns, asked: null }, { keep: "side" });
}

export function showTools({ game, turn, shown }: View): void {
  const disable = (id: string, off: boolean) => { at<HTMLButtonElement>(id).disabled = off; };
  at("setting").hidden = !Object.keys(STONES).some(toolIs);
  at("turn").textContent = `${turn} / ${game.turns}`;
  at("turn").ariaLabel = `After turn ${turn} of ${game.turns}`;
  for (const id of ["first", "back"]) disable(id, turn === 0);
  for (const id of ["forward", "last"]) disable(id, turn === game.turns);
  disable("undo", !canTakeBack());
  at("side").textContent = shown.isOver ? "Play on" : shown.toMove === "black" ? "Black to play" : "White to play";
  [at<HTMLInputElement>("rows").valueAsNumber, at<HTMLInputElement>("cols").valueAsNumber] = shown.size;
}
