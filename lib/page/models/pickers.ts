import { formatMoment, parseMoment } from '../dates.ts'
import { fiberOf } from './frameworks.ts'
import { type FindModel, globalOf, type Model } from './model.ts'

interface Picker {
  format: string
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

export const textOf = (date: Date | null, format: string): string =>
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

/** Converts the format of a component of React: in the notation of date-fns (`dd/MM/yyyy`) or of jQuery UI (`dd/mm/yy`). */
export function componentFormat(format: unknown): string | undefined {
  if (typeof format !== 'string') return undefined
  if (isNumeric(format, /d{1,2}|M{1,2}(?!M)|yyyy/g)) return format.toUpperCase()
  return isNumeric(format, /d{1,2}|m{1,2}|yy(?!y)/g) ? asDayjs(format, 'yy') : undefined
}

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
      else if (text === '') picker.clear()
    },
    restore(state) {
      if (state === '') picker.clear()
      else picker.set(new Date(state))
    },
  }

/** Types a text as the user would. Some pickers take their date from their input only. */
function typeText(element: HTMLElement, text: string): void {
  ;(element as HTMLInputElement).value = text
  for (const type of ['input', 'keyup', 'change', 'blur']) element.dispatchEvent(new Event(type, { bubbles: true }))
}

const phpTokens: Readonly<Record<string, string>> = {
  d: 'DD',
  j: 'D',
  m: 'MM',
  n: 'M',
  Y: 'YYYY',
  H: 'HH',
  h: 'hh',
  G: 'hh',
  i: 'mm',
  K: 'A',
}
const phpAsDayjs = (format: string): string => format.replace(/[a-z]/gi, (letter) => phpTokens[letter] ?? '?')

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
    format: phpAsDayjs(picker.config.dateFormat),
    text: () => dates().join(', '),
    state: () => JSON.stringify(picker.selectedDates),
    write(text) {
      const date = picker.parseDate(text, picker.config.dateFormat)
      if (date) picker.setDate([date], true)
      else if (text === '') picker.clear()
    },
    restore(state) {
      const dates = (JSON.parse(state) as string[]).map((date) => new Date(date))
      if (dates.length > 0) picker.setDate(dates, true)
      else picker.clear()
    },
  }
}

const announceChange = (element: HTMLElement): boolean => element.dispatchEvent(new Event('change', { bubbles: true }))

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
  const setDate = (date: Date | null): void => {
    ui._setDateDatepicker(element, date)
    announceChange(element)
  }
  return byPicker('jQuery UI', {
    format: asDayjs(format, 'yy'),
    date: () => ui._getDateDatepicker(element),
    set: setDate,
    clear: () => setDate(null),
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
      announceChange(element)
    },
    clear() {
      picker.clearDates()
      announceChange(element)
    },
  })
}

interface RangePicker {
  singleDatePicker: boolean
  locale: { format: string }
  startDate: { toDate(): Date }
  setStartDate(date: Date): void
  setEndDate(date: Date): void
}
const daterangepicker: FindModel = (element, view) => {
  const picker = jqueryData<RangePicker>(element, view, 'daterangepicker')
  const format = picker?.locale?.format
  if (!picker?.singleDatePicker || !format || !isNumeric(format, /D{1,2}|M{1,2}(?!M)|YYYY|H{1,2}|h{1,2}|mm|A/g))
    return null
  const input = element as HTMLInputElement
  return byPicker('daterangepicker', {
    format,
    date: () => (input.value === '' ? null : picker.startDate.toDate()),
    set(date) {
      picker.setStartDate(date)
      picker.setEndDate(date)
      typeText(element, textOf(date, format))
    },
    clear: () => typeText(element, ''),
  })
}

interface XdPicker {
  getValue(): Date | null
  data(name: 'options'): { format?: unknown } | undefined
}
const jqueryDatetimepicker: FindModel = (element, view) => {
  const picker = jqueryData<XdPicker>(element, view, 'xdsoft_datetimepicker')
  const format = picker?.data('options')?.format
  if (!picker || typeof format !== 'string') return null
  const input = element as HTMLInputElement
  return byPicker('jquery-datetimepicker', {
    format: phpAsDayjs(format),
    date: () => (input.value === '' ? null : picker.getValue()),
    set: (date) => typeText(element, textOf(date, phpAsDayjs(format))),
    clear: () => typeText(element, ''),
  })
}

