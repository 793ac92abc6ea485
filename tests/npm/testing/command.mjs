// What the command says about a program, beside what gokata/testing says about a class.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What a report counts: its tables, and the numbers below them. The reasons why something cannot be asked are each program's own. */
export const counted = report => report.split('\n').filter(line => /^\S.*  +(\d|right)|^\d+ files, |^asked /.test(line));

/** Asks a program: what is counted, and the identifiers of its wrong answers. */
export function asked(program, ...options) {
  const folder = mkdtempSync(join(tmpdir(), 'gokata-known-'));
  try {
    const list = join(folder, 'known.txt');
    const args = ['check', '--exec', program, '--timeout', '120', '--write-known', list, ...options];
    const { stdout, stderr } = spawnSync(process.env.GOKATA ?? join(ROOT, 'target/release/gokata'), args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9 });
    const at = stdout.search(/^folder +right/m);
    if (at < 0) throw new Error(`${program}: ${stderr}`);
    const wrong = readFileSync(list, 'utf8').split('\n').map(line => line.replace(/ #.*|^#.*/, '').trim()).filter(Boolean);
    return { counted: counted(stdout.slice(at)), wrong: wrong.sort() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same of answers that gokata/testing has counted. */
export const told = answers => ({ counted: counted(String(answers)), wrong: answers.wrong.map(([id]) => id).sort() });
