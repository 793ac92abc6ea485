// The fixtures: a list to search, and a check of all of them in a worker.
import { compiled } from "../package/load/page.ts";
import type { Answer, Corpus } from "./check.ts";
import { at, element, on } from "./dom.ts";
import { read } from "./text.ts";

const LISTED = 40;
const FAMOUS = {
  "ko": "1.5.x-bbacccbd.o-cbdccd.side-o.play-bc.ask-xcc",
  "snapback": "1.3x5.x-aaeaabebbcccdc.o-babbcbdb.play-cada.ask-xca",
  "suicide": "1.3x4.x-aabacbacbc.o-bb.side-o.ask-oab",
  "send two, return one": "1.3x4.x-abbb.o-badacb.side-o.play-aaca.ask-oba",
  "triple ko": "1.5.x-daabebad.o-aacabbdbbdaece.play-baeabeaada.ask-oae",
  "eternal life": "1.3x6.x-dbebfbccfc.o-abbbcbacec.play-bcdccc.ask-oec",
};

interface Example { readonly name: string; readonly text: string; readonly claim: string; readonly words: string }

export function startFamous(): void {
  at("try").append(...Object.entries(FAMOUS).map(([textContent, link]) => element("button", { textContent, onclick: () => open(link) })));
}

export function startExamples(corpus: Corpus): void {
  const examples = corpus.files.flatMap(([name, content, refusal]) => (typeof content === "string" && refusal === undefined ? [example(name, content)] : []));
  const list = () => showExamples(examples, at<HTMLInputElement>("search").value);
  on("search", "input", list);
  on("examples", "click", event => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const chosen = examples.find(({ name }) => name === button?.dataset["name"]);
    if (chosen) open(chosen.text);
  });
  on("check", "click", () => check(corpus));
  list();
}

/** The claim of a fixture is its first comment. */
function example(name: string, text: string): Example {
  const lines = text.split("\n"), first = lines.findIndex(line => line.startsWith("#"));
  const rest = first < 0 ? [] : lines.slice(first);
  const end = rest.findIndex(line => !line.startsWith("#"));
  const claim = rest.slice(0, end < 0 ? rest.length : end).map(line => line.slice(1).trim()).join(" ");
  return { name, text, claim, words: `${name} ${text}`.toLowerCase() };
}

function showExamples(examples: readonly Example[], search: string): void {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = examples.filter(example => words.every(word => example.words.includes(word)));
  // Those first whose names say it.
  const named = ({ name }: Example) => Number(words.every(word => name.includes(word)));
  const found = matching.sort((one, other) => named(other) - named(one));
  const more = found.length > LISTED ? `, the first ${LISTED} of them below` : "";
  at("found").textContent = `${found.length} of ${examples.length} fixtures${more}`;
  at("examples").replaceChildren(...found.slice(0, LISTED).map(({ name, claim }) => {
    const button = element("button", {}, element("b", { textContent: name }), element("span", { textContent: claim }));
    button.dataset["name"] = name;
    return element("li", {}, button);
  }));
}

function open(text: string): void {
  read(text, "example");
  scrollTo({ top: 0 });
}

/** Asks every question of the corpus in a worker, which runs this page's script with the library that is compiled already. */
function check(corpus: Corpus): void {
  // From a file, browsers run no worker that is a module; a failure inside of the function would not be reported.
  const script = ["(async () => { 'use strict';", at("script").textContent ?? "", "})().catch(error => setTimeout(() => { throw error; }));"];
  const address = URL.createObjectURL(new Blob(script, { type: "text/javascript" }));
  const worker = new Worker(address);
  const button = at<HTMLButtonElement>("check"), place = at("checked");
  const end = (text: string) => {
    place.textContent = text;
    button.disabled = false;
    worker.terminate();
    URL.revokeObjectURL(address);
  };
  button.disabled = true;
  place.textContent = "Asking …";
  worker.onerror = event => end(`The check has failed: ${event.message || "the browser runs no worker here"}`);
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    if (data.text === undefined) place.textContent = `Asking … ${data.done} of ${corpus.files.length} files`;
    else end(data.text);
  };
  worker.postMessage(compiled);
  worker.postMessage(corpus);
}
