// The address, which holds the whole state, and copies of the position in other forms.
import { readAny, readLink, sgf, type Found } from "../package/index.ts";
import { at, on, say, sentence } from "./dom.ts";
import { current, example, question, shown, update, type State } from "./state.ts";
import { fixtureText } from "./text.ts";

let waiting = 0;

export function startShare(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
    button.addEventListener("click", () => void copy(button.dataset["copy"] ?? ""));
  }
  // Not of `location`: the address of what was shown before may be written there since.
  addEventListener("hashchange", ({ newURL }) => {
    const { hash } = new URL(newURL);
    if (hash.length > 1) open(hash);
  });
  on("by-hand", "close", () => at("by-hand").querySelector("textarea")?.replaceChildren());
}

/** The first state: of the address, of the page itself (`gokata try` writes it there), or the example. */
export function openFirst(): void {
  const inPage = document.querySelector("meta[name=gokata-link]")?.getAttribute("content");
  if (location.hash.length > 1) open(location.hash);
  else if (inPage) open(inPage);
  else update(example(), { from: "start" });
}

function open(link: string): void {
  let state: State = example(), problem = "";
  try {
    const { record, turn, asked, notes } = read(link);
    state = { game: record, turn, asked };
    problem = notes.join(" ");
  } catch (error) {
    problem = `This link cannot be opened: ${sentence(error)}. Below is an example.`;
  }
  update(state, { from: "start", keep: "link" });
  say("alert", problem);
  if (problem) at("alert").scrollIntoView({ block: "nearest" });
  // The address keeps what could not be opened until something else is shown.
  if (problem) showAddress(() => link.replace(/^.*?#|^/s, "#"));
}

/** Reads a link. Of a game that cannot be played, what comes before the illegal turn is shown. */
function read(link: string): Found {
  try {
    return readLink(link);
  } catch (error) {
    try {
      const found = readAny(link);
      if (found.kind === "link") return found;
    } catch { /* The first error says more. */ }
    throw error;
  }
}

function address(): string {
  const { game, turn, asked } = current();
  const at = turn < game.turns ? { turn } : {};
  return game.link(location.href.replace(/#.*/s, ""), { ...at, ...(asked ? { ask: question(asked) } : {}) });
}

/** Browsers refuse many changes of the address in a short time: the last one counts. */
export function showAddress(to = address): void {
  say("copied", "");
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    try {
      history.replaceState(null, "", to());
    } catch (error) {
      say("alert", `The address of this page does not hold what is shown: ${sentence(error)}`);
    }
  }, 150);
}

function written(form: string): string {
  const { game, asked } = current();
  if (form === "fixture") return fixtureText(current());
  if (form === "SGF") return sgf.write(game);
  if (form === "SVG") return shown().svg(asked ? { ask: question(asked), reasons: true } : { reasons: true });
  return address();
}

async function copy(form: string): Promise<void> {
  try {
    const text = written(form);
    if (await copied(text)) say("copied", `Copied the ${form}.`);
    else byHand(form, text);
  } catch (error) {
    say("copied", sentence(error));
  }
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Where there is no clipboard: a field with the text, to be copied by hand. */
function byHand(form: string, text: string): void {
  const field = at<HTMLTextAreaElement>("by-hand-text");
  at("by-hand-title").firstElementChild!.textContent = `Copy the ${form} from here`;
  field.value = text;
  at<HTMLDialogElement>("by-hand").showModal();
  field.select();
}
