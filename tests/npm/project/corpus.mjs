// Asks both referees in the package every question of the corpus, and says what came of it in the words of `gokata check`.
import { ParseError, fixture } from 'gokata';

export function check({ files }) {
  let cases = 0, questions = 0, refused = 0;
  const wrong = [];
  for (const [name, content, refusal] of files) {
    try {
      // Bytes that are no text: a program cannot even ask.
      if (typeof content !== 'string') throw new ParseError(refusal.trim());
      const { asked, failures } = fixture.check(content);
      cases += fixture.parse(content).cases.length;
      questions += asked;
      if (refusal !== undefined) wrong.push(`${name}: was not refused`);
      wrong.push(...failures.map(({ line, text }) => `${name}.txt:${line}: ${text}`));
    } catch (error) {
      if (refusal === undefined || !(error instanceof ParseError) || error.message !== refusal.trim()) wrong.push(`${name}: ${error}`);
      refused += 1;
    }
  }
  const numbers = `${files.length} files, ${cases} cases, ${questions} questions`;
  return `${numbers}: ${wrong.length ? wrong.join('\n') : 'all as expected'}\n  ${refused} files with intended errors were refused, as expected`;
}
