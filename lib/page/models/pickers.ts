import { formatMoment, parseMoment } from '../dates.ts'
import { fiberOf } from './frameworks.ts'
import { type FindModel, globalOf, type Model } from './model.ts'

// The date pickers of widget libraries. A picker saves its own date, not the text that its input shows.

/** One picker of the page. `format` is its format in the notation of dayjs. */
interface Picker {
  format: string
  /** The chosen date, or null. */
  date(): Date | null
  set(date: Date): void
  clear(): void
}

/** Converts `d dd m mm yyyy`. `year` is the notation of a year of four digits. */
const asDayjs = (format: string, year = 'yyyy'): string =>
  format
    .replaceAll(year, 'YYYY')
    .replace(/d+/g, (days) => days.toUpperCase())
    .replace(/m+/g, (months) => months.toUpperCase())

const textOf = (date: Date | null, format: string): string =>
  date
    ? (formatMoment(
        {
          day: { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() },
          time: { hour: date.getHours(), minute: date.getMinutes() },
        },
        format,
      ) ?? '')
    : ''

/** True if a format has only numbers. With names of months or days, the letters would mean something else. */
const isNumeric = (format: string, letters: RegExp): boolean =>
  format.replace(/[^a-z]/gi, '').replace(letters, '') === ''

/** Builds the model of a picker. Only a text that is exactly in the format of the picker is written. */
const byPicker = (name: string, picker: Picker | null): Model | null =>
  picker && {
    name,
    format: picker.format,
    text: () => textOf(picker.date(), picker.format),
    state: () => picker.date()?.toJSON() ?? '',
    write(text) {
      const { day, time } = parseMoment(text, picker.format) ?? {}
      const date = day && new Date(day.year, day.month - 1, day.day, time?.hour ?? 0, time?.minute ?? 0)
      if (date && textOf(date, picker.format) === text) picker.set(date)
    },
    restore(state) {
      if (state === '') picker.clear()
      else picker.set(new Date(state))
    },
  }

const changed = (element: HTMLElement): boolean => element.dispatchEvent(new Event('change', { bubbles: true }))

/** Returns what jQuery plugins have stored for an element. */
const jqueryData = <Data>(element: HTMLElement, view: Window, name: string): Data | null =>
  globalOf<(of: Element) => { data(name: string): Data | undefined }>(view, 'jQuery')?.(element).data(name) ?? null

interface UiPicker {
  _getInst(element: Element): object | undefined
  _get(instance: object, name: 'dateFormat'): string
  _getDateDatepicker(element: Element): Date | null
  _setDateDatepicker(element: Element, date: Date | null): void
}
const jqueryUi: FindModel = (element, view) => {
  const ui = element.classList.contains('hasDatepicker')
    ? globalOf<{ datepicker?: UiPicker }>(view, 'jQuery')?.datepicker
    : undefined
  const instance = ui?._getInst(element)
  if (!ui || !instance) return null
  const format = ui._get(instance, 'dateFormat')
  if (!isNumeric(format, /d{1,2}|m{1,2}|yy/g)) return null
  const set = (date: Date | null): void => {
    ui._setDateDatepicker(element, date)
    changed(element)
  }
  return byPicker('jQuery UI', {
    format: asDayjs(format, 'yy'),
    date: () => ui._getDateDatepicker(element),
    set,
    clear: () => set(null),
  })
}

interface BootstrapPicker {
  o: { format: unknown }
  getDate(): Date | null
  setDate(date: Date): void
  clearDates(): void
}
const bootstrapDatepicker: FindModel = (element, view) => {
  const picker = jqueryData<BootstrapPicker>(element, view, 'datepicker')
  if (typeof picker?.o?.format !== 'string' || typeof picker.clearDates !== 'function') return null
  if (!isNumeric(picker.o.format, /d{1,2}|m{1,2}|yyyy/g)) return null
  return byPicker('bootstrap-datepicker', {
    format: asDayjs(picker.o.format),
    date: () => picker.getDate() ?? null,
    set(date) {
      picker.setDate(date)
      changed(element)
    },
    clear() {
      picker.clearDates()
      changed(element)
    },
  })
}

interface AirPicker {
  selectedDates: Date[]
  opts: { dateFormat?: unknown; timepicker?: boolean; range?: boolean }
  locale: { dateFormat: string }
  selectDate(date: Date): void
  clear(): void
}
const airDatepicker: FindModel = (element) => {
  const { adp: picker } = element as { adp?: AirPicker }
  const format = picker?.opts.dateFormat || picker?.locale.dateFormat
  if (!picker || typeof format !== 'string' || picker.opts.timepicker || picker.opts.range) return null
  if (!isNumeric(format, /d{1,2}|M{1,2}(?!M)|yyyy/g)) return null
  return byPicker('air-datepicker', {
    format: format.replaceAll('yyyy', 'YYYY').replaceAll('d', 'D'),
    date: () => picker.selectedDates[0] ?? null,
    set: (date) => picker.selectDate(date),
    clear: () => picker.clear(),
  })
}

interface Dates<Value> {
  locale: {
    format(locale: string, date: Value, format: string): string
    parse(locale: string, text: string, formats: string[]): Value | null
  }
}
interface AntProps {
  generateConfig: Dates<unknown>
  locale?: { locale?: string }
  format?: unknown
  value?: unknown
  onChange?(value: unknown, text: string | null): void
}
/** antd and rc-picker. Their input shows a typed text that they have not taken. */
const antPicker: FindModel = (element) => {
  if (!element.closest('.ant-picker, .rc-picker')) return null
  const props = (): AntProps | null => {
    let outermost: AntProps | null = null
    for (let at = fiberOf(element); at; at = at.return)
      if (at.memoizedProps && 'generateConfig' in at.memoizedProps) outermost = at.memoizedProps as unknown as AntProps
    return outermost
  }
  const first = props()
  const format = [first?.format].flat()[0]
  if (!first?.onChange || !('value' in first) || Array.isArray(first.value) || typeof format !== 'string') return null
  const { locale } = first.generateConfig
  const language = first.locale?.locale ?? 'en_US'
  const text = (): string => {
    const value = props()?.value
    return value ? locale.format(language, value, format) : ''
  }
  const write = (words: string): void => {
    const value = words === '' ? null : locale.parse(language, words, [format])
    if (words === '' || value) props()?.onChange?.(value, words)
  }
  return { name: 'antd', format, text, state: text, write, restore: write }
}

export const pickers: FindModel[] = [jqueryUi, bootstrapDatepicker, airDatepicker, antPicker]
