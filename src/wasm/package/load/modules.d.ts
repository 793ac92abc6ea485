// What only the build has: wasm-bindgen's JavaScript, and the compiled library.
declare module "#glue" {
  export * from "#native";
  export function initSync(what: { module: WebAssembly.Module }): unknown;
}
declare module "#wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
declare module "#corpus" {
  const corpus: { files: [name: string, content: string | { base64: string }, refusal?: string][] };
  export default corpus;
}
declare module "#boards" {
  /** The file fixtures/BOARDS: where questions lie on larger boards. */
  const boards: string;
  export default boards;
}
