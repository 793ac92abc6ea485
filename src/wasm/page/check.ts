// Asks every question of the corpus, in the page's worker.
import { corpusFingerprint, corpusVersion } from "#native";
import { ParseError, fixture } from "../package/index.ts";

/** The fixtures: a name, the text (or bytes that are no text), and the message with which it must be refused, if it must. */
export interface Corpus {
  readonly files: readonly (readonly [name: string, content: string | { readonly base64: string }, refusal?: string])[];
}

/** The version of the fixtures, and a hash of them, as the command prints it. */
export function corpusName(): string {
  return `corpus ${corpusVersion() || "changed after its latest version"}, ${corpusFingerprint()}`;
}

/** What the worker sends: how far it is; at the end, what came of it. */
export interface Answer { readonly done: number; readonly text?: string }

export function work(): void {
  addEventListener("message", ({ data }: MessageEvent<Corpus>) => {
    const said = checkAll(data, done => postMessage({ done } satisfies Answer));
    postMessage({ done: data.files.length, text: said } satisfies Answer);
  });
}

function checkAll({ files }: Corpus, tell: (done: number) => void): string {
  let cases = 0, questions = 0, refused = 0;
  const wrong = new Map<string, string>();
  for (const [index, [name, content, refusal]] of files.entries()) {
    if (index % 50 === 0) tell(index);
    try {
      // Bytes that are no text cannot be asked about.
      if (typeof content !== "string") throw new ParseError(refusal?.trim() ?? "no text");
      const { asked, failures } = fixture.check(content);
      cases += fixture.parse(content).cases.length;
      questions += asked;
      if (refusal !== undefined) wrong.set(name, "was not refused");
      // The two referees may tell their evidence in other words.
      for (const { line, text } of [...failures].reverse()) wrong.set(`${name}.txt:${line}`, text.split("\n")[0] ?? "");
    } catch (error) {
      if (error instanceof ParseError && error.message === refusal?.trim()) refused += 1;
      else wrong.set(name, String(error));
    }
  }
  const numbers = `${files.length} files, ${cases} cases, ${questions} questions: ${wrong.size ? `${wrong.size} not as expected` : "all as expected"}`;
  const about = `fixtures: ${corpusName()}`;
  return [numbers, `${refused} files with intended errors were refused, as expected`, about, ...[...wrong].slice(0, 50).map(([place, text]) => `${place}: ${text}`)].join("\n");
}
