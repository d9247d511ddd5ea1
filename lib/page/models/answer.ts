import { attempt, sayingInstead, unpress } from '../controls/events.ts'
import { hasGap, hold, sameState } from './changes.ts'
import { reactHolders, reactOwners, reactProps, vueHolders, vueModel, vueNode } from './frameworks.ts'
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
import { htmlEditors, treeEditors } from './rich-text.ts'

// If nothing was chosen before a fill, undo can remove the choice only from the framework's own state. No event does
// this: a click cannot clear a radio, and a list without an empty option has no option to choose instead.

const isRadio = (element: HTMLElement): element is HTMLInputElement =>
  element.tagName === 'INPUT' && (element as HTMLInputElement).type === 'radio'

const isChoice = (element: HTMLElement): boolean => isRadio(element) || element.getAttribute('role') === 'combobox'

/** Builds a model for frameworks that expose the choice as one value with a getter and a setter. */
const byValue = (
  name: string,
  find: (element: HTMLElement) => { value: unknown; set(value: unknown): void } | null,
  element: HTMLElement,
): Model | null =>
  find(element) && {
    name,
    state: () => '',
    undoable: () => true,
    keep(): Way {
      const before = find(element)?.value
      return {
        restore: (now) => find(now)?.set(before),
        same: (now) => sameState(find(now)?.value, before),
      }
    },
  }

interface Observable {
  (): unknown
  (value: unknown): void
}
interface Knockout {
  contextFor(element: Element): unknown
  isObservable(value: unknown): boolean
  bindingProvider: {
    instance: { getBindingAccessors(element: Element, context: unknown): Record<string, () => unknown> }
  }
}
const knockout: FindModel = (choice, view) =>
  byValue(
    'Knockout',
    (element) => {
      const ko = element.hasAttribute('data-bind') ? globalOf<Knockout>(view, 'ko') : null
      const context = ko?.contextFor(element)
      if (!ko || !context) return null
      const bindings = ko.bindingProvider.instance.getBindingAccessors(element, context)
      const bound = (bindings.checked ?? bindings.value)?.()
      if (!ko.isObservable(bound)) return null
      const observable = bound as Observable
      return { value: observable(), set: (value) => observable(value) }
    },
    choice,
  )

interface NgModel {
  $modelValue: unknown
  $setViewValue(value: unknown): void
  $render(): void
}
interface AngularElement {
  controller(name: 'ngModel'): NgModel | undefined
}
/** How many levels up from the combobox to search for the element that has the `ngModel` controller. */
const ngLevels = 3
const angular: FindModel = (choice, view) =>
  byValue(
    'AngularJS',
    (element) => {
      const library = globalOf<{ element?(of: Element): AngularElement }>(view, 'angular')
      let around: Element | null = library?.element ? element : null
      for (let level = 0; around && level < (isRadio(element) ? 1 : ngLevels); around = around.parentElement, level++) {
        const model = library?.element?.(around).controller('ngModel')
        if (model)
          return {
            value: model.$modelValue,
            set(value) {
              model.$setViewValue(value)
              model.$render()
            },
          }
      }
      return null
    },
    choice,
  )

const vueBound: FindModel = (choice) =>
  byValue(
    'Vue',
    (element) => {
      const drawn = vueNode(element)
      const model = drawn && vueModel(drawn)
      return model && { value: model.value, set: (value) => model.assign(value) }
    },
    choice,
  )

/** The `checked` property that React or Vue renders for a radio. Undefined if the framework does not control it. */
const drawnChosen = (element: HTMLElement): unknown =>
  reactProps(element)?.checked ?? vueNode(element)?.node.props?.checked

/** Returns the values of the hidden inputs beside a custom list. A custom list stores its value in such an input. */
const valueBeside = (element: HTMLElement): string[] =>
  isRadio(element)
    ? []
    : [
        ...(element.parentElement?.querySelectorAll<HTMLInputElement>(
          'input[type="hidden"], input[aria-hidden="true"]',
        ) ?? []),
      ].map(({ value }) => value)

