// The kit as a pair has it in a terminal: programs, and what their run shows.

import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KIT = new URL('../../../src/cli/dojo/kit/', import.meta.url);
const SUFFIX = { javascript: 'mjs', typescript: 'ts', python: 'py' };
const COMMAND = { javascript: ['node', 'dojo.mjs'], python: ['python3', 'dojo.py'] };

export const TABLE = readFileSync(new URL('FACILITATOR.md', KIT), 'utf8').split('\n').filter(line => /^\| [1-7](, [1-7])? \| /.test(line));
export const solution = (language, step) => readFileSync(new URL(`solutions/${language}/${step}.${SUFFIX[language]}`, KIT), 'utf8');

/** The text of a wrong version. Each replacement is to be found exactly once. */
export function program(version, language) {
  const [base, ...replaced] = version[language];
  let text = solution(language, base);
  for (let at = 0; at < replaced.length; at += 2) {
    const parts = text.split(replaced[at]);
    if (parts.length !== 2) throw new Error(`${version.name}, ${language}: ${parts.length - 1} times ${replaced[at]}`);
    text = parts.join(replaced[at + 1]);
  }
  return text;
}

/** All questions of the seven steps: what is asked, and what the screen shows. */
export const questions = readdirSync(new URL('hand-out/steps', KIT)).sort().flatMap((name, index) =>
  readFileSync(new URL(`hand-out/steps/${name}`, KIT), 'utf8').trimEnd().split('\n\n').map(block => {
    const [, titles, should, why, asked, answer] = /^# (.*)\n[^]*?should be: +(.*)\n((?:#.*\n)*)case[^]*?\nboards .*\n([^]*)\nlegal\?\n(legal|illegal)/.exec(block);
    return { step: index + 1, asked, should, why: why.replace(/[#\s]+/g, ' ').trim(), legal: answer === 'legal', titles: titles.split(/ {3,}/) };
  }));

/** What the last screen says: a sentence that is broken over two lines is one line again. */
export function read(said) {
  const lines = said.slice(said.lastIndexOf('\n  [')).split('\n').map(line => line.trim());
  const after = name => lines.find(line => line.startsWith(name))?.slice(name.length).trim() ?? '';
  const should = lines.findIndex(line => line.startsWith('should be:')), you = lines.findIndex(line => line.startsWith('you said:'));
  const [, light = 'none', last = said] = /^(RED|AMBER|GREEN) +(.*)$/.exec(lines.findLast(Boolean)) ?? [];
  return {
    light: light.toLowerCase(),
    step: Number(/\] +step (\d+) of/.exec(lines.join('\n'))?.[1]),
    should: after('should be:'),
    why: should < 0 ? '' : lines.slice(should + 1, you).join(' ').trim(),
    said: after('you said:'),
    count: /^\d+ of \d+ right/.exec(last)?.[0] ?? '',
    earlier: last.includes('This step was GREEN before.'),
    remains: you > 0 && lines[you + 1] === 'right alone, wrong after another question: does something remain from before?',
    last: last.includes('That was the last step.'),
    stopped: said.slice(0, said.lastIndexOf('\n  [')),
  };
}

/** A copy of the hand-out. `run` pastes a program, and returns what its screen says. It has JavaScript's runner for TypeScript,
 * whose screens are the same, and which Node 20 cannot run. */
export class Terminal {
  constructor(language) {
    Object.assign(this, { language: language === 'typescript' ? 'javascript' : language, folder: mkdtempSync(join(tmpdir(), 'gokata-dojo-')) });
    for (const part of ['steps', this.language]) cpSync(new URL(`hand-out/${part}`, KIT), join(this.folder, part), { recursive: true });
  }

  async run(code, reached) {
    const here = join(this.folder, this.language), [command, file] = COMMAND[this.language];
    if (code !== undefined) writeFileSync(join(here, `kata.${SUFFIX[this.language]}`), code);
    if (reached) writeFileSync(join(here, 'progress'), `${reached}\n`);
    const said = await new Promise(done => execFile(command, [file], { cwd: here, timeout: 120_000 }, (error, out, err) => done(out + err)));
    return read(said);
  }

  close() {
    rmSync(this.folder, { recursive: true });
  }
}
