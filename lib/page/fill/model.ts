// A document may hold an image called `dispatchEvent`.
const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype

/** The events between the filler and `page-editors.js`, which alone can reach an editor's own objects. */
export const askEvent = 'chartside:ask'
export const ofEvent = 'chartside:of'
export const answerEvent = 'chartside:answer'

/**
 * What an editor's own objects are asked: `keep` its state for the way back, `note` what a write made of it, `read` its
 * words, `write` a text, put back what was `keep`t, or say whether it is the same as then; and ahead of all, whether a
 * choice would be `undoable`. The page is given the value and nothing else: a `key` is a number.
 */
export type ModelAsk =
  | { verb: 'note'; key: string; words: string[] }
  | { verb: 'keep' | 'restore' | 'same'; key: string }
  | { verb: 'read' | 'undoable' }
  | { verb: 'write'; text: string }

export interface ModelAnswer {
  /** The editor's name, for receipts. */
  editor: string
  /** For `read`: the words, a line for each block. */
  text?: string
  /** For the other verbs: it was done, or it is so. */
  done?: boolean
}

/** The page may say anything at all under this name. */
function told(detail: string): ModelAnswer | null {
  const { editor, text, done } = JSON.parse(detail) as Record<string, unknown>
  if (typeof editor !== 'string') return null
  return { editor, ...(typeof text === 'string' && { text }), ...(typeof done === 'boolean' && { done }) }
}

/**
 * Asks the editor or framework behind a control; null where none answers: there is none, or the page's side was not
 * injected. What the page answers is never trusted to say more than that its model differs.
 */
export function askModel(control: Element, ask: ModelAsk): ModelAnswer | null {
  let answer: ModelAnswer | null = null
  const hear = (event: Event): void => {
    const { detail } = event as CustomEvent<unknown>
    if (typeof detail === 'string') answer = told(detail)
  }
  addEventListener.call(document, answerEvent, hear)
  try {
    dispatchEvent.call(document, new CustomEvent(askEvent, { detail: JSON.stringify(ask) }))
    // An element reaches another world only as an event's own node.
    dispatchEvent.call(document, new MouseEvent(ofEvent, { relatedTarget: control }))
  } finally {
    removeEventListener.call(document, answerEvent, hear)
  }
  return answer
}
