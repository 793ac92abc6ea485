// Puts what the compiler of TypeScript declares, a file for each source, into one file.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The declaration files that `name` needs, each behind those that it needs; without those in `known`. */
export function gather(folder, name, known = new Map(), found = new Map()) {
  if (found.has(name) || known.has(name)) return found;
  const text = readFileSync(join(folder, `${name}.d.ts`), 'utf8');
  const exported = new Map(), others = [];
  found.set(name, undefined);
  // Comments stay where they are; statements that name other files go.
  const body = text.replace(/^(import|export) ((?:type )?(?:\*|\{[^}]*\})(?: from)?) ?"?([^";\n]*)"?;\n/gm, (_, verb, what, from) => {
    const other = /^\.\/(.*)\.(?:ts|js)$/.exec(from)?.[1];
    if (other) gather(folder, other, known, found);
    others.push({ verb, what, other });
    return '';
  }).replace(/^export (?=(declare|interface|type|abstract|const|class|function))/gm, '');
  for (const [, kind, id] of text.matchAll(/^export (?:declare )?(?:abstract )?(interface|type|class|function|const) (\w+)/gm)) exported.set(id, /interface|type/.test(kind) ? 'type ' : '');
  for (const { verb, what, other } of others) {
    if (verb === 'import') continue;
    const from = (found.get(other) ?? known.get(other))?.exported ?? exported;
    const names = what.includes('*') ? [...from.keys()] : what.replace(/^type|[{}]| from$/g, '').split(',').map(it => it.replace(/^\s*(type )?/, '').trim()).filter(Boolean);
    for (const id of names) exported.set(id, what.startsWith('type') ? 'type ' : (from.get(id) ?? ''));
  }
  found.delete(name);
  return found.set(name, { body, exported, others });
}

/** One file of declarations of several, which exports what the last of them does. */
export function declarations(files, main) {
  const all = [...files.values()], { exported } = all.at(-1);
  const used = [...main].filter(([id]) => !exported.has(id) && all.some(({ body }) => new RegExp(`\\b${id}\\b`).test(body))).map(([id, kind]) => kind + id);
  const lib = all.some(({ body }) => body.includes('[Symbol.dispose]')) ? '/// <reference lib="esnext.disposable" />\n' : '';
  const imports = used.length ? `import { ${used.join(', ')} } from "./gokata.js";\n` : '';
  const exports = [...exported].map(([id, kind]) => kind + id).sort((a, b) => (a.split(' ').at(-1) < b.split(' ').at(-1) ? -1 : 1));
  return `${lib}${imports}${all.map(file => file.body.trim()).join('\n')}\nexport { ${exports.join(', ')} };\n`;
}
