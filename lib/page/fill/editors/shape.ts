/** The model of one kind of editor or framework. It runs in the page's main world. */
export interface Model {
  name: string
  /** Returns the text, one line for each block. */
  text?(): string
  /** Returns the whole state as a string, for comparing and restoring. */
  state(): string
  write?(text: string): void
  restore?(state: string): void
  /** For states that are more than text: stores the current state and returns the means to restore it. */
  keep?(): Way
  /** Returns true if every place that may store a choice made now can be restored. */
  undoable?(): boolean
}

/**
 * Restores a stored framework state. `element` is passed again because the page may have rendered a new element since.
 */
export interface Way {
  /** Called after the write was kept. Only what the write changed is restored later. */
  note?(words: string[], element: HTMLElement): void
  restore(element: HTMLElement): void
  same(element: HTMLElement): boolean
}

/**
 * Finds the model behind an element. Returns null if the element is not of this kind. `view` is the element's window.
 */
export type FindModel = (element: HTMLElement, view: Window) => Model | null

/**
 * Returns a global of the page. Searches the parent windows too, because a parent often creates the editor of an
 * iframe.
 */
export function globalOf<Global>(view: Window, name: string): Global | null {
  for (let at: Window = view; ; at = at.parent) {
    try {
      const found = (at as unknown as Record<string, unknown>)[name]
      if (found) return found as Global
    } catch {
      // A window of another origin cannot be read, and neither can its parents.
      return null
    }
    if (at === at.parent) return null
  }
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Converts lines to HTML, one block each. Markup in the text is escaped. */
export const linesAsHtml = (text: string, block = 'p'): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `<${block}>${line === '' ? '<br>' : escaped(line)}</${block}>`)
        .join('')

const blocks = /^(?:P|DIV|LI|UL|OL|TR|TABLE|BLOCKQUOTE|PRE|H[1-6])$/

/** Converts HTML to lines of text. */
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
  // A document made by `DOMParser` is inert: scripts do not run and images do not load.
  return walk(new DOMParser().parseFromString(html, 'text/html').body)
}
