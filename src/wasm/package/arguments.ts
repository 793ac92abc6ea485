// Arguments as JavaScript programs write them. WebAssembly would take a wrong one for something else, so each is checked here;
// what a text means is for the library to say.

import { ArgumentError } from "./errors.ts";
import type { ColorLike, MoveLike, SizeLike } from "./types.ts";

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "symbol" || typeof value === "bigint" || typeof value === "number") return String(value);
  if (value === null || value === undefined || typeof value === "boolean") return String(value);
  return Array.isArray(value) ? "another array" : typeof value === "function" ? "a function" : "an object";
}

export function wrong(expected: string, value: unknown): never {
  throw new ArgumentError(`${expected}, not ${shown(value)}`);
}

export function text(value: unknown, name: string): string {
  return typeof value === "string" ? value : wrong(`${name} is a text`, value);
}

export function someText(value: unknown, name: string): string | undefined {
  return value === undefined || value === null ? undefined : text(value, name);
}

export function flag(value: unknown, name: string): boolean {
  return value === undefined ? false : typeof value === "boolean" ? value : wrong(`${name} is true or false`, value);
}

/** An object with named values, or nothing. */
export function object<T extends object>(value: T | undefined): Partial<T> {
  if (value === undefined) return {};
  return typeof value === "object" && value !== null ? value : wrong("options are an object", value);
}

/** Options, none of which may have another name: a typing error would go unnoticed. */
export function options<T extends object>(value: T | undefined, ...names: (keyof T & string)[]): Partial<T> {
  const given = object(value);
  const odd = Object.keys(given).find(key => !names.some(name => name === key));
  if (odd !== undefined) throw new ArgumentError(`there is no option ${odd} here: there are ${names.join(", ")}`);
  return given;
}

export function natural(value: unknown, name: string): number {
  const is = typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 31;
  return is ? value : wrong(`${name} is a whole number from 0 on`, value);
}

/** A move as a text. */
export function move(value: MoveLike, rows: number, cols: number): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") {
    const index = indexed(value, rows, cols);
    return index === rows * cols ? "pass" : `(${Math.floor(index / cols)},${index % cols})`;
  }
  if (Array.isArray(value) && value.length === 2 && Array.from(value).every(number => Number.isInteger(number))) {
    // What is far off the board stays off the board.
    const [row, col] = value.map(number => Math.max(-1000, Math.min(number, 1000)));
    return `(${row},${col})`;
  }
  return wrong("a point is \"C3\", [row, col] or an index", value);
}

export function indexed(value: number, rows: number, cols: number): number {
  const is = Number.isInteger(value) && value >= 0 && value <= rows * cols;
  return is ? value : wrong(`an index is 0 to ${rows * cols}, the pass`, value);
}

export function color(value: ColorLike): string {
  if (typeof value === "string") return value;
  return value === 1 ? "black" : value === -1 ? "white" : wrong("a color is \"black\" or \"white\", 1 or -1", value);
}

export function someColor(value: ColorLike | undefined): string | undefined {
  return value === undefined ? undefined : color(value);
}

export function size(value: SizeLike): [number, number] {
  const lines: readonly unknown[] = Array.isArray(value) ? value : [value, value];
  const is = (number: unknown) => typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= 65535;
  return lines.length === 2 && lines.every(is)
    ? (lines as [number, number])
    : wrong("a size is a number of lines, or [rows, cols], of 1 to 25", value);
}
