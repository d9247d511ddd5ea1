import { boxType, isCombobox } from '../controls/controls.ts'
import { attempt } from '../controls/events.ts'
import { choiceModels, component } from './choices.ts'
import { drawnLists } from './drawn-lists.ts'
import { holdsNothing } from './frameworks.ts'
import {
  answerEvent,
  askEvent,
  type FindModel,
  globalOf,
  type Model,
  type ModelAnswer,
  type ModelAsk,
  ofEvent,
  type Way,
} from './model.ts'
import { learnPickers, pickers } from './pickers.ts'
import { htmlEditors, treeEditors } from './rich-text.ts'

const inputType = (element: HTMLElement): string =>
  element.tagName === 'INPUT' ? (element as HTMLInputElement).type : ''

const isChoice = (element: HTMLElement): boolean => boxType(element) === 'radio' || isCombobox(element)

interface Masked {
  inputmask?: { setValue(text: string): void; opts?: { alias?: string; inputFormat?: string } }
}
const inputmask: FindModel = (element) => {
  const { inputmask: mask } = element as Masked
  const input = element as HTMLInputElement
  if (!mask?.setValue) return null
  const { alias, inputFormat = '' } = mask.opts ?? {}
  return {
    name: 'Inputmask',
    ...(alias === 'datetime' && /^[dmy/.-]+$/.test(inputFormat) && { format: inputFormat.toUpperCase() }),
    state: () => input.value,
    write: (text) => mask.setValue(text),
    restore: (state) => mask.setValue(state),
  }
}

interface ExtField {
  getValue(): unknown
  setValue(value: unknown): void
  getRawValue?(): string
  inputEl?: { dom: Element }
}
const ext: FindModel = (element, view) => {
  if (['radio', 'checkbox'].includes(inputType(element))) return null
  const library = globalOf<{ Component?: { fromElement?(element: Element): ExtField | null } }>(view, 'Ext')
  const field = library?.Component?.fromElement?.(element)
  if (!field?.getValue || typeof field.setValue !== 'function' || field.inputEl?.dom !== element) return null
  return {
    name: 'Ext',
    // Ext JS shows typed text that it cannot parse, but never saves this text. So such text does not count as a value.
    text: () => ((field.getValue() ?? '') === '' ? '' : String(field.getRawValue?.() ?? field.getValue())),
    state: () => JSON.stringify(field.getValue() ?? null),
    write: (text) => field.setValue(text),
    restore: (state) => field.setValue(JSON.parse(state)),
  }
}

const canBeEditor = ({ tagName }: HTMLElement): boolean => tagName !== 'INPUT' && tagName !== 'SELECT'

const findersFor = (element: HTMLElement): FindModel[] => [
  ...(canBeEditor(element) ? [...htmlEditors, ...treeEditors] : []),
  ...pickers,
  ...drawnLists,
  inputmask,
  ext,
  component,
  ...(isChoice(element) ? choiceModels : []),
]

function modelBehind(element: HTMLElement): Model | null {
  const view = element.ownerDocument.defaultView
  if (!view) return null
  for (const find of findersFor(element)) {
    const model = find(element, view)
    if (model) return model
  }
  return null
}

/** Maximum number of stored states. To store one more, the oldest state is deleted, so undo cannot use it. */
const mostKept = 5000

interface Kept {
  state: string
  way: Way | null
}

function answerTo(model: Model, ask: ModelAsk, storedStates: Map<string, Kept>): ModelAnswer {
  const editor = model.name
  switch (ask.verb) {
    case 'keep': {
      const [oldest] = storedStates.size >= mostKept ? storedStates.keys() : []
      if (oldest !== undefined) storedStates.delete(oldest)
      storedStates.set(ask.key, { state: model.state(), way: model.keep?.() ?? null })
      return { editor, done: true }
    }
    case 'note':
      return { editor, done: true }
    case 'read':
      return {
        editor,
        ...(model.text && { text: model.text() }),
        ...(model.format !== undefined && { format: model.format }),
        ...(model.several && { several: model.several }),
      }
    case 'undoable':
      return { editor, done: model.undoable?.() === true }
    case 'empty':
      return { editor }
    case 'write':
      model.write?.(ask.text)
      return { editor, done: model.write !== undefined }
    case 'restore': {
      const { state } = storedStates.get(ask.key) ?? {}
      if (state !== undefined && model.restore) model.restore(state)
      else return { editor, done: false }
      return { editor, done: true }
    }
    case 'same': {
      const storedState = storedStates.get(ask.key)
      // No state is stored under this key, for example because the document was replaced. The answer has no `done`, so
      // the filler compares only the controls.
      if (!storedState) return { editor }
      return { editor, done: storedState.state === model.state() }
    }
  }
}

function answerByWay(ask: ModelAsk, storedStates: Map<string, Kept>, element: HTMLElement): ModelAnswer | null {
  const way = 'key' in ask ? storedStates.get(ask.key)?.way : null
  if (!way) return null
  const editor = 'framework'
  switch (ask.verb) {
    case 'note':
      way.note?.(ask.words, element)
      return { editor, done: true }
    case 'restore':
      way.restore(element)
      return { editor, done: true }
    case 'same':
      return { editor, done: way.same(element) }
    default:
      return null
  }
}

/**
 * Answers requests about this page's editors. Runs in the page's main world, because only there the objects of the
 * editors can be reached. This script receives only the value to write. The states stored for undo stay in this script.
 * If an editor throws, or the page has replaced built-in functions of the browser, the script sends no answer. The
 * filler then uses only the values that it reads from the controls.
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
  learnPickers(document)
  const storedStates = new Map<string, Kept>()
  let request: ModelAsk | null = null
  document.addEventListener(askEvent, (event) => {
    request = JSON.parse((event as CustomEvent<string>).detail) as ModelAsk
  })
  document.addEventListener(ofEvent, (event) => {
    const element = (event as MouseEvent).relatedTarget as HTMLElement | null
    const ask = request
    request = null
    if (!element || !ask) return
    let answer: ModelAnswer | null = null
    // An editor may throw in any call. Then no answer is sent, and the filler uses only the value that it reads from
    // the field.
    attempt(() => {
      if (ask.verb === 'empty') {
        answer = { editor: 'React', done: holdsNothing(element) }
        return
      }
      answer = answerByWay(ask, storedStates, element)
      if (answer) return
      const model = modelBehind(element)
      answer = model && answerTo(model, ask, storedStates)
    })
    if (answer) document.dispatchEvent(new CustomEvent(answerEvent, { detail: JSON.stringify(answer) }))
  })
}
