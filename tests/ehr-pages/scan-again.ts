import { fieldsOf } from '../../lib/page/adapters/generic/collect.ts'
import type { ScannedField } from '../../lib/page/controls/fields.ts'
import { scan } from '../../lib/page/scan/scan.ts'
import { survey } from '../../lib/page/survey/survey.ts'
import { changeAtRandom, random } from './scan-again-changes.ts'

/** Returns the fields that a scan reports, each with the names of the controls that the scan found for the field. */
export function said() {
  const { fields } = scan(document, document.URL)
  return fields.map(({ field, found }) => ({
    ...field,
    controls: found.controls.map((control) => (control as HTMLInputElement).name),
  }))
}

/** Scans, lets the page change, and scans again. Returns both results. */
export function scanAgain(change: string) {
  const before = said()
  document.querySelector<HTMLElement>(`[data-change="${change}"]`)?.click()
  return { before, after: said() }
}

/**
 * Compares two results of a scan by their content. Two elements of the page count as equal only if they are the same
 * element.
 */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Node || other instanceof Node) return false
  const [left, right] = [Object.entries(one), Object.entries(other)]
  return left.length === right.length && left.every(([key, value]) => isSame(value, Reflect.get(other, key)))
}

const told = (founds: ScannedField[]): string =>
  JSON.stringify(
    founds.map(({ controls, choices, ...rest }) => [rest, controls.length, choices.map((each) => each.caption)]),
  )

/** Returns true if earlier results are reused while a spinner appears and disappears. */
export function keptBesideEmpty(): boolean {
  const founds = () => scan(document, document.URL).fields.map(({ found }) => found)
  const before = founds()
  const spinner = document.createElement('div')
  spinner.append(document.createElement('span'))
  document.forms[0]?.prepend(spinner)
  const during = founds()
  spinner.remove()
  return [during, founds()].every((each) => each.length > 0 && each.every((found, at) => found === before[at]))
}

/**
 * Returns the number of fields, and how many of them are read again when a question appears at the top of the form
 * (`came`) and when it disappears (`went`).
 */
export function anewBesideQuestion(): { fields: number; came: number; went: number } {
  const founds = () => scan(document, document.URL).fields.map(({ found }) => found)
  const before = founds()
  const question = document.createElement('p')
  question.append('Later: ', document.createElement('input'))
  document.forms[0]?.prepend(question)
  const during = founds()
  question.remove()
  const after = founds()
  const anew = (now: ScannedField[], then: ScannedField[]): number =>
    now.filter((found) => !then.includes(found)).length
  return { fields: before.length, came: anew(during, before), went: anew(after, during) }
}

/**
 * Changes the page at random, a few changes at a time, and scans it after each step. Returns the changes after which
 * the scan differed from a scan without earlier results, with both results.
 */
export function changeAndScan({ seed, times }: { seed: number; times: number }) {
  const next = random(seed)
  const differing: { changes: string[]; again: string; anew: string }[] = []
  for (let time = 0; time < times; time++) {
    const changes = Array.from({ length: 1 + next(3) }, () => changeAtRandom(next))
    const again = scan(document, document.URL).fields.map(({ found }) => found)
    const anew = fieldsOf(survey(document, {}))
    if (!isSame(again, anew)) differing.push({ changes, again: told(again), anew: told(anew) })
  }
  return { differing, said: said() }
}
