// Builds the dojo with nothing installed: `node build.mjs [KIT]` (first `npm ci` here) makes target/dojo/dojo.html. KIT is a folder
// that `gokata dojo` wrote, because only that has the bonus; else target/dojo/kit. `--types` only checks the TypeScript.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packed } from '../../../wasm/packed.mjs';
import { rules } from './rules.mjs';

/** What the page may not become larger than without notice, in bytes. */
const LIMIT = 480_000;

/** Characters in a line of the editor on a projector. */
const WIDTH = 70;

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../../../..');
const OUT = join(ROOT, 'target/dojo');
const HANDED = join(HERE, '../kit/hand-out');
const { values: { types: onlyTypes }, positionals: [kit = join(OUT, 'kit')] } = parseArgs({ options: { types: { type: 'boolean' } }, allowPositionals: true });

class Fault extends Error {}
const fail = message => { throw new Fault(message); };
const read = (...path) => readFileSync(join(...path), 'utf8');
const installed = (...path) => read(HERE, 'node_modules', ...path);

/** The questions of a step file without what the page draws itself: move, boards, `should be:`, why. */
function questions(name, text) {
  return text.trimEnd().split('\n\n').map((block, at) => {
    const wanted = /^# (Black|White) wants to play at row (-?\d+), column (-?\d+)\.\n# should be: {2}((?:not )?legal\b.*)\n((?:#.*\n)*)case .+\nrules .+\nsize (\d+) \d+\nboards \d+\n([^]*)\nmove ([xo]) (\S+) (\S+)\nlegal\?\n(legal|illegal .+)$/m.exec(block);
    const [, side, row, col, should, why, height, boards, ...move] = wanted ?? fail(`${name}: question ${at + 1} is not as the page expects`);
    if ([{ Black: 'x', White: 'o' }[side], row, col].join() !== move.slice(0, 3).join() || should.startsWith('legal') !== (move[3] === 'legal'))
      fail(`${name}: question ${at + 1} shows another move or answer`);
    const lines = boards.split('\n'), record = [];
    while (lines.length) record.push(lines.splice(0, Number(height) + 1).join('/'));
    return [move.slice(0, 3).join(' '), record, should, why.replace(/^# ?/gm, '').trim()];
  });
}

function step(path, name) {
  const [, number, title] = /^(\d+)-(.+)\.txt$/.exec(name);
  const hints = readdirSync(join(HANDED, 'hints')).filter(file => file.startsWith(`${number}-`)).sort();
  return { title: title.replaceAll('-', ' '), questions: questions(name, read(path, name)), hints: hints.map(file => read(HANDED, 'hints', file).trimEnd()) };
}

/** A comment in lines that the page's editor has room for; what stands in its second column stays there. */
function narrow(line) {
  const [, start, column = '', text] = /^((?:#|\/\/) ?)(\S.*?\S {2,})?(.*)$/.exec(line), lines = [start + column];
  for (const word of text.split(' ')) {
    if (lines.at(-1).length + word.length > WIDTH) lines.push(start + ' '.repeat(column.length));
    lines.push(`${lines.pop()}${word} `);
  }
  return lines.map(it => it.trimEnd());
}

/** What a pair edits, and how the comment at its beginning stands on the page. */
function starter(file) {
  const code = read(HANDED, file), header = code.slice(0, code.indexOf('\n\n'));
  const here = header.replace(/The rules are in \.\.\/KATA\.md\. To run: .*/, 'The rules are on this page.');
  if (here === header) fail(`${file} does not begin as expected`);
  return { file: file.split('/')[1], code, header, shown: here.split('\n').flatMap(narrow).join('\n') };
}

/** Names and licences of everything that is not ours. */
function licences(inputs) {
  const names = [...new Set(inputs.map(path => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean))].sort();
  const micropython = '@micropython/micropython-webassembly-pyscript';
  const notices = names.filter(name => name !== micropython).map(name => {
    const { version, license } = JSON.parse(installed(name, 'package.json'));
    const file = readdirSync(join(HERE, 'node_modules', name)).find(file => /^licen[cs]e/i.test(file)) ?? fail(`${name} has no licence`);
    return `${name} ${version} (${license})\n\n${installed(name, file).trim()}`;
  });
  const { version } = JSON.parse(installed(micropython, 'package.json'));
  return [`MicroPython ${version} (MIT)\n\n${read(HERE, 'workers/micropython.txt').trim()}`, ...notices].join('\n\n\n');
}

/** Bundles a file; `inputs` gets the names of what went in. */
async function bundle(entry, options = {}, inputs = []) {
  const { build } = await import('esbuild');
  const result = await build({
    entryPoints: [join(HERE, entry)], bundle: true, minify: true, target: 'es2022', charset: 'utf8', legalComments: 'none', metafile: true,
    loader: { '.py': 'text' }, logLevel: 'warning', write: false, ...options,
  });
  inputs.push(...Object.keys(result.metafile.inputs));
  return result.outputFiles[0].text.trim();
}

// Parts of sucrase that only other transforms than TypeScript's need; what they export is there, and does nothing.
const UNUSED = /sucrase\/dist\/esm\/.*(CJSImport|Flow|flow|Jest|JSXTransformer|React|OptionalC|NumericSep|computeSourceMap|xhtml|Options-gen)[-\w]*\.js$/;
const without = {
  name: 'without',
  setup(it) {
    it.onLoad({ filter: /ts-interface-checker/ }, () => ({ contents: 'export const createCheckers = () => ({ Options: { strictCheck() {} } });' }));
    it.onLoad({ filter: UNUSED }, ({ path }) => {
      const exported = [...read(path).replace(/^export default (?=\w+;)/m, 'export default function ').matchAll(/^export (default )?(?:async )?(?:class|function|const) (\w+)/gm)];
      return { contents: exported.map(([, main, name]) => main ? 'export default function () {}' : `export const ${name} = () => {};`).join('\n') };
    });
  },
};

/** MicroPython's loader as a script in a worker: without what Node needs, with our way to bring the module, and at most 256 MB. */
const loader = {
  name: 'loader',
  setup(it) {
    it.onLoad({ filter: /micropython\.mjs$/ }, ({ path }) => {
      const text = read(path), from = text.indexOf('if(globalThis.loadMicroPython='), to = text.indexOf('class PyProxy{', from);
      const before = 'let Module={locateFile';
      if (from < 0 || to < 0 || !text.includes(before)) fail('micropython.mjs is not as expected');
      return { contents: (text.slice(0, from) + text.slice(to)).replace(before, 'let Module={...options.module,locateFile').replaceAll('import.meta.url', '"blob:"').replaceAll('2147483648', '268435456').replace(/await import\("\w+"\)/g, '{}') };
    });
  },
};

async function makePage() {
  const bonus = join(kit, 'hand-out/bonus');
  if (!existsSync(bonus)) fail(`${bonus} is missing: \`gokata dojo ${kit}\` writes it`);
  const inputs = [], worker = (name, ...plugins) => bundle(`workers/${name}.ts`, { format: 'iife', plugins }, inputs);
  const wasm = readFileSync(join(HERE, 'node_modules/@micropython/micropython-webassembly-pyscript/micropython.wasm'));
  const parts = { typescript: await worker('typescript', without), python: await worker('python', loader), wasm, bonus: JSON.stringify(step(bonus, readdirSync(bonus)[0])) };
  const data = {
    steps: readdirSync(join(HANDED, 'steps')).sort().map(name => step(join(HANDED, 'steps'), name)),
    starters: { javascript: starter('javascript/kata.mjs'), typescript: starter('typescript/kata.ts'), python: starter('python/kata.py') },
    worker: await worker('javascript'), licences: licences(inputs),
  };
  if (data.steps.map(({ hints }) => hints.length).join() !== '3,3,3,3,3,3,3') fail('the kit has not seven steps with three hints each');
  const texts = Object.entries({ data: JSON.stringify(data), ...parts }).map(([id, content]) => `<script type="application/octet-stream" id="packed-${id}">${packed(content)}</script>`);
  const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const style = read(HERE, 'page.css'), script = await bundle('main.ts', { format: 'esm' });
  const filled = {
    style, script, rules: rules(read(HANDED, 'KATA.md')), packed: texts.join('\n'),
    // Of `script-src`, the worker needs `data:`: a pair's file is imported from there, since WebKit and Chromium import no blob here.
    policy: `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval' data:; style-src ${hash(style)}; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'`,
  };
  const page = read(HERE, 'page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => filled[name] ?? fail(`page.html has an unknown {{${name}}}`));
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, 'dojo.html'), page);
  for (const [name, text] of [['style', style], ['script', script], ...texts.map(text => [/id="packed-(\w+)/.exec(text)[1], text]), ['dojo.html', page]])
    console.log(`${name.padEnd(12)}${String(Buffer.byteLength(text)).padStart(10)}`);
  if (Buffer.byteLength(page) > LIMIT) fail(`dojo.html is larger than ${LIMIT} bytes`);
}

try {
  if (!existsSync(join(HERE, 'node_modules'))) fail('missing: the packages for the build (npm ci, in src/cli/dojo/page)');
  if (spawnSync(process.execPath, [join(HERE, 'node_modules/typescript/bin/tsc'), '-p', HERE], { stdio: 'inherit' }).status !== 0) fail('the types are wrong');
  if (!onlyTypes) await makePage();
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
