import { type FindModel, globalOf } from './shape.ts'

const isRadio = (element: HTMLElement): boolean => (element as HTMLInputElement).type === 'radio'
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
    // What is typed and not taken for a value is shown and never saved.
    text: () => ((field.getValue() ?? '') === '' ? '' : String(field.getRawValue?.() ?? field.getValue())),
    state: () => JSON.stringify(field.getValue() ?? null),
    write: (text) => field.setValue(text),
    restore: (state) => field.setValue(JSON.parse(state)),
  }
}

// A radio that was not chosen cannot be un-chosen by any event; only the framework's own model can take it back.

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
const knockoutRadio: FindModel = (element, view) => {
  const knockout = element.hasAttribute('data-bind') ? globalOf<Knockout>(view, 'ko') : null
  const context = knockout?.contextFor(element)
  if (!knockout || !context) return null
  const bound = knockout.bindingProvider.instance.getBindingAccessors(element, context).checked?.()
  if (!bound || !knockout.isObservable(bound)) return null
  const observable = bound as Observable
  return {
    name: 'Knockout',
    state: () => JSON.stringify(observable() ?? null),
    restore: (state) => observable(JSON.parse(state)),
  }
}

interface NgModel {
  $modelValue: unknown
  $setViewValue(value: unknown): void
  $render(): void
}
interface AngularElement {
  controller(name: 'ngModel'): NgModel | undefined
}
const angularRadio: FindModel = (element, view) => {
  const angular = globalOf<{ element?(of: Element): AngularElement }>(view, 'angular')
  const model = angular?.element?.(element).controller('ngModel')
  return model
    ? {
        name: 'AngularJS',
        state: () => JSON.stringify(model.$modelValue ?? null),
        restore(state) {
          model.$setViewValue(JSON.parse(state))
          model.$render()
        },
      }
    : null
}

interface VueElement {
  // Vue keeps the way back into its model under symbols of these names.
  [name: symbol]: ((value: unknown) => void) | ((value: unknown) => void)[]
}
const vueRadio: FindModel = (element) => {
  const key = Object.getOwnPropertySymbols(element).find(({ description }) => description === '_assign')
  const assign = key && (element as unknown as VueElement)[key]
  if (!assign) return null
  const group = (): HTMLInputElement[] => [
    ...(element.ownerDocument.querySelectorAll<HTMLInputElement>(
      `input[type="radio"][name="${CSS.escape((element as HTMLInputElement).name)}"]`,
    ) ?? []),
  ]
  return {
    name: 'Vue',
    state: () => group().find(({ checked }) => checked)?.value ?? '',
    restore(state) {
      for (const each of [assign].flat()) each(state)
    },
  }
}

/** React's state cannot be reached; what it last drew can, so that nobody is told a choice was taken back. */
const reactRadio: FindModel = (element) => {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
  const drawn = () => (element as unknown as Record<string, { checked?: unknown } | undefined>)[key ?? '']
  return drawn()?.checked === undefined ? null : { name: 'React', state: () => String(drawn()?.checked === true) }
}

const radios: FindModel[] = [knockoutRadio, angularRadio, vueRadio, reactRadio]

export const controlModels: FindModel[] = [
  flatpickr,
  inputmask,
  ext,
  (element, view) => {
    if (!isRadio(element)) return null
    for (const find of radios) {
      const model = find(element, view)
      if (model) return model
    }
    return null
  },
]
