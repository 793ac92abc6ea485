// The position as text, live in both directions; and whatever else is pasted there.
import { ParseError, readAny } from "../package/index.ts";
import { at, element, say, sentence } from "./dom.ts";
import { begin, current, question, type State, type View } from "./state.ts";

let waiting = 0;

export function startText(): void {
  const text = at<HTMLTextAreaElement>("text");
  text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(readNow, 120);
  });
  // What was typed stays as it is while it is typed.
  text.addEventListener("blur", () => {
    if (waiting) readNow();
    if (!text.ariaInvalid) write(fixtureText(current()));
  });
}

function readNow(): void {
  clearTimeout(waiting);
  waiting = 0;
  read(at<HTMLTextAreaElement>("text").value);
}

/** Reads a text of any kind and shows what it says. */
export function read(content: string, from = "text"): void {
  try {
    const { kind, record, turn, asked, notes } = readAny(content, { rules: current().game.rules });
    begin(record, { turn, asked, from });
    showNotes(kind === "record" ? ["taken for a game record", ...notes] : notes);
    complain("");
  } catch (error) {
    const place = error instanceof ParseError && error.line !== null ? `Line ${error.line}, column ${error.column}: ` : "";
    complain(place + sentence(error).replace(/^\d+:\d+: /, ""));
  }
}

function complain(problem: string): void {
  at("text-error").textContent = problem;
  at("text").ariaInvalid = problem ? "true" : null;
  if (problem) say("text-verdict", "");
}

function showNotes(notes: readonly string[]): void {
  at("notes").replaceChildren(...notes.map(textContent => element("li", { textContent })));
}

export function fixtureText({ game, turn, asked }: State): string {
  return (game.at(turn) ?? game).fixture(asked ? question(asked) : undefined);
}

export function showText(view: View): void {
  if (view.from === "text") return;
  write(fixtureText(view));
  complain("");
  showNotes([]);
}

function write(content: string): void {
  const text = at<HTMLTextAreaElement>("text");
  if (text.value !== content) text.value = content;
}
