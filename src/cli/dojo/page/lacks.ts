// What a typical program of these steps may use and MicroPython lacks: shown on the page, and below an error that it explains.

export const LACKS: readonly { readonly pattern: RegExp; readonly lacks: string; readonly instead: string }[] = [
];

/** A line for the one who sees this error, if it is not their mistake. */
export function hint(message: string): string[] {
  const found = LACKS.find(({ pattern }) => pattern.test(message));
  return found ? [`(The page's Python is MicroPython, which has no ${found.lacks}. Instead: ${found.instead})`] : [];
}
