// Programs that would turn a light green, stop the page, or leave something behind. None of them solves step 1.

const WRONG_JS = 'export function isLegalMove(move, record) {\n  return true;\n}\n';
const WRONG_PY = 'def is_legal_move(move, record):\n    return True\n';
const js = (name, { before = '', body = 'return true;', code, ...expected }) => ({ name, code: code ?? `${before}\nexport function isLegalMove(move, record) {\n  ${body}\n}\n`, ...expected });
const py = (name, { before = '', body = 'return True', code, ...expected }) => ({ name, code: code ?? `${before}\ndef is_legal_move(move, record):\n    ${body.replaceAll('\n', '\n    ')}\n`, ...expected });
const not = said => ({ light: 'red', said });

// What the page and its workers may say to each other: replayed in all shapes, for all questions.
const FIELDS = ['type', 'kind', 'id', 'at', 'said', 'answer', 'answers', 'legal', 'right', 'trace', 'printed', 'line', 'done', 'ready', 'ended', 'fault', 'message', 'data', 'port', 'ports', 'code', 'question', 'error', 'value', 'then', 'ok', 'get', 'set', 'number', 'asked', 'move', 'record', 'print', 'gone', 'stripped', 'file', 'wasm', 'rows', 'toPlay'];
const SHAPES = `const shapes = (at) => [{ done: true }, { ready: true }, { answer: at, said: "legal", trace: "" }, { gone: true }, { print: "x" }, { stripped: "x" }, { number: at, asked: { move: {}, record: [] } }, { light: "green" }, { at, said: "legal", trace: "", printed: [] }, { id: at, said: "not legal", trace: "", printed: [] },
  { answer: { said: "legal", trace: "", printed: [] } }, ["answer", at, "legal"], ["legal"], "legal", "not legal", true, null, undefined, at, { id: at, answer: false }, { fault: { message: "", printed: [] } }, { ended: "slow" }, { type: "answer", id: at, value: "legal" }];\n`;
