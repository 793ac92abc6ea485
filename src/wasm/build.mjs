// Builds the package for npm and the page: `node build.mjs` makes target/wasm/package/, target/wasm/gokata-VERSION.tgz and
// target/wasm/gokata.html. `--package` or `--page` makes that alone. `--types` compiles nothing: it checks the TypeScript, and that
// gokata.d.ts and testing.d.ts here are what it declares (GOKATA_BLESS=1 writes them).
//
// Needs Rust with the target wasm32-unknown-unknown, wasm-bindgen (in target/tools/bin, or in the PATH), and `npm ci` here.
// .ci/browser has all of that on a bare machine.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { declarations, gather } from './declarations.mjs';
import { packed } from './packed.mjs';

/** What may not become larger without notice, in bytes. */
const LIMITS = { 'gokata.html': 600_000, 'gokata.js': 1_400_000, 'gokata.wasm': 985_000 };
// By name, because with all features the file would need more than Node 20 has.
const FEATURES = ['bulk-memory', 'bulk-memory-opt', 'multivalue', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'sign-ext'];
const OPTIMIZE = ['-Oz', '--strip-debug', '--strip-producers', ...FEATURES.map(name => `--enable-${name}`)];

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const OUT = join(ROOT, 'target/wasm');
const PACKAGE = join(OUT, 'package');
// What is compiled for a part. The page does without the questions of gokata/testing, which are a tenth of it.
const native = part => join(OUT, part === 'page' ? 'native-page' : 'native');
const NATIVE = native('package');
const manifest = readFileSync(join(ROOT, 'Cargo.toml'), 'utf8');
const stated = name => new RegExp(`^${name} = "(.*?)"`, 'm').exec(manifest)[1];
const VERSION = stated('version');

const { values: only } = parseArgs({ options: { package: { type: 'boolean' }, page: { type: 'boolean' }, types: { type: 'boolean' } } });
const wanted = part => only[part] || !Object.values(only).some(Boolean);

class Fault extends Error {}
const fail = message => { throw new Fault(message); };
const read = (...path) => readFileSync(join(...path), 'utf8');

