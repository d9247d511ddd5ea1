import { choiceModels } from './choices.ts'
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
    // Ext shows typed text that it cannot parse, but never saves it. Such text does not count as a value.
    text: () => ((field.getValue() ?? '') === '' ? '' : String(field.getRawValue?.() ?? field.getValue())),
    state: () => JSON.stringify(field.getValue() ?? null),
    write: (text) => field.setValue(text),
    restore: (state) => field.setValue(JSON.parse(state)),
  }
}

export const controlModels: FindModel[] = [flatpickr, inputmask, ext, ...choiceModels]
