// A CommonJS file, which Node 20.19 and later let require the package.
import gokata = require("gokata");

export const legal: boolean = new gokata.Record(9).isLegal("C3");
