// Elements of the page. Text from elsewhere goes into them as text, never as markup.

/** The element with this id. */
export function at<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

/** A new element with properties and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]> = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** A drawing by the library, parsed in a document of its own, in which nothing runs. */
export function drawing(svg: string): Node {
  const { firstElementChild } = new DOMParser().parseFromString(svg, "text/html").body;
  return firstElementChild ? document.importNode(firstElementChild, true) : document.createTextNode("");
}

/** Shows a text in an element, or hides the element if there is none. */
export function say(id: string, text: string): void {
  const place = at(id);
  if (place.textContent !== text) place.textContent = text;
  place.hidden = text === "";
}

export function on<Kind extends keyof HTMLElementEventMap>(id: string, kind: Kind, run: (event: HTMLElementEventMap[Kind]) => void): void {
  at(id).addEventListener(kind, run);
}

/** What an error says to the one who caused it. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