/** Restores the state of the React or Vue components around the choice. */
const byState: FindModel = (element) => {
  const react = reactProps(element) !== null
  if (!react && !vueNode(element)) return null
  return {
    name: react ? 'React' : 'Vue',
    state: () => '',
    undoable() {
      const holders = react ? reactOwners(element) : vueHolders(element)
      return !holders.some(({ closed }) => closed) && holders.some(({ takeBack, read }) => takeBack && hasGap(read()))
    },
    keep() {
      const held = hold(react ? reactHolders(element) : vueHolders(element))
      const drawn = drawnChosen(element)
      /**
       * True after the first `restore`. Before that, undo has used only the controls, and `same` compares only the
       * rendered choice: if the choice is restored, the page's own handlers have updated the state. After `restore`,
       * `same` also compares all states that the write changed.
       */
      let past = false
      const chosenBefore = isRadio(element) && element.checked
      return {
        note(words, now) {
          held.note([...words, ...valueBeside(now)].filter(Boolean))
        },
        restore(now) {
          past = true
          // The framework renders the restored state in a later task, so the result is checked at the next attempt.
          if (held.takeBack() || !isRadio(now) || chosenBefore) return
          const earlier = held.toldBefore()
          // The page's handler stores the value of the pressed radio. Press it with the old value, so that the handler
          // stores the old value.
          if (earlier && earlier.after === now.value) pressAs(now, earlier.before)
          else if (!now.checked) return
          else if (drawnChosen(now) === undefined) unpress(now)
        },
        same: (now) => Boolean(drawnChosen(now)) === Boolean(drawn) && (!past || held.same()),
      }
    },
  }
}

function pressAs(radio: HTMLInputElement, words: string): void {
  // Set `checked` through the property that React has overridden on the element. Otherwise React does not notice the
  // change.
  radio.checked = false
  sayingInstead(radio, words, () => radio.click())
  if (reactProps(radio)?.checked === undefined) radio.checked = false
}

const choiceModels: FindModel[] = [knockout, angular, vueBound, byState].map(
  (find): FindModel =>
    (element, view) =>
      isChoice(element) ? find(element, view) : null,
)

const isTicked = (element: HTMLElement): boolean =>
  isRadio(element) || (element as HTMLInputElement).type === 'checkbox'

interface Flatpickr {
  selectedDates: Date[]
  config: { dateFormat: string }
  formatDate(date: Date, format: string): string
  parseDate(text: string, format: string): Date | undefined
  setDate(date: Date[], triggerChange: boolean): void
  clear(): void
}
const flatpickr: FindModel = (element) => {
  const picker = (element as { _flatpickr?: Flatpickr })._flatpickr
  if (!picker) return null
  const dates = () => picker.selectedDates.map((date) => picker.formatDate(date, picker.config.dateFormat))
  return {
    name: 'flatpickr',
    text: () => dates().join(', '),
    state: () => JSON.stringify(picker.selectedDates),
    write(text) {
      const date = picker.parseDate(text, picker.config.dateFormat)
      if (date) picker.setDate([date], true)
    },
    restore(state) {
      const held = (JSON.parse(state) as string[]).map((date) => new Date(date))
      if (held.length > 0) picker.setDate(held, true)
      else picker.clear()
    },
  }
}

interface Masked {
  inputmask?: { setValue(text: string): void }
}
const inputmask: FindModel = (element) => {
  const { inputmask: mask } = element as Masked
  const input = element as HTMLInputElement
  if (!mask?.setValue) return null
  return {
    name: 'Inputmask',
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
  if (isTicked(element)) return null
  const library = globalOf<{ Component?: { fromElement?(element: Element): ExtField | null } }>(view, 'Ext')
  const field = library?.Component?.fromElement?.(element)
  if (!field?.getValue || typeof field.setValue !== 'function' || field.inputEl?.dom !== element) return null
  return {
    name: 'Ext',
    // Ext shows typed text that it cannot parse, but never saves it. Such text does not count as a value.
    text: () => ((field.getValue() ?? '') === '' ? '' : String(field.getRawValue?.() ?? field.getValue())),
    state: () => JSON.stringify(field.getValue() ?? null),
    write: (text) => field.setValue(text),
    restore: (state) => field.setValue(JSON.parse(state)),
  }
}

const controlModels: FindModel[] = [flatpickr, inputmask, ext, ...choiceModels]

const finders = [...htmlEditors, ...treeEditors, ...controlModels]

function modelBehind(element: HTMLElement): Model | null {
  const view = element.ownerDocument.defaultView
  if (!view) return null
  for (const find of finders) {
    const model = find(element, view)
    if (model) return model
  }
  return null
}

/** Maximum number of stored states. The fills of one page store fewer. */
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
      // No state is stored under this key, for example because the document was replaced. The answer has no `done`, so
      // the filler compares only the controls.
      if (!before) return { editor }
      return { editor, done: before.way ? before.way.same(element) : before.state === model.state() }
    }
  }
}

/**
 * Answers requests about this page's editors. Runs in the page's main world, because only there the objects of the
 * editors can be reached. This script receives only the value to write; the states stored for undo stay in it. If an
 * editor throws, or the page has replaced the platform functions, the script sends no answer. The filler then uses only
 * the values that it reads from the controls.
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
    // An editor may throw in any call. Then no answer is sent, and the filler uses only the value that it reads from
    // the field.
    attempt(() => {
      const model = modelBehind(element)
      answer = model && answerTo(model, ask, kept, element)
    })
    if (answer) document.dispatchEvent(new CustomEvent(answerEvent, { detail: JSON.stringify(answer) }))
  })
}
