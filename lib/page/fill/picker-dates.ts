import { isInput } from '../controls/controls.ts'
import { announceFocus, announceText, attempt } from '../controls/events.ts'
import { formatMoment, parseMoment } from '../dates.ts'
import { askModel } from '../models/model.ts'
import { all } from '../natives.ts'
import type { PlannedWrite } from '../shapes.ts'
import type { TargetField } from './guard.ts'
import { setText } from './hand.ts'

const days = '[data-pika-year], [data-year][data-month]'
const isoMoment = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d)?$/

const visibleDays = (document: Document): HTMLElement[] => all(document, days).filter((each) => each.checkVisibility())

/** Returns the chosen day of an open calendar as `2026-12-5`, or '' if no day is chosen. Calendars count months from 0. */
function chosenDay(calendar: HTMLElement[]): string {
  const dayCell = calendar.find((cell) =>
    [cell, cell.parentElement, cell.firstElementChild].some(
      (each) =>
        each?.getAttribute('aria-selected') === 'true' ||
        /(?:^|[-_ ])(?:selected|active|current)(?![a-z])/.test(each?.className ?? ''),
    ),
  )
  if (!dayCell) return ''
  const part = (name: string): string | undefined =>
    dayCell.dataset[`pika${name}`] ?? dayCell.dataset[name.toLowerCase()]
  return [part('Year'), Number(part('Month')) + 1, part('Day') ?? part('Date') ?? dayCell.textContent?.trim()].join('-')
}

/**
 * Returns the value in the format of the picker behind an input, or null if a picker is there but does not tell its
 * format. A picker that only shows a calendar is tried: it gets the date in each format, until its calendar shows the
 * wanted day.
 */
export function inPickerFormat({ control, format }: TargetField, { to }: PlannedWrite): string[] | null {
  const [text = '', ...others] = to
  if (!isInput(control) || control.type !== 'text' || others.length > 0) return to
  const moment = format !== undefined || isoMoment.test(text) ? parseMoment(text, format) : null
  if (!moment?.day) return to
  const valueForPicker = (): string[] | null => {
    const pickerFormat = askModel(control, { verb: 'read' })?.format
    return pickerFormat === undefined ? null : [formatMoment(moment, pickerFormat) ?? text]
  }
  const oldDays = new Set(visibleDays(control.ownerDocument))
  control.focus({ preventScroll: true })
  announceFocus(control)
  const pickerValue = valueForPicker()
  if (pickerValue) return pickerValue
  const calendar = () => visibleDays(control.ownerDocument).filter((each) => !oldDays.has(each))
  if (calendar().length === 0) return to
  const { year, month, day } = moment.day
  for (const each of new Set([format ?? 'YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY', 'YYYY-MM-DD'])) {
    const trial = formatMoment(moment, each) ?? text
    attempt(() => {
      setText(control, trial)
      announceText(control, trial, true)
    })
    const learnt = valueForPicker()
    if (learnt) return learnt
    announceFocus(control)
    if (chosenDay(calendar()) === `${year}-${month}-${day}`) return [trial]
  }
  return null
}
