// Where code may not be compiled at run time, the compiled module is imported.
import { initSync } from "#glue";
import module from "./gokata.wasm";

initSync({ module });
export * from "#glue";
