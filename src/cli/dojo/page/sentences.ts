// What the kit's terminal shows of a run, without boards.
import type { Color, Move, Outcome, Step } from "./types.ts";

export const REMAINS = "right alone, wrong after another question: does something remain from before?";

export const side = (color: Color) => color === "x" ? "Black" : "White";

/** As the kit says it above `should be:`. */
export const wanted = ({ color, row, col }: Move) => `${side(color)} wants to play at row ${row}, column ${col}.`;

/** The sentence behind the light. `hint`: what the page says instead of the kit's `Stuck? ../hints/5-1.txt`. */
export function verdict(steps: readonly Step[], { wrong, fault, step, finished }: Outcome, hint = "", more = ""): string {
  if (fault) return fault.message;
  if (finished) return `Done! That was the last step.${more && ` ${more}`}`;
  if (!wrong) return `Done! Change places. Then run it again for step ${step + 1}.`;
  const { questions } = steps[step - 1] as Step;
  const right = wrong.count === undefined ? `It ended at question ${wrong.index + 1} of ${questions.length}.` : `${wrong.count} of ${questions.length} right.`;
  return [right, wrong.earlier ? "This step was GREEN before. Mend it first." : hint].filter(Boolean).join(" ");
}

/** All lines, from the bar to the light. */
export function screen(steps: readonly Step[], outcome: Outcome, hint = "", more = ""): string[] {
  const { light, step, right, wrong } = outcome;
  const lines = [`[${"#".repeat(right).padEnd(steps.length, ".")}]  step ${step} of ${steps.length}: ${steps[step - 1]?.title}`, ""];
  if (wrong) {
    const { question: { move, should, why }, answer: { said }, remains } = wrong;
    lines.push(wanted(move), `should be:  ${should}`, "", ...(why ? [...why.split("\n"), ""] : []), `you said:   ${said}`);
    lines.push(...(remains ? [REMAINS] : []), "");
  }
  return [...lines, `${light.toUpperCase()}  ${verdict(steps, outcome, hint, more)}`];
}
