// The packed parts of a page.

import { deflateRawSync } from 'node:zlib';

// Characters that HTML changes, or that begin a tag.
const SPECIAL = '\0\n\r<';

/**
 * Deflated bytes as text: 7 bits a character, where base64 has 6, since the page is UTF-8. What HTML would change, or take for
 * markup, becomes a character of two bytes, which holds the next 7 bits, too. package/load/inflated.ts reads it.
 */
export function packed(content) {
  const septets = [];
  let bits = 0, held = 0;
  for (const byte of deflateRawSync(content, { level: 9 })) {
    [bits, held] = [bits << 8 | byte, held + 8];
    for (; held >= 7; bits &= (1 << held) - 1) septets.push(bits >> (held -= 7));
  }
  if (held) septets.push(bits << 7 - held);
  let text = '';
  for (let at = 0; at < septets.length; at++) {
    const special = SPECIAL.indexOf(String.fromCharCode(septets[at]));
    text += String.fromCharCode(special < 0 ? septets[at] : special + (at + 1 < septets.length ? 2 : 6) << 7 | septets[++at]);
  }
  return text;
}
