import { attempt } from '../controls/events.ts'
import { controlModels } from './controls.ts'
import { answerEvent, askEvent, type Model, type ModelAnswer, type ModelAsk, ofEvent, type Way } from './model.ts'
import { htmlEditors, treeEditors } from './rich-text.ts'

const finders = [...htmlEditors, ...treeEditors, ...controlModels]

function modelOf(element: HTMLElement): Model | null {
  const view = element.ownerDocument.defaultView
  if (!view) return null
  for (const find of finders) {
    const model = find(element, view)
    if (model) return model
  }
  return null
}

/** More entries than the fills of one page write. */
const mostKept = 5000

/** The stored state of one control. */
interface Kept {
  state: string
  way: Way | null
}

function answerTo(model: Model, ask: ModelAsk, kept: Map<string, Kept>, element: HTMLElement): ModelAnswer {
  const editor = model.name
  switch (ask.verb) {
    case 'keep': {
      const [oldest] = kept.size >= mostKept ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(ask.key, { state: model.state(), way: model.keep?.() ?? null })
      return { editor, done: true }
    }
    case 'note':
      kept.get(ask.key)?.way?.note?.(ask.words, element)
      return { editor, done: true }
    case 'read':
      return model.text ? { editor, text: model.text() } : { editor }
    case 'undoable':
      return { editor, done: model.undoable?.() === true }
    case 'write':
      model.write?.(ask.text)
      return { editor, done: model.write !== undefined }
    case 'restore': {
      const { state, way } = kept.get(ask.key) ?? {}
      if (way) way.restore(element)
      else if (state !== undefined && model.restore) model.restore(state)
      else return { editor, done: false }
      return { editor, done: true }
    }
    case 'same': {
      const before = kept.get(ask.key)
      // The document was replaced, so no state is stored. The filler then compares only the controls.
      if (!before) return { editor }
      return { editor, done: before.way ? before.way.same(element) : before.state === model.state() }
    }
  }
}

/**
 * Answers requests about this page's editors. Runs in the page's main world, where the editors' own objects can be
 * reached. It receives only the value to write; the states stored for undo stay here. If an editor throws, or the page
 * has replaced the platform functions, no answer is sent, and the filler uses only what it reads from the controls.
 */
export function answerForEditors(): void {
  const page = window as unknown as { chartsideEditors?: true }
  if (page.chartsideEditors) return
  attempt(() => {
    Object.defineProperty(page, 'chartsideEditors', { value: true })
    listen()
  })
}

function listen(): void {
  const kept = new Map<string, Kept>()
  let asked: ModelAsk | null = null
  document.addEventListener(askEvent, (event) => {
    asked = JSON.parse((event as CustomEvent<string>).detail) as ModelAsk
  })
  document.addEventListener(ofEvent, (event) => {
    const element = (event as MouseEvent).relatedTarget as HTMLElement | null
    const ask = asked
    asked = null
    if (!element || !ask) return
    let answer: ModelAnswer | null = null
    // An editor may throw in any call. No answer is sent then, and the filler reads the field itself.
    attempt(() => {
      const model = modelOf(element)
      answer = model && answerTo(model, ask, kept, element)
    })
    if (answer) document.dispatchEvent(new CustomEvent(answerEvent, { detail: JSON.stringify(answer) }))
  })
}
