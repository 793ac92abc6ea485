declare module "*.py" {
  const text: string;
  export default text;
}

declare module "@micropython/micropython-webassembly-pyscript/micropython.mjs" {
  export interface MicroPython {
    readonly FS: { mkdir(path: string): void; writeFile(path: string, text: string): void };
    readonly globals: { get(name: string): never };
    runPython(code: string): void;
  }
  export function loadMicroPython(options: object): Promise<MicroPython>;
}