const REACH = `const reach = () => { for (const place of [self, globalThis, ...(self.frames ? [self.frames, self.parent, self.top] : [])]) for (let at = -1; at < 80; at++) for (const shape of shapes(at)) { try { place.postMessage(shape); } catch {} try { place.postMessage(shape, "*"); } catch {} try { place.dispatchEvent(new MessageEvent("message", { data: shape })); } catch {} } };\n`;
const RETURNS = {
  'an object with valueOf': ['({ valueOf() { return true; }, toString() { return "legal"; } })', /must be true or false/],
  'new Boolean': ['new Boolean(true)', /must be true or false/],
  'the word': ['"legal"', /^'legal' \(it must/],
  'the page\'s own words': ['"not legal"', /^'not legal' \(it must/],
  'a promise': ['Promise.resolve(true)', /^Promise/],
  'a thenable': ['({ then(done) { done(true); } })', /must be true or false/],
  'a proxy that throws': ['new Proxy({}, Object.fromEntries(Reflect.ownKeys(Reflect).map((name) => [name, () => { throw new Error("trap"); }])))'],
  'a proxy of a function': ['new Proxy(function () {}, { get() { return () => true; } })', /must be true or false/],
  'an object that throws': ['({ toString() { throw 1; }, toJSON() { throw 2; }, get [Symbol.toStringTag]() { throw 3; }, [Symbol.toPrimitive]() { throw 4; } })'],
  'a circle': ['(() => { const a = { b: [] }; a.b.push(a); return a; })()', /must be true or false/],
  'a symbol': ['Symbol("x")', /^Symbol\(x\) \(it must/],
  'a large number': ['10n ** 30n', /must be true or false/],
  'zero': ['-0', /^-0 \(it must/],
  'a function': ['() => true', /must be true or false/],
  'a megabyte': ['"x".repeat(1 << 20)', /must be true or false/],
  'a deep array': ['(() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a; })()', /must be true or false/],
  'a hundred thousand numbers': ['Array.from({ length: 1e5 }, (_, i) => i)', /must be true or false/],
  'an error': ['new Error("x")', /must be true or false/],
};
const THROWS = { 'null': 'null', 'undefined': 'undefined', 'a string': '"oops"', 'a proxy': 'new Proxy({}, { get() { throw new Error("trap"); } })', 'an error without a stack': 'Object.assign(new Error("oops"), { stack: undefined })', 'a stack that is a number': 'Object.assign(new Error("oops"), { stack: 5 })', 'a stack that throws': 'Object.defineProperty(new Error("oops"), "stack", { get() { throw 1; } })', 'a long message': 'new Error("x".repeat(1 << 20))' };
const READ = `const found = [];
const look = async (name, act) => { try { await act(); found.push(name + " done"); } catch { found.push(name + " refused"); } };
for (const url of ["%PAGE%", self.location.href, ""]) {
  await look("xhr", () => { const x = new XMLHttpRequest(); x.open("GET", url, false); x.send(); });
  await look("scripts", () => importScripts(url));
  await look("fetch", () => fetch(url));
  await look("import", () => import(url));
  await look("socket", () => new WebSocket("ws://127.0.0.1:9"));
  await look("events", () => new EventSource("http://127.0.0.1:9"));
  await look("worker", () => new Worker(url));
}\n`;

export const HOSTILE = {
  javascript: [
    js('Array overwritten', { before: 'for (const name of Object.getOwnPropertyNames(Array.prototype)) if (name !== "length" && name !== "constructor") Array.prototype[name] = () => [];\nArray.prototype[Symbol.iterator] = function* () {}; Array.isArray = () => false; Array.from = () => [];' }),
    js('Object overwritten', { before: 'for (const name of Object.getOwnPropertyNames(Object)) if (typeof Object[name] === "function") Object[name] = () => ({});\nObject.prototype.hasOwnProperty = () => true; Object.prototype.toString = () => "legal";' }),
    js('Promise overwritten', { before: 'Promise.prototype.then = function () { return this; }; Promise.resolve = Promise.all = Promise.race = () => ({ then(f) { f(true); } }); self.Promise = class {};' }),
    js('call, apply and bind overwritten', { before: 'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = function () { return true; }; Reflect.apply = () => true;' }),
    js('ports overwritten', { before: 'for (const one of [self, MessagePort.prototype, self.constructor.prototype, Object.getPrototypeOf(self)]) try { one.postMessage = function (m) { return true; }; } catch {}\nEventTarget.prototype.addEventListener = EventTarget.prototype.dispatchEvent = () => {}; self.MessageChannel = self.MessagePort = class {};' }),
    js('JSON overwritten', { before: 'JSON.stringify = () => \'{"said":"legal","trace":"","printed":[]}\'; JSON.parse = () => ({ move: {}, record: [], said: "legal" });' }),
    js('structuredClone and console overwritten', { before: 'self.structuredClone = (x) => "legal"; Object.defineProperty(self, "console", { get() { throw new Error("no console"); } });' }),
    js('strings and patterns overwritten', { before: 'RegExp.prototype.exec = RegExp.prototype.test = () => null; for (const name of Object.getOwnPropertyNames(String.prototype)) if (name !== "constructor" && name !== "length") String.prototype[name] = () => "legal"; self.String = () => "legal"; self.Error = class {};' }),
    js('Map, Set, WeakMap, Symbol and Math overwritten', { before: 'for (const one of [Map, Set, WeakMap, Number, Boolean, Symbol]) for (const name of Object.getOwnPropertyNames(one.prototype)) try { one.prototype[name] = () => true; } catch {}\nself.setTimeout = self.queueMicrotask = (f) => f(); Math.min = () => 0;' }),
    js('everything deleted', { before: 'for (const name of Object.getOwnPropertyNames(self)) try { delete self[name]; } catch {}' }),
    js('everything frozen', { before: 'for (const one of [Object.prototype, Array.prototype, Function.prototype, self.console, Error, Error.prototype]) Object.freeze(one);' }),
    js('the stack of errors', { before: 'Error.prepareStackTrace = () => { throw new Error("trap"); }; Error.stackTraceLimit = 0;', body: 'return record.none.none;', light: 'amber' }),
    ...FIELDS.map(name => js(`Object.prototype.${name}`, { before: `Object.defineProperty(Object.prototype, "${name}", { get() { return "legal"; }, set() {}, configurable: true });` })),
    js('setters that catch', { before: `for (const name of ${JSON.stringify(FIELDS)}) Object.defineProperty(Object.prototype, name, { get() { return undefined; }, set(value) { self.caught = value; try { value.postMessage({ said: "legal", trace: "", printed: [] }); } catch {} }, configurable: true });` }),
    js('messages of its own, at first', { before: `${SHAPES}${REACH}reach();` }),
    js('messages of its own, at each question', { before: SHAPES + REACH, body: 'reach(); return true;' }),
    js('messages of its own, from then on', { before: `${SHAPES}${REACH}setInterval(reach, 1);`, body: 'reach(); return true;' }),
    js('listens, and answers itself', { before: 'self.onmessage = self.onmessageerror = (event) => { for (const port of event.ports ?? []) port.postMessage({ said: "legal", trace: "", printed: [] }); self.postMessage({ said: "legal" }); };\nself.addEventListener("message", (event) => { event.stopImmediatePropagation(); for (const port of event.ports ?? []) port.close(); }, true);' }),
    js('nested workers', { before: 'for (let at = 0; at < 20; at++) try { new Worker(URL.createObjectURL(new Blob(["for (;;) self.postMessage({ said: \'legal\' })"]))).onerror = (event) => event.preventDefault(); } catch {}' }),
    js('channels to everybody', { before: 'for (const name of ["dojo", "gokata", "gokata-dojo", "", "page"]) try { new BroadcastChannel(name).postMessage({ said: "legal", light: "green", done: true, progress: 8 }); } catch {}' }),
    js('reads other files', { before: READ, body: 'return found.join(", ");', ...not(/^'(\w+ refused(, )?)+' \(it/) }),
    js('a database', { before: 'try { const open = indexedDB.open("gokata-dojo"); open.onupgradeneeded = () => open.result.createObjectStore("x"); } catch {}\ntry { localStorage.clear(); } catch {}\ntry { caches.open("x"); } catch {}' }),
    js('a function that changes', { code: 'export let isLegalMove = () => { isLegalMove = () => "second"; return "first"; };\n', ...not(/^'first'/) }),
    js('a getter on the global', { before: 'try { Object.defineProperty(self, "isLegalMove", { get() { return () => false; } }); } catch {}' }),
    ...Object.entries(RETURNS).map(([name, [value, said = /./]]) => js(`returns ${name}`, { body: `return ${value};`, said })),
    ...Object.entries(THROWS).map(([name, value]) => js(`throws ${name}`, { body: `throw ${value};`, light: 'amber' })),
    js('is asynchronous', { code: 'export async function isLegalMove() { return true; }\n', ...not(/^Promise/) }),
    js('is a generator', { code: 'export function* isLegalMove() { yield true; }\n', ...not(/must be true or false/) }),
    js('is a class', { code: 'export class isLegalMove {}\n', light: 'amber' }),
    js('a flood of timers', { before: 'setInterval(() => { for (let at = 0; at < 1000; at++) setTimeout(() => {}, 0); }, 0);' }),
    js('a timer without end', { before: 'setTimeout(() => { for (;;); }, 0);' }),
    js('a chain without end', { body: 'const again = () => Promise.resolve().then(again); again(); return true;' }),
    js('throws later', { before: 'setTimeout(() => { throw new Error("later"); }, 0); Promise.reject(new Error("nobody"));' }),
    js('sleeps', { body: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); for (;;);', light: 'amber' }),
    js('closes itself at first', { before: 'self.close();' }),
    js('closes itself at a question', { body: 'self.close(); return true;' }),
    js('closes itself, and goes on', { body: 'self.close(); for (;;);', light: 'amber' }),
    js('fills the memory', { body: 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));', light: 'amber' }),
    js('fills the memory slowly', { body: 'const all = []; for (;;) all.push(new Array(1000).fill(0));', light: 'amber', afterwards: 30 }),
    js('fills the memory with text', { body: 'let text = "xo"; for (;;) text += text;', light: 'amber' }),
    js('prints a megabyte', { body: 'console.log("x".repeat(1 << 20)); return true;', light: 'red' }),
    js('prints without end', { body: 'for (;;) console.log("<b>loud</b>");', light: 'amber' }),
    js('prints what is strange', { before: 'const circle = {}; circle.circle = circle;', body: `console.log(circle, ${RETURNS["a proxy that throws"][0]}, Symbol("x"), 1n, null, "\\u0000\\ud800\\u2028<img src=x onerror=alert(1)>"); console.table?.([1]); console.dir?.(circle); console.group?.(); console.assert?.(false); return true;`, light: 'red' }),
    js('recursion without end', { body: 'return !isLegalMove(move, record);', light: 'amber', trace: /recursion|stack/i }),
    js('a loop without end', { body: 'for (;;);', light: 'amber' }),
    js('a loop without end at first', { before: 'for (;;);', fault: /./ }),
    js('waits without end at first', { before: 'await new Promise(() => {});', fault: /./ }),
    js('throws at first', { before: '\nthrow new Error("at first");', fault: /at first/, line: 2 }),
    js('has no function', { code: 'const isLegal = 1;\n', fault: /isLegalMove/ }),
    js('has no function, but a number', { code: 'export const isLegalMove = 1;\n', fault: /isLegalMove/ }),
    js('is empty', { code: '', fault: /isLegalMove/ }),
    js('imports', { before: 'import fs from "node:fs";', fault: /./ }),
    js('a fault in the first line', { code: `let = ;\n${WRONG_JS}`, fault: /./, line: 1 }),
    js('a fault in the middle', { code: 'export function isLegalMove(move, record) {\n  return true\n  )\n}\n', fault: /./, line: 3 }),
    js('a fault in the last line', { code: `${WRONG_JS}let 5x = 1;`, fault: /./, line: 4 }),
    js('a string without end', { code: `${WRONG_JS}let text = "none;\n`, fault: /./, line: 4 }),
    js('a template without end', { code: `${WRONG_JS}let text = \`none;\n`, fault: /./ }),
    js('a brace without end', { code: WRONG_JS.replace('\n}', ''), fault: /./ }),
    js('a comment without end', { code: `${WRONG_JS}/* none`, fault: /./ }),
    js('a brace too many', { code: `${WRONG_JS}}\n`, fault: /./, line: 4 }),
    js('a name twice', { code: `let a = 1;\n${WRONG_JS}let a = 2;\n`, fault: /./, line: 5 }),
    js('a zero byte', { code: `${WRONG_JS}\u0000`, fault: /./ }),
    js('half a character', { code: `${WRONG_JS}\ud800`, fault: /./ }),
    js('closes what surrounds it', { code: `${WRONG_JS}}\n})();self.postMessage({ done: true });(() => {{\n`, fault: /./, line: 4 }),
    js('closes the script', { before: '// </script><script>document.title = "x"</script>\n/* --> */', light: 'red' }),
  ],
  typescript: [
    js('a fault in the first line', { code: `let = ;\n${WRONG_JS}`, fault: /./, line: 1 }),
    js('a fault in the types', { code: 'type Move = { color: ;\n' + WRONG_JS, fault: /./, line: 1 }),
    js('a fault in the last line', { code: `${WRONG_JS}let 5x: number = 1;`, fault: /./, line: 4 }),
    js('a brace without end', { code: WRONG_JS.replace('\n}', ''), fault: /./ }),
    js('stops below types', { code: 'type A = {\n  a: string;\n};\nexport function isLegalMove(move: A, record: A[]): boolean {\n  throw new Error("here");\n}\n', light: 'amber', line: 5 }),
    js('a loop without end', { body: 'for (;;);', light: 'amber' }),
    js('is nested a thousand times', { before: `const a = ${'('.repeat(5000)}1${')'.repeat(5000)};` }),
  ],
  python: [
    py('the page itself', { before: `try:
    import js
    for m in ("legal", True, None):
        js.self.postMessage(m)
    js.eval('''${SHAPES}${REACH}reach(); setInterval(reach, 1)''')
    js.Function.prototype.call = lambda *a: True
except Exception as error:
    print(error)` }),
    py('the page itself, at each question', { body: `try:\n    import js\n    js.eval('self.postMessage({ done: true }); self.close()')\nexcept Exception:\n    pass\nreturn True` }),
    py('the page itself, through jsffi', { before: 'try:\n    import jsffi\n    jsffi.to_js({"said": "legal"})\nexcept Exception:\n    pass' }),
    py('reads other files', { before: 'found = []\nfor name in ("/etc/hostname", "/dev/stdin"):\n    try:\n        found.append(open(name).read())\n    except Exception:\n        pass', body: 'return "".join(found)' , ...not(/^'' \(it must/) }),
    py('builtins overwritten', { before: 'import builtins\nfor name in ("repr", "str", "isinstance", "type", "bool", "len", "print"):\n    setattr(builtins, name, lambda *a, **b: "True")' }),
    py('repr overwritten here', { before: 'repr = str = lambda x: "True"', body: 'return 5', said: /^5 \(it must/ }),
    py('json overwritten', { before: 'import json\ntry:\n    json.loads = json.dumps = lambda *a: {"said": "legal"}\nexcept Exception:\n    pass' }),
    py('names overwritten', { before: 'Move = Board = ask = _ask = _Move = _Board = _code = record = move = sys = json = None' }),
    py('everything forgotten', { body: 'globals().clear()\nreturn True' }),
    py('the function forgotten', { body: 'del globals()["is_legal_move"]\nreturn True' }),
    py('modules forgotten', { before: 'import sys\ntry:\n    sys.modules.clear()\nexcept Exception:\n    pass' }),
    py('returns an object that says True', { before: 'class Yes:\n    def __repr__(self):\n        return "True"\n    def __eq__(self, other):\n        return True\n    def __bool__(self):\n        return True', body: 'return Yes()' }),
    py('returns an object that stops', { before: 'class No:\n    def __repr__(self):\n        raise ValueError("no")', body: 'return No()' }),
    py('returns an object without end', { before: 'class No:\n    def __repr__(self):\n        while True: pass', body: 'return No()', light: 'amber' }),
    py('returns one', { body: 'return 1', ...not(/^1 \(it must/) }),
    py('returns the word', { body: 'return "legal"', ...not(/^'legal' \(it must/) }),
    py('returns a generator', { body: 'yield True', ...not(/must be true or false/) }),
    py('is asynchronous', { code: 'async def is_legal_move(move, record):\n    return True\n', ...not(/must be true or false/) }),
    py('ends', { body: 'raise SystemExit', light: 'amber' }),
    py('ends by sys.exit', { before: 'import sys', body: 'sys.exit()', light: 'amber' }),
    py('is interrupted', { body: 'raise KeyboardInterrupt', light: 'amber' }),
    py('stops with a strange error', { before: 'class Odd(Exception):\n    def __str__(self):\n        raise ValueError("trap")', body: 'raise Odd()', light: 'amber' }),
    py('asks for input', { body: 'return input("?") == ""' }),
    py('sleeps', { before: 'import time', body: 'time.sleep(1000)\nreturn True', light: 'amber' }),
    py('fills the memory', { body: 'all = []\nwhile True:\n    all.append([0] * 100000)', light: 'amber' }),
    py('fills the memory with text', { body: 'text = "xo"\nwhile True:\n    text += text', light: 'amber' }),
    py('prints a megabyte', { body: 'print("x" * 1000000)\nreturn True', light: 'red' }),
    py('prints without end', { body: 'while True:\n    print("<b>loud</b>")', light: 'amber' }),
    py('prints without an end of line', { body: 'print("half", end="")\nreturn True', light: 'red' }),
    py('prints what is strange', { body: 'print(chr(0), "\\u2028", chr(0x1f600), b"\\xff", "<img src=x onerror=alert(1)>")\nreturn True', light: 'red' }),
    py('recursion without end', { body: 'return is_legal_move(move, record)', light: 'amber', trace: /recursion/ }),
    py('a loop without end', { body: 'while True: pass', light: 'amber' }),
    py('a loop that catches all', { body: 'while True:\n    try:\n        while True: pass\n    except BaseException: pass', light: 'amber' }),
    py('a loop without end at first', { before: 'while True: pass', fault: /./ }),
    py('stops at first', { before: '\nraise ValueError("at first")', fault: /at first/, line: 2 }),
    py('ends at first', { before: 'import sys\nsys.exit()', fault: /./ }),
    py('has no function', { code: 'is_legal = 1\n', fault: /is_legal_move/ }),
    py('has no function, but a number', { code: 'is_legal_move = 1\n' }),
    py('is empty', { code: '', fault: /is_legal_move/ }),
    py('imports what is not there', { before: 'import numpy', fault: /numpy/, line: 1 }),
    py('a fault in the first line', { code: `let = = 5\n${WRONG_PY}`, fault: /./, line: 1 }),
    py('a fault in the last line', { code: `${WRONG_PY}x = = 1`, fault: /./, line: 3 }),
    py('an indentation too deep', { code: 'def is_legal_move(move, record):\n    x = 1\n      return True\n', fault: /indent/, line: 3 }),
    py('an indentation that does not fit', { code: 'def is_legal_move(move, record):\n    if move:\n        x = 1\n      x = 2\n    return True\n', fault: /indent/, line: 4 }),
    py('no indentation', { code: 'def is_legal_move(move, record):\nreturn True\n', fault: /./, line: 2 }),
    py('a string without end', { code: `${WRONG_PY}text = "none\n`, fault: /./, line: 3 }),
    py('a text without end', { code: `${WRONG_PY}text = """none\n`, fault: /./ }),
    py('a bracket without end', { code: `${WRONG_PY}x = (1,\n`, fault: /./ }),
    py('a colon forgotten', { code: 'def is_legal_move(move, record)\n    return True\n', fault: /./, line: 1 }),
    py('a zero byte', { code: `${WRONG_PY}\u0000`, }),
    py('half a character', { code: `${WRONG_PY}# \ud800\n` }),
  ],
};

// Good programs in odd clothes: each is to be shown as the solution of step 1 is.
const odd = {
  'CR LF': text => text.replaceAll('\n', '\r\n'),
  'CR': text => text.replaceAll('\n', '\r'),
  'a megabyte': (text, comment) => text + `${comment} ${'x'.repeat(99)}\n`.repeat(10_000),
  'one long line': (text, comment) => `${text}${comment} ${'x'.repeat(1e6)}\n`,
  'U+2028 in a string': (text, comment) => `${text}${comment === "#" ? "" : "const "}text = "a\u2028b"\n`,
  'other alphabets': (text, comment) => `${text}${comment} \u4e00 \u{1f600} \u00e4\n`,
  'no end of line': text => text.trimEnd(),
  'a mark in front': text => `\ufeff${text}`,
  'no comments': text => text.replace(/^(\/\/|#).*\n/gm, ''),
};
const TAKEN = ['port', 'ports', 'ask', 'post', 'questions', 'answer', 'said', 'show', 'printed', 'print', 'code', 'module', 'exports', 'require', 'fault', 'event', 'send', 'reply', 'kata', 'inspect', 'program', 'start', 'data', 'clone', 'say', 'own'];
const more = {
  javascript: {
    'names of its own': text => `${text}const ${TAKEN.map(name => `${name} = 0`).join(', ')};\n`,
    'names of the browser': text => `${text}const self = 0, globalThis = 0, postMessage = 0, onmessage = 0, console = 0, structuredClone = 0, Worker = 0, JSON = 0, Promise = 0, name = 0, close = 0, location = 0;\n`,
    'an export at the end': text => `${text.replace('export function', 'function')}export { isLegalMove };\n`,
    'an export by another name': text => `${text.replace('export function isLegalMove', 'function mine')}export { mine as isLegalMove };\n`,
    'an arrow': text => text.replace('function isLegalMove(move, record) {', 'const isLegalMove = (move, record) => {'),
    'more exports': text => `export const size = 5;\nexport default class Point {}\n${text}`,
    'waits at first': text => `await 0;\n${text}`,
    'dead code': text => `${text}/* export function isLegalMove() {} */ const s = "export function isLegalMove() {", t = \`export \${1} x\`, r = /export {/;\n`,
  },
  typescript: {
    'types that vanish': text => `import type { X } from "./x";\n${text}interface A<T extends object = {}> { readonly a?: T }\ndeclare const none: A;\nabstract class B<T> { private a!: T; constructor(b?: T) {} }\nconst c = [1, 2] as const satisfies readonly number[];\nfunction f<T,>(this: void, a: T, b?: number): a is T & {} { return !!a!; }\n`,
  },
  python: {
    'names of its own': text => `${text}${TAKEN.join(' = ')} = 0\n`,
    'what others import': text => `from dataclasses import dataclass, field\nfrom typing import List, Optional\nfrom enum import Enum\nfrom collections import deque, namedtuple\nimport copy, itertools, functools\n${text}`,
    'annotations of the future': text => `from __future__ import annotations\n${text}`,
    'types': text => text.replace('(move, record):', '(move: "Move", record: list) -> bool:'),
  },
};

export const odd_ones = (language, text) => Object.entries({ ...odd, ...more[language], ...(language === 'typescript' ? more.javascript : {}) })
  .map(([name, change]) => ({ name, code: change(text, language === 'python' ? '#' : '//') }));
