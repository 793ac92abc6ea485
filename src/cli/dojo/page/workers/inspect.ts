// Values as Node shows them on one line.

const quoted = (text: string) => {
  const quote = ["'", '"', "`"].find(it => !text.includes(it)) ?? "'";
  return quote + JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(quote, quote === "'" ? "\\'" : quote) + quote;
};

const key = (name: string | symbol) => typeof name === "symbol" ? `[${String(name)}]` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);

function list(open: string, items: string[], close: string, more = 0): string {
  const all = more > 0 ? [...items, `... ${more} more item${more > 1 ? "s" : ""}`] : items;
  return all.length ? `${open} ${all.join(", ")} ${close}` : open + close;
}

/** The first items of an array; where there are none, how many are missing. */
function items(all: readonly unknown[], inner: (it: unknown) => string): string[] {
  const shown: string[] = [];
  for (let at = 0, empty = 0; at < Math.min(all.length, 100); at++) {
    empty = at in all ? 0 : empty + 1;
    if (empty > 1) shown.pop();
    shown.push(empty ? `<${empty} empty item${empty > 1 ? "s" : ""}>` : inner(all[at]));
  }
  return shown;
}

/** A value on one line, two levels deep; `above` are the objects around it. */
export function inspect(value: unknown, above: readonly unknown[] = []): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "function") return /^class\b/.test(Function.prototype.toString.call(value)) ? `[class ${value.name || "(anonymous)"}]` : `[${value.constructor?.name ?? "Function"}${value.name ? `: ${value.name}` : " (anonymous)"}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (above.includes(value)) return "[Circular *1]";
  if (value instanceof Error) return value.stack?.includes(value.message) ? value.stack : `${value}`;
  if (value instanceof Boolean || value instanceof Number || value instanceof String) return `[${value.constructor.name}: ${inspect(value.valueOf())}]`;
  if (value instanceof Promise) return "Promise { <pending> }";
  if (value instanceof RegExp) return String(value);
  if (value instanceof Date) return isNaN(+value) ? "Invalid Date" : value.toISOString();
  const made = Object.getPrototypeOf(value) ? value.constructor?.name || "Object" : "[Object: null prototype]";
  if (above.length > 2) return Array.isArray(value) ? "[Array]" : `[${made}]`;
  const inner = (it: unknown) => inspect(it, [...above, value]);
  const properties = Reflect.ownKeys(value).filter(name => Object.prototype.propertyIsEnumerable.call(value, name));
  const shown = (names: (string | symbol)[]) => names.map(name => `${key(name)}: ${inner((value as Record<string | symbol, unknown>)[name])}`);
  if (Array.isArray(value)) return list(made === "Array" ? "[" : `${made}(${value.length}) [`, items(value, inner), "]", value.length - 100);
  if (value instanceof Map) return list(`${made}(${value.size}) {`, [...value].slice(0, 100).map(([name, it]) => `${inner(name)} => ${inner(it)}`), "}", value.size - 100);
  if (value instanceof Set) return list(`${made}(${value.size}) {`, [...value].slice(0, 100).map(inner), "}", value.size - 100);
  return list(made === "Object" ? "{" : `${made} {`, shown(properties), "}");
}

const { then } = Promise.prototype, { apply } = Reflect;
const resolved = Promise.resolve.bind(Promise);

/** As `inspect`; a promise is shown with what it holds, as Node does, if that is known at once. */
export async function stateOf(value: unknown): Promise<string> {
  if (!(value instanceof Promise)) return inspect(value);
  let state = "<pending>";
  try {
    apply(then, value, [(it: unknown) => { state = inspect(it); }, (it: unknown) => { state = `<rejected> ${inspect(it)}`; }]);
    await resolved(); await resolved();
  } catch { /* no real promise */ }
  return `Promise { ${state} }`;
}
