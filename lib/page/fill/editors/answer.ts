import { attempt } from '../attempt.ts'
import { answerEvent, askEvent, type ModelAnswer, type ModelAsk, ofEvent } from '../model.ts'
import { controlModels } from './controls.ts'
import { htmlEditors } from './html-editors.ts'
import type { Model, Way } from './shape.ts'
import { treeEditors } from './tree-editors.ts'

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

/** Beyond what the fills of one page write. */
const mostKept = 5000

/** What was kept of one control. */
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
      // Another document has taken this one's place: what stands in its controls is all there is to go by.
      if (!before) return { editor }
      return { editor, done: before.way ? before.way.same(element) : before.state === model.state() }
    }
  }
}

/**
 * Answers for the editors of this page, in the page's own world. It is given a value to write and nothing else; what was
 * kept for the way back never leaves it. An editor that throws answers nothing, and a page that has replaced the
 * platform's own functions has no one to answer: the filler then goes by what it reads.
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
    // An editor may throw at anything; the filler reads what stands there and says so.
    attempt(() => {
      const model = modelOf(element)
      answer = model && answerTo(model, ask, kept, element)
    })
    if (answer) document.dispatchEvent(new CustomEvent(answerEvent, { detail: JSON.stringify(answer) }))
  })
}
