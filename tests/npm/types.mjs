// Compiles the files in types/ against the committed declarations, as four kinds of projects find them, and looks for cycles of imports: node types.mjs
// Needs `npm ci` in src/wasm.

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCES = join(HERE, '../../src/wasm');
const CASES = { nodenext: 'nodenext', node20: 'node20', bundler: 'es2022', preserve: 'preserve' };

const project = mkdtempSync(join(tmpdir(), 'gokata-types-'));
try {
  const installed = join(project, 'node_modules/gokata');
  mkdirSync(installed, { recursive: true });
  for (const file of ['package.json', ...readdirSync(SOURCES).filter(name => name.endsWith('.d.ts'))]) copyFileSync(join(SOURCES, file), join(installed, file));
  cpSync(join(HERE, 'types'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  for (const [name, module] of Object.entries(CASES)) {
    const compilerOptions = {
      strict: true, noEmit: true, target: 'es2022', lib: ['es2022'], types: [], skipLibCheck: false, exactOptionalPropertyTypes: true, module,
      ...(name === 'bundler' && { moduleResolution: name }),
    };
    // Elsewhere a CommonJS file stays one.
    const files = name.startsWith('node') ? ['*.ts', '*.cts'] : ['*.ts'];
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: files }));
    execFileSync(process.execPath, [join(SOURCES, 'node_modules/typescript/bin/tsc'), '-p', project], { stdio: 'inherit' });
    console.log(`types pass under ${name}`);
  }
} finally {
  rmSync(project, { recursive: true });
}

// No file of the package or of the page imports itself through others, not even for a type.
const FILES = pathToFileURL(`${SOURCES}/`).href;
const importsOf = file => [...readFileSync(new URL(file), 'utf8').matchAll(/ from "(\.[^"]*\.ts)"/g)].map(([, path]) => new URL(path, file).href);
function follow(file, way = []) {
  if (way.includes(file)) throw new Error(`imports in a cycle: ${[...way.slice(way.indexOf(file)), file].map(it => it.replace(FILES, '')).join(' -> ')}`);
  for (const other of importsOf(file)) follow(other, [...way, file]);
}
for (const entry of ['package/testing.ts', 'page/main.ts']) follow(new URL(entry, FILES).href);
console.log('no file imports itself through others');
