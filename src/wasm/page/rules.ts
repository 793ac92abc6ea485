// The rules in force, the verdicts under all sets of rules by name, and the points about which these disagree.
import { Rules, readLink, type Verdict } from "../package/index.ts";
import { at, element, on, say, sentence } from "./dom.ts";
import { ask, current, question, update, type View } from "./state.ts";

const OTHER = "other …";
const LISTED = 60;

export function startRules(): void {
  const select = at<HTMLSelectElement>("rules");
  select.append(...[...Rules.NAMES, OTHER].map(name => element("option", { textContent: name })));
  on("rules", "change", () => {
    if (select.value === OTHER) openOther();
    else use(select.value);
  });
  on("other", "submit", event => {
    event.preventDefault();
    use(at<HTMLInputElement>("other-rules").value);
  });
  on("groups", "click", event => {
    const name = event.target instanceof HTMLButtonElement ? event.target.textContent : null;
    if (!name) return;
    use(name);
    // The list is made anew, and its button is another one.
    [...document.querySelectorAll<HTMLElement>("#groups button")].find(button => button.textContent === name)?.focus();
  });
  on("disputed-points", "click", event => {
    if (event.target instanceof HTMLButtonElement) ask(event.target.textContent ?? "");
  });
}

function openOther(): void {
  const input = at<HTMLInputElement>("other-rules");
  at("other").hidden = false;
  input.value = current().game.rules.toString();
  input.select();
}

/** Puts the whole game under other rules. Says so if it could not have been played under them. */
function use(rules: string): void {
  let changed = false;
  try {
    const game = current().game.withRules(rules);
    update({ game });
    changed = true;
    readLink(game.link());
  } catch (error) {
    say("alert", (changed ? "Under these rules, an earlier turn would not be legal: " : "") + sentence(error));
  }
}

/** The name of a set of rules, also with another komi. */
function nameOf(rules: Rules): string | null {
  return rules.name ?? Rules.NAMES.find(name => new Rules(name, { komi: rules.komi }).equals(rules)) ?? null;
}

export function showRules({ shown, asked, why }: View): void {
  const name = nameOf(shown.rules);
  at<HTMLSelectElement>("rules").value = name ?? OTHER;
  if (name) at("other").hidden = true;
  else if (at("other").hidden) openOther();
  at("others").hidden = !asked || !why;
  at("in-force").textContent = `${name ?? "Rules"}: ${shown.rules}`;
  if (asked && why) at("groups").replaceChildren(...shown.underAll(question(asked)).map(group => verdicts(group, name)));
  // A game that is over under these rules may go on under others: that is no dispute about a point.
  const disputed = shown.isOver ? [] : shown.disputed(), listed = disputed.slice(0, LISTED);
  const button = (point: string) => element("button", { textContent: point, ariaPressed: String(point === asked?.[1]) });
  const more = disputed.length - listed.length;
  say("disputed-what", disputed.length ? "" : shown.isOver ? "The game is over." : "Nowhere: all sets of rules agree about every point of this board.");
  at("disputed-points").replaceChildren(...listed.map(button), more > 0 ? `and ${more} more` : "");
  at("disputed").parentElement!.hidden = disputed.length === 0;
}

/** The sets of rules with one verdict. */
function verdicts({ reasons, rules }: Verdict, now: string | null): HTMLElement {
  const label = element("span", { className: "verdict", textContent: reasons.join(", ") || "legal" });
  const buttons = rules.map(name => element("button", { textContent: name, ariaPressed: String(name === now) }));
  return element("li", { className: reasons.length ? "no" : "yes" }, label, element("span", {}, ...buttons));
}
