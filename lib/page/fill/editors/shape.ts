/** One kind of editor or framework, as a page's own scripts have it. Runs in the page's world. */
export interface Model {
  name: string
  /** The words it holds, a line for each block. */
  text?(): string
  /** Its whole state, to be compared as text and put back. */
  state(): string
  write?(text: string): void
  restore?(state: string): void
  /** Where a state is more than text: the way back to what it is now. */
  keep?(): Way
  /** Whether every place in which a choice made now may come to be held can be put back. */
  undoable?(): boolean
}

/** The way back to what a framework held when it was kept; elements may have been drawn anew since. */
export interface Way {
  /** The write stands: what it changed is what may be taken back. */
  note?(words: string[], element: HTMLElement): void
  restore(element: HTMLElement): void
  same(element: HTMLElement): boolean
}

/** Finds the model behind an element; null: it is none of this kind. `view` is the window the element lives in. */
export type FindModel = (element: HTMLElement, view: Window) => Model | null

/** The page's globals by name; a frame's editor is often made by the window around it. */
export function globalOf<Global>(view: Window, name: string): Global | null {
  for (let at: Window = view; ; at = at.parent) {
    try {
      const found = (at as unknown as Record<string, unknown>)[name]
      if (found) return found as Global
    } catch {
      // A window of another origin tells nothing, nor do those around it.
      return null
    }
    if (at === at.parent) return null
  }
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Lines as HTML, one block each; markup in them is text. */
export const linesAsHtml = (text: string, block = 'p'): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `<${block}>${line === '' ? '<br>' : escaped(line)}</${block}>`)
        .join('')

const blocks = /^(?:P|DIV|LI|UL|OL|TR|TABLE|BLOCKQUOTE|PRE|H[1-6])$/

/** The lines of HTML. */
export function htmlAsLines(html: string): string {
  const walk = (node: Node): string => {
    let text = ''
    for (const child of node.childNodes) {
      if (child.nodeType === 3) text += (child as Text).data
      else if (child.nodeName === 'BR') text += '\n'
      else {
        const block = blocks.test(child.nodeName)
        if (block && text !== '' && !text.endsWith('\n')) text += '\n'
        text += walk(child)
        if (block && !text.endsWith('\n')) text += '\n'
      }
    }
    return text
  }
  // An inert document: nothing in it runs or loads.
  return walk(new DOMParser().parseFromString(html, 'text/html').body)
}
