// An image named `dispatchEvent` would hide the document's own method.
const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype

/**
 * Events between the filler and `page-editors.js`. Only that script runs in the page's main world and can reach the
 * editors' objects.
 */
export const askEvent = 'chartside:ask'
export const ofEvent = 'chartside:of'
export const answerEvent = 'chartside:answer'

/**
 * Requests to an editor's model. `keep` stores its state for undo, `note` records what a write changed, `read` returns
 * its text, `write` sets a text, `restore` restores the stored state, `same` compares with the stored state, `undoable`
 * asks whether a choice could be undone. The page receives only the value to write; a `key` consists of random numbers.
 */
export type ModelAsk =
  | { verb: 'note'; key: string; words: string[] }
  | { verb: 'keep' | 'restore' | 'same'; key: string }
  | { verb: 'read' | 'undoable' }
  | { verb: 'write'; text: string }

export interface ModelAnswer {
  /** The editor's name, for receipts. */
  editor: string
  /** For `read`: the text, one line for each block. */
  text?: string
  /** For the other verbs: the action was done, or the question is answered with yes. */
  done?: boolean
}

/** Validates an answer. Any script of the page can send an event of this name. */
function answerIn(detail: string): ModelAnswer | null {
  const { editor, text, done } = JSON.parse(detail) as Record<string, unknown>
  if (typeof editor !== 'string') return null
  return { editor, ...(typeof text === 'string' && { text }), ...(typeof done === 'boolean' && { done }) }
}

/**
 * Sends a request to the editor or framework behind a control. Returns null if there is none or `page-editors.js` was
 * not injected. An answer from the page is not trusted: it can only make a write count as not kept.
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