interface AirPicker {
  $el: unknown
  selectedDates: Date[]
  opts: { dateFormat?: unknown; timepicker?: boolean; timeFormat?: string; range?: boolean; dateTimeSeparator?: string }
  locale: { dateFormat: string; timeFormat?: string }
  selectDate(date: Date, options: { updateTime: true }): void
  clear(): void
}
const airPickers = new WeakMap<HTMLElement, AirPicker>()
function airPickerOf(element: HTMLElement): AirPicker | undefined {
  for (const cell of element.ownerDocument.querySelectorAll('.air-datepicker-cell')) {
    const picker = (cell as { adpCell?: { dp?: AirPicker } }).adpCell?.dp
    if (picker) airPickers.set(picker.$el as HTMLElement, picker)
  }
  return (element as { adp?: AirPicker }).adp ?? airPickers.get(element)
}
const airDatepicker: FindModel = (element, view) => {
  const oldPicker = jqueryData<AirPicker>(element, view, 'datepicker')
  const picker = airPickerOf(element) ?? (typeof oldPicker?.selectDate === 'function' ? oldPicker : undefined)
  const pickerFormat = picker?.opts.dateFormat || picker?.locale.dateFormat
  if (!picker || typeof pickerFormat !== 'string' || picker.opts.range) return null
  // The older version counts months with small letters.
  const day =
    picker === oldPicker ? asDayjs(pickerFormat) : pickerFormat.replaceAll('yyyy', 'YYYY').replaceAll('d', 'D')
  const clock = picker.opts.timepicker ? picker.opts.timeFormat || picker.locale.timeFormat : ''
  if (!isNumeric(day, /D{1,2}|M{1,2}(?!M)|YYYY/g) || (clock && clock !== 'HH:mm')) return null
  return byPicker('air-datepicker', {
    format: [day, clock].filter(Boolean).join(picker.opts.dateTimeSeparator ?? ' '),
    date: () => picker.selectedDates[0] ?? null,
    set: (date) => picker.selectDate(date, { updateTime: true }),
    clear: () => picker.clear(),
  })
}

interface PikadayPicker {
  _o: { format?: unknown }
  getDate(): Date | null
  setDate(date: Date | null): void
}
const isPikaday = (value: unknown): value is PikadayPicker =>
  typeof value === 'object' && value !== null && '_o' in value && 'getDate' in value
/** A picker of Pikaday is known once it has written a date into its input. */
const pikadays = new WeakMap<EventTarget, PikadayPicker>()
export function learnPickers(document: Document): void {
  const learn = (event: Event): void => {
    const { firedBy } = event as { firedBy?: unknown }
    if (event.target && isPikaday(firedBy)) pikadays.set(event.target, firedBy)
  }
  document.addEventListener('change', learn, true)
}
const pikaday: FindModel = (element) => {
  const picker = pikadays.get(element)
  const format = picker?._o.format
  if (!picker || typeof format !== 'string' || !isNumeric(format, /D{1,2}|M{1,2}(?!M)|YYYY/g)) return null
  return byPicker('Pikaday', {
    format,
    date: () => picker.getDate() ?? null,
    set: (date) => picker.setDate(date),
    clear: () => picker.setDate(null),
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
  locale?: { locale?: string; fieldDateFormat?: string }
  format?: unknown
  picker?: string
  showTime?: unknown
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
  const firstProps = props()
  const isDay = (firstProps?.picker ?? 'date') === 'date' && !firstProps?.showTime
  const format =
    [firstProps?.format].flat()[0] ?? (isDay ? (firstProps?.locale?.fieldDateFormat ?? 'YYYY-MM-DD') : undefined)
  if (
    !firstProps?.onChange ||
    !('value' in firstProps) ||
    Array.isArray(firstProps.value) ||
    typeof format !== 'string'
  )
    return null
  const { locale } = firstProps.generateConfig
  const language = firstProps.locale?.locale ?? 'en_US'
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

export const pickers: FindModel[] = [
  flatpickr,
  jqueryUi,
  bootstrapDatepicker,
  daterangepicker,
  jqueryDatetimepicker,
  airDatepicker,
  pikaday,
  antPicker,
]
