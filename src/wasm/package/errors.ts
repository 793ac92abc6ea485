import * as native from "#native";
import type { Explanation } from "./explanation.ts";
import type { Reason } from "./types.ts";

/** Any error of this package. */
export class GokataError extends Error {
  // A name that survives minifiers.
  override get name(): string {
    return "GokataError";
  }
}

/** An argument of the wrong type, out of range, or impossible here; or a position that was disposed. */
export class ArgumentError extends GokataError {
  override get name(): string {
    return "ArgumentError";
  }
}

/** A text that is not what it is read as. */
export class ParseError extends GokataError {
  /** The line in a text of several lines, counted from 1. */
  readonly line: number | null;
  /** The column, counted from 1 in characters. */
  readonly column: number | null;

  override get name(): string {
    return "ParseError";
  }

  constructor(message: string, line: number | null = null, column: number | null = null) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** A move that the rules do not allow. The position is as it was. */
export class IllegalMove extends GokataError {
  /** The first reason against the move. */
  readonly reason: Reason;
  /** All reasons, with their evidence. */
  readonly explanation: Explanation;

  override get name(): string {
    return "IllegalMove";
  }

  constructor(explanation: Explanation) {
    const reason = explanation?.reasons?.[0];
    if (reason === undefined) throw new ArgumentError("IllegalMove takes the explanation of an illegal move");
    super(explanation.brief);
    this.reason = reason;
    this.explanation = explanation;
  }
}

/**
 * Calls the compiled library, and throws its errors as classes of this package.
 * @internal
 */
export function call<T>(asked: () => T): T {
  try {
    return asked();
  } catch (error) {
    if (error instanceof native.Fault) throw new ParseError(error.text, error.line ?? null, error.column ?? null);
    if (typeof error === "string") throw new ArgumentError(error);
    if (error instanceof WebAssembly.RuntimeError) throw new GokataError(`a bug in gokata: ${error.message}`);
    throw error;
  }
}
