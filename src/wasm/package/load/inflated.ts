// Reads what build.mjs has packed into a page.

const SPECIAL = [0, 10, 13, 60];

/** What stands packed in this element of the page, as build.mjs packs it: 7 bits a character, 14 in one of two bytes. */
export function inflated(id: string): Promise<ArrayBuffer> {
  const packed = document.getElementById(id)?.textContent ?? "";
  const bytes = new Uint8Array(packed.length * 2);
  let bits = 0, held = 0, length = 0;
  const add = (septet: number) => {
    bits = bits << 7 | septet;
    held += 7;
    if (held < 8) return;
    held -= 8;
    bytes[length++] = bits >> held;
    bits &= (1 << held) - 1;
  };
  for (let at = 0; at < packed.length; at++) {
    const code = packed.charCodeAt(at), group = code >> 7;
    if (group) add(SPECIAL[(group - 2) % 4] ?? 0);
    // Behind the last one, nothing follows.
    if (group < 6) add(code & 127);
  }
  return new Response(new Blob([bytes.subarray(0, length)]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}
