// The verdict: legal or not, the reasons, and the two boards that are the same.
import type { Color, Record } from "../package/index.ts";
import { toolIs } from "./board.ts";
import { at, drawing, element, on, say } from "./dom.ts";
import { current, play, question, type View } from "./state.ts";

export function startVerdict(): void {
  on("play-asked", "click", () => play(current().asked?.[1] ?? ""));
}

export function showVerdict(view: View): void {
  const { shown, why, from } = view;
  const [title = "", ...sentences] = why ? why.brief.split("\n").map(line => line.trim()) : resting(shown);
  at("verdict").className = why ? (why.legal ? "yes" : "no") : "";
  at("verdict-title").textContent = title;
  say("text-verdict", why ? title : "");
  const last = shown.lastMove;
  if (from !== "text") at("said").textContent = [...(why || !last ? [] : [`${named(last[0])} ${last[1]}.`]), title, ...(why ? sentences : [])].join(" ");
  at("text-verdict").className = at("verdict").className;
  at("reasons").replaceChildren(...sentences.map(textContent => element("p", { textContent })));
  document.title = why ? `${title} – gokata` : "Is this move legal?";
  const canPlay = why !== null && why.legal && why.color === shown.toMove;
  say("play-asked", canPlay ? (why.move === "pass" ? "Pass" : `Play ${why.move}`) : "");
  showPair(view);
}

function named(color: Color): string {
  return color === "black" ? "Black" : "White";
}

/** What is said while nothing is asked. */
function resting(shown: Record): string[] {
  if (shown.isOver) return ["The game is over", shown.outcome()?.toString() ?? ""];
  return [`${named(shown.toMove)} to play`, toolIs("ask") ? "Tap a point to ask whether the move is legal." : ""].filter(Boolean);
}

/** The board that the move would make, and the earlier one to which it is equal. */
function showPair({ game, shown, asked, why }: View): void {
  const before = why?.repeats == null ? null : game.at(why.repeats);
  at("pair").hidden = !before;
  if (!before || !why || !asked) return;
  const small = { classes: true, coordinates: false };
  at("pair-after").replaceChildren(drawing(shown.svg({ ...small, ask: question(asked), after: true })));
  at("pair-before").replaceChildren(drawing(before.svg({ ...small, shapes: { [why.move]: "circle" } })));
  at("pair-when").textContent = why.repeats ? `The board after turn ${why.repeats}` : "The opening board";
  at("pair-after").nextElementSibling!.textContent = `The board after ${named(why.color)} ${why.move}`;
}
