// A run: asks a pair's program all steps, and says which light comes. The rules are those of the kit's runners.
import type { Answer, Language, Outcome, Program, Question, Start, Step } from "./types.ts";

/** Called before each question, with the step from 1 and the question from 0. */
export type OnProgress = (step: number, index: number) => void;

interface Wrong {
  readonly question: Question;
  readonly index: number;
  readonly answer: Answer;
}

/** The wrong answers of a step; `all` is false if the program ended before the last question. */
async function askStep({ questions }: Step, program: Program, onProgress: (index: number) => void): Promise<{ wrong: Wrong[]; all: boolean }> {
  const wrong: Wrong[] = [];
  for (const [index, question] of questions.entries()) {
    onProgress(index);
    const answer = await program.ask({ move: question.move, record: question.record });
    if (answer.said !== question.answer || answer.ended) wrong.push({ question, index, answer });
    if (answer.ended) return { wrong, all: index === questions.length - 1 };
  }
  return { wrong, all: true };
}

/** Whether a new program answers this question right when it is asked nothing else. */
async function rightAlone(question: Question, language: Language, code: string, start: Start): Promise<boolean> {
  const program = await start(language, code);
  if ("fault" in program) return false;
  const { said } = await program.ask({ move: question.move, record: question.record });
  program.end();
  return said === question.answer;
}

/** `reached`: what the number in the kit's file `progress` would be before this run. */
export async function run(steps: readonly Step[], reached: number, language: Language, code: string, start: Start, onProgress: OnProgress): Promise<Outcome> {
  const program = await start(language, code);
  if ("fault" in program) {
    const step = Math.min(reached, steps.length);
    return { light: "amber", step, right: step - 1, reached, fault: program.fault, finished: false };
  }
  let step = 0, wrong: Wrong[] = [], all = true;
  while (step < steps.length && !wrong.length) {
    const asked = steps[step++] as Step, at = step;
    ({ wrong, all } = await askStep(asked, program, index => onProgress(at, index)));
  }
  program.end();

  const [first] = wrong;
  if (!first) return { light: "green", step, right: step, reached: step + 1, finished: true };
  if (step > reached) return { light: "green", step: step - 1, right: step - 1, reached: step, finished: false };
  const { answer, question, index } = first;
  const alone = !answer.ended && (step > 1 || index > 0);
  const asked = steps[step - 1] as Step;
  return {
    light: answer.trace || answer.ended ? "amber" : "red", step, right: step - 1, reached, finished: false,
    wrong: {
      ...first, ...(all ? { count: asked.questions.length - wrong.length } : {}),
      remains: alone && await rightAlone(question, language, code, start), earlier: step < reached,
    },
  };
}