function run(program, args, options = {}) {
  try {
    return execFileSync(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', ...options });
  } catch (error) {
    return fail(error.code === 'ENOENT' ? `missing: ${program}` : `${basename(program)} failed${error.stdout ? `:\n${error.stdout}` : ''}`);
  }
}
const runTool = (name, args) => run(process.execPath, [join(HERE, 'node_modules', name), ...args]);

/** Compiles the library, and writes wasm-bindgen's JavaScript and the optimized gokata.wasm into target/wasm/native, or native-page. */
function compile(part) {
  const cargo = process.env.CARGO ?? 'cargo';
  const rust = run(process.env.RUSTC ?? 'rustc', ['--print', 'sysroot']).trim();
  if (!existsSync(join(rust, 'lib/rustlib/wasm32-unknown-unknown')) && !process.env.CARGO_UNSTABLE_BUILD_STD)
    fail('Rust cannot compile for wasm32-unknown-unknown here: `rustup target add wasm32-unknown-unknown`, or .ci/browser');
  const bindgen = findBindgen();
  // The same file from every folder, and without the names of folders here.
  const crates = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src');
  const RUSTFLAGS = `--remap-path-prefix=${crates}=crates --remap-path-prefix=${rust}=rust --remap-path-prefix=${ROOT}=gokata`;
  const built = join(OUT, 'cargo');
  run(cargo, ['build', '--locked', '-p', 'gokata-wasm', ...(part === 'page' ? [] : ['--features', 'testing']), '--profile', 'wasm', '--target', 'wasm32-unknown-unknown', '--target-dir', built],
    { env: { ...process.env, RUSTFLAGS }, stdio: 'inherit' });
  const compiled = join(built, 'wasm32-unknown-unknown/wasm/gokata_wasm.wasm');
  const key = createHash('sha256').update(readFileSync(compiled)).update(bindgen + OPTIMIZE).digest('hex');
  const folder = native(part);
  if (existsSync(join(folder, 'key')) && read(folder, 'key') === key) return;
  rmSync(folder, { recursive: true, force: true });
  run(bindgen, [compiled, '--target', 'web', '--omit-default-module-path', '--out-dir', folder, '--out-name', 'glue']);
  runTool('binaryen/bin/wasm-opt', [...OPTIMIZE, join(folder, 'glue_bg.wasm'), '-o', join(folder, 'gokata.wasm')]);
  writeFileSync(join(folder, 'key'), key);
}

/** wasm-bindgen of another version than the crate writes JavaScript that does not fit. */
function findBindgen() {
  const version = /name = "wasm-bindgen"\nversion = "(.*)"/.exec(read(ROOT, 'Cargo.lock'))?.[1] ?? fail('Cargo.lock has no wasm-bindgen');
  for (const program of [join(ROOT, 'target/tools/bin/wasm-bindgen'), 'wasm-bindgen']) {
    try {
      if (execFileSync(program, ['--version'], { encoding: 'utf8' }).trim() === `wasm-bindgen ${version}`) return program;
    } catch { /* the next one */ }
  }
  return fail(`missing: wasm-bindgen ${version} (cargo install wasm-bindgen-cli --version =${version} --root target/tools)`);
}

/** Runs the compiler of TypeScript over files, with other options than those of tsconfig.json. */
function typescript(name, compilerOptions, include) {
  const config = join(OUT, `tsconfig-${name}.json`);
  mkdirSync(OUT, { recursive: true });
  writeFileSync(config, JSON.stringify({ extends: join(HERE, 'tsconfig.json'), compilerOptions, include }));
  runTool('typescript/bin/tsc', ['-p', config]);
}

/** Checks all types, and the declarations that users get. */
function checkTypes() {
  typescript('all', { typeRoots: [] }, ['package', 'page'].map(folder => join(HERE, folder)));
  const emitted = join(OUT, 'declared');
  rmSync(emitted, { recursive: true, force: true });
  typescript('declared', { noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true, rootDir: join(HERE, 'package'), outDir: emitted }, [join(HERE, 'package')]);
  const main = gather(emitted, 'index');
  const all = { 'gokata.d.ts': declarations(main, new Map()) };
  all['testing.d.ts'] = declarations(gather(emitted, 'testing', main), main.get('index').exported);
  for (const [name, text] of Object.entries(all)) {
    const file = join(HERE, name);
    if (process.env.GOKATA_BLESS) writeFileSync(file, text);
    else if (!existsSync(file) || read(file) !== text) {
      writeFileSync(join(OUT, name), text);
      fail(`${relative(ROOT, file)} is not what the sources declare, which is now in target/wasm/${name} (GOKATA_BLESS=1 node build.mjs --types writes it)`);
    }
  }
}

/** Bundles a file, with `#native` as `load` brings it into this output. */
async function bundle(entry, load, options = {}) {
  const { build } = await import('esbuild');
  const paths = { '#native': join(HERE, 'package/load', `${load}.ts`), '#glue': join(native(load), 'glue.js'), '#wasm': join(native(load), 'gokata.wasm') };
  const resolve = { name: 'native', setup: it => it.onResolve({ filter: /^#/ }, ({ path }) => ({ path: paths[path] })) };
  const result = await build({
    entryPoints: [join(HERE, entry)], bundle: true, format: 'esm', target: 'es2022', charset: 'utf8', keepNames: true, legalComments: 'none',
    // Not minified: Node prints the whole line in which an error was thrown.
    loader: { '.wasm': 'binary' }, external: ['./gokata.wasm'], plugins: [resolve], logLevel: 'warning', write: false, ...options,
  });
  return result.outputFiles[0].text;
}

/** The fixtures as data. Those that must be refused because they are no UTF-8 are in base64. */
function corpus() {
  const names = readdirSync(join(ROOT, 'fixtures'), { recursive: true }).filter(name => /^[^.].*\.txt$/.test(name) && !name.includes('/.'));
  const files = names.map(name => name.replace(/\.txt$/, '')).sort().map(name => {
    const bytes = readFileSync(join(ROOT, 'fixtures', `${name}.txt`)), text = bytes.toString();
    const refusal = join(ROOT, 'fixtures', `${name}.error`);
    const content = Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') };
    return existsSync(refusal) ? [name, content, readFileSync(refusal, 'utf8')] : [name, content];
  });
  return JSON.stringify({ files });
}

async function makePackage() {
  rmSync(PACKAGE, { recursive: true, force: true });
  mkdirSync(PACKAGE, { recursive: true });
  const put = (name, content) => writeFileSync(join(PACKAGE, name), content);
  put('gokata.js', await bundle('package/index.ts', 'inline'));
  put('gokata.workerd.js', await bundle('package/index.ts', 'workerd'));
  put('corpus.js', `export default ${corpus()};\n`);
  put('boards.js', `export default ${JSON.stringify(read(ROOT, 'fixtures/BOARDS'))};\n`);
  const files = { './index.ts': './gokata.js', '#corpus': './corpus.js', '#boards': './boards.js' };
  const beside = { name: 'beside', setup: it => it.onResolve({ filter: /^(\.\/index\.ts|#.*)$/ }, ({ path }) => ({ path: files[path], external: true })) };
  put('testing.js', await bundle('package/testing.ts', 'inline', { plugins: [beside] }));
  copyFileSync(join(NATIVE, 'gokata.wasm'), join(PACKAGE, 'gokata.wasm'));
  for (const file of ['gokata.d.ts', 'testing.d.ts', 'README.md']) copyFileSync(join(HERE, file), join(PACKAGE, file));
  for (const file of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(ROOT, file), join(PACKAGE, file));
  put('LICENSES-CRATES.txt', run('python3', ['.ci/archive.py', '--licences', 'gokata-wasm', 'wasm32-unknown-unknown']));
  const { private: _, scripts, devDependencies, name, ...rest } = JSON.parse(read(HERE, 'package.json'));
  const repository = stated('repository');
  put('package.json', `${JSON.stringify({ name, version: VERSION, ...rest, ...(repository && { repository: `git+${repository}.git` }) }, null, 2)}\n`);
  for (const old of readdirSync(OUT).filter(file => file.endsWith('.tgz'))) rmSync(join(OUT, old));
  run('npm', ['pack', '--silent', '--pack-destination', OUT], { cwd: PACKAGE });
}

/** Puts style, script, library and fixtures into page.html, and their hashes into its policy. */
async function makePage() {
  const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const style = read(HERE, 'page/page.css');
  const script = await bundle('page/main.ts', 'page', { minify: true });
  const parts = {
    style, script, wasm: packed(readFileSync(join(native('page'), 'gokata.wasm'))), corpus: packed(corpus()),
    policy: `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'`,
  };
  const page = read(HERE, 'page/page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name] ?? fail(`page.html has an unknown {{${name}}}`));
  writeFileSync(join(OUT, 'gokata.html'), page);
}

/** Prints how large everything is, and fails if something is larger than it may be. */
function printSizes() {
  const made = wanted('package') ? [...readdirSync(PACKAGE).sort().map(name => join(PACKAGE, name)), join(OUT, `gokata-${VERSION}.tgz`)] : [];
  const files = wanted('page') ? [...made, join(OUT, 'gokata.html')] : made;
  console.log(`${'bytes'.padEnd(24)}${['raw', 'gz', 'br'].map(it => it.padStart(10)).join('')}`);
  for (const file of files) {
    const bytes = readFileSync(file), br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    console.log(`${basename(file).padEnd(24)}${[bytes, gzipSync(bytes, { level: 9 }), br].map(it => String(it.length).padStart(10)).join('')}`);
    if (bytes.length > (LIMITS[basename(file)] ?? Infinity)) fail(`${basename(file)} is larger than ${LIMITS[basename(file)]} bytes`);
  }
}

try {
  if (!existsSync(join(HERE, 'node_modules'))) fail('missing: the packages for the build (npm ci, in src/wasm)');
  const compiles = wanted('package') || wanted('page');
  for (const part of ['package', 'page'].filter(wanted)) compile(part);
  if (wanted('package') && process.env.GOKATA_BLESS) copyFileSync(join(NATIVE, 'glue.d.ts'), join(HERE, 'package/native.d.ts'));
  checkTypes();
  if (compiles) {
    if (wanted('package')) typescript('native', { paths: { '#native': [join(NATIVE, 'glue.d.ts')] } }, [join(HERE, 'package')]);
    if (wanted('package')) await makePackage();
    if (wanted('page')) await makePage();
    printSizes();
    if (wanted('page')) console.log('target/wasm/gokata.html: to be opened in a browser');
  }
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
