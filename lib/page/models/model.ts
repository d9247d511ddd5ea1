// An image named `dispatchEvent` would hide the document's own method.
const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype

export const askEvent = 'chartside:ask'
export const ofEvent = 'chartside:of'
export const answerEvent = 'chartside:answer'

/**
 * Requests to an editor's model:
 * - `keep` stores its state for undo.
 * - `note` records what a write changed.
 * - `read` returns its text.
 * - `write` sets a text.
 * - `restore` restores the stored state.
 * - `same` compares its state with the stored state.
 * - `empty` asks if the page holds no value although the control shows a text.
 * - `undoable` asks if a choice could be undone.
 * The page can read these requests, so they contain only the value to write. A `key` consists of random numbers.
 */
export type ModelAsk =
  | { verb: 'note'; key: string; words: string[] }
  | { verb: 'keep' | 'restore' | 'same'; key: string }
  | { verb: 'read' | 'undoable' | 'empty' }
  | { verb: 'write'; text: string }

export interface ModelAnswer {
  editor: string
  text?: string
  format?: string
  /** The value of the component is a list. */
  several?: true
  done?: boolean
}

const numericFormat = /^(?!.*(?:MMM|DDD))[DMYHhmAa /.,:-]{6,30}$/

/** Validates an answer. Any script of the page can send an event of this name. */
function answerIn(detail: string): ModelAnswer | null {
  const { editor, text, format, several, done: isDone } = JSON.parse(detail) as Record<string, unknown>
  if (typeof editor !== 'string') return null
  return {
    editor,
    ...(typeof text === 'string' && { text }),
    ...(typeof format === 'string' && numericFormat.test(format) && { format }),
    ...(several === true && { several }),
    ...(typeof isDone === 'boolean' && { done: isDone }),
  }
}

/**
 * Sends a request to the editor or framework behind a control. Returns null if the control has no editor or framework,
 * or if `page-editors.js` was not injected.
 * Any script of the page can send a false answer. A false answer to `read` or `empty` can only cause a successful write to be
 * reported as failed, because the controls must hold the value, too. All other answers are used only for undo, and to
 * find out if undo can remove a choice.
 */
export function askModel(control: Element, ask: ModelAsk): ModelAnswer | null {
  let answer: ModelAnswer | null = null
  const hear = (event: Event): void => {
    const { detail } = event as CustomEvent<unknown>
    if (typeof detail === 'string') answer = answerIn(detail)
  }
  addEventListener.call(document, answerEvent, hear)
  try {
    dispatchEvent.call(document, new CustomEvent(askEvent, { detail: JSON.stringify(ask) }))
    // An element can be passed to the page's main world only as a node of an event.
    dispatchEvent.call(document, new MouseEvent(ofEvent, { relatedTarget: control }))
  } finally {
    removeEventListener.call(document, answerEvent, hear)
  }
  return answer
}

export interface Model {
  name: string
  format?: string
  several?: true
  text?(): string
  state(): string
  write?(text: string): void
  restore?(state: string): void
  keep?(): Way
  /**
   * Returns true if a choice that is made now could be undone: every place that may store the choice can be restored.
   */
  undoable?(): boolean
}

/**
 * Restores a stored framework state. `element` is passed again because the page may have rendered a new element since.
 */
export interface Way {
  /**
   * Call this function after the page has accepted a write. It records what the write has changed in the model, so that
   * `restore` takes back only these changes.
   */
  note?(words: string[], element: HTMLElement): void
  restore(element: HTMLElement): void
  same(element: HTMLElement): boolean
}

export type FindModel = (element: HTMLElement, view: Window) => Model | null

/**
 * Returns a global of the page. Searches the parent windows too, because a parent often creates the editor of an
 * iframe.
 */
export function globalOf<Global>(view: Window, name: string): Global | null {
  for (let at: Window = view; ; at = at.parent) {
    try {
      const value = (at as unknown as Record<string, unknown>)[name]
      if (value) return value as Global
    } catch (error) {
      // A window of another origin cannot be read, and neither can its parents.
      if ((error as Error).name === 'SecurityError') return null
      throw error
    }
    if (at === at.parent) return null
  }
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export const linesAsHtml = (text: string, block = 'p'): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `<${block}>${line === '' ? '<br>' : escaped(line)}</${block}>`)
        .join('')

const blocks = /^(?:P|DIV|LI|UL|OL|TR|TABLE|BLOCKQUOTE|PRE|H[1-6])$/

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
