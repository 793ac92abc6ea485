// What is built into the page, read.
import { inflated } from "../../../wasm/package/load/inflated.ts";
import type { Asked, Color, Kit, Language, Step } from "./types.ts";

interface PackedStep {
  readonly title: string;
  readonly hints: readonly string[];
  /** Move, boards, `should be:`, why. */
  readonly questions: readonly [string, readonly string[], string, string][];
}

interface Data {
  readonly steps: readonly PackedStep[];
  readonly starters: { readonly [language in Language]: { readonly file: string; readonly code: string; readonly header: string; readonly shown: string } };
  readonly licences: string;
  readonly worker: string;
}

/** A text that build.mjs has packed. */
export const text = async (name: string) => new TextDecoder().decode(await inflated(`packed-${name}`));

const data: Data = JSON.parse(await text("data"));

function asked(move: string, record: readonly string[]): Asked {
  const [color, row, col] = move.split(" ");
  const boards = record.map(board => {
    const [toPlay, ...rows] = board.split("/");
    return { toPlay: toPlay as Color, rows: rows.map(line => [...line]) };
  });
  return { move: { color: color as Color, row: Number(row), col: Number(col) }, record: boards };
}

function unpacked({ title, hints, questions }: PackedStep): Step {
  return {
    title, hints, questions: questions.map(([move, record, should, why]) =>
      ({ ...asked(move, record), should, why, answer: should.startsWith("legal") ? "legal" : "not legal" })),
  };
}

function shown(language: Language) {
  const { file, code, header, shown } = data.starters[language];
  return { file, code: shown + code.slice(header.length) };
}

export const kit: Kit = {
  steps: data.steps.map(unpacked),
  bonus: async () => unpacked(JSON.parse(await text("bonus"))),
  starters: { javascript: shown("javascript"), typescript: shown("typescript"), python: shown("python") },
  licences: data.licences,
};

/** What a pair has written, as the kit's own file: with the comment that it has there, and with the `export` that its runner wants. */
export function download(language: Language, code: string): string {
  const { header, shown } = data.starters[language];
  const file = code.startsWith(shown) ? header + code.slice(shown.length) : code;
  const exported = /^\s*export\s+(?:\w+\s+)+isLegalMove\b|^\s*export\s*\{[^}]*\bisLegalMove\b/m.test(file);
  if (language === "python" || exported && !file.includes("export default")) return file;
  return file.replace(/^(?:export default )?(?=(?:async )?(?:function|const|let|var) isLegalMove\b)/m, "export ");
}

/** The worker for JavaScript. */
export const worker = data.worker;
