// Strips the types of a pair's file, as Node does: lines stay as they are.
import { transform } from "sucrase";
import { listen, say } from "./channel.ts";

// Node strips types only. What needs more is refused there, and so it is here.
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^[ \t]*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w+\s*\{/m, "enum"],
  [/\bconstructor\s*\([^)]*\b(?:private|public|protected|readonly)\s/m, "parameter property"],
  [/^[ \t]*(?:export\s+)?namespace\s+\w+\s*\{/m, "namespace"],
];

/** The code with empty comments and strings, so that no pattern finds anything in them. */
const bare = (code: string) => code.replace(/\/\*[^]*?\*\/|\/\/.*|(["'`])(?:\\.|(?!\1)[^\\])*\1/g, it => it.replace(/[^\n]/g, " "));

listen<string>(code => {
  const plain = bare(code);
  for (const [pattern, name] of REFUSED) {
    const found = pattern.exec(plain);
    if (!found) continue;
    return say({ fault: `SyntaxError: TypeScript ${name} is not supported, neither here nor in Node, which strips types only.`, line: plain.slice(0, found.index + found[0].length).trimEnd().split("\n").length });
  }
  try {
    say({ stripped: transform(code, { transforms: ["typescript"], disableESTransforms: true, keepUnusedImports: true }).code });
  } catch (error) {
    const [, message = String(error), line] = /^(?:Error transforming[^:]*: )?(.*?)(?: \((\d+):\d+\))?$/.exec((error as Error).message) ?? [];
    say({ fault: `SyntaxError: ${message}`, line: line ? Number(line) : undefined });
  }
});
