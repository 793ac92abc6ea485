// The page: starts its parts.
import { run } from "./judge.ts";
import { download, kit } from "./kit.ts";
import { LACKS } from "./lacks.ts";
import { start } from "./running.ts";
import { screen } from "./sentences.ts";

// For tests. A pair's program is in a worker, and sees nothing of it.
if (location.hash === "#test") Object.assign(globalThis, { dojo: { kit, download, start, run, screen, LACKS } });
