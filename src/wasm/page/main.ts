// The page about one move: starts its parts. In a worker, the same script checks the corpus.
import { inflated } from "../package/load/inflated.ts";
import { inWorker } from "../package/load/page.ts";
import { Record, version } from "../package/index.ts";
import { showBoard } from "./board.ts";
import { corpusName, work, type Corpus } from "./check.ts";
import { at, drawing, element, on, say } from "./dom.ts";
import { startExamples, startFamous } from "./examples.ts";
import { showRules, startRules } from "./rules.ts";
import { openFirst, showAddress, startShare } from "./share.ts";
import { listen, show, type View } from "./state.ts";
import { showText, startText } from "./text.ts";
import { showTools, startTools } from "./tools.ts";
import { showVerdict, startVerdict } from "./verdict.ts";

const SHAPES = { suicide: "cross", ko: "square", superko: "triangle" } as const;

let marked = true;

async function start(): Promise<void> {
  for (const begin of [startRules, startVerdict, startTools, startText, startShare, startFamous]) begin();
  on("disputed", "change", () => { marked = at<HTMLInputElement>("disputed").checked; show(); });
  listen(view => {
    say("alert", "");
    showBoard(view, marked);
    showLegend(view);
    showVerdict(view);
    showRules(view);
    showTools(view);
    showText(view);
    showAddress();
  });
  openFirst();
  at("starting").remove();
  at("page").hidden = false;
  const corpus: Corpus = JSON.parse(new TextDecoder().decode(await inflated("corpus")));
  startExamples(corpus);
  at("about").textContent = `gokata ${version}, ${corpusName()}. One file: it asks nobody and sends nothing.`;
}

/** What the shapes on the empty points mean, and how often each is there. */
function showLegend({ shown }: View): void {
  const stones = shown.board, reasons = shown.reasons().filter((_, index) => stones[index] === 0);
  at("legend").replaceChildren(...Object.entries(SHAPES).map(([reason, shape]) => {
    const count = reasons.filter(it => it === reason).length;
    const picture = element("span", { className: "shape" }, drawing(new Record(1).svg({ classes: true, coordinates: false, shapes: { A1: shape } })));
    return element("li", {}, picture, `${reason}: ${count || "none"}`);
  }));
}

if (inWorker) work();
else await start();
