import { fieldsOf } from '../../lib/page/adapters/generic/collect.ts'
import type { ScannedField } from '../../lib/page/controls/fields.ts'
import { scan } from '../../lib/page/scan/scan.ts'
import { survey } from '../../lib/page/survey/survey.ts'
import { changeAtRandom, random } from './scan-again-changes.ts'

/** What a scan says of the page, and how each control it found is marked. */
export function said() {
  const { fields } = scan(document, document.URL)
  return fields.map(({ field, found }) => ({
    ...field,
    controls: found.controls.map((control) => (control as HTMLInputElement).name),
  }))
}

/** Scans, lets the page change and scans again: what each scan said. */
export function scanAgain(change: string) {
  const before = said()
  document.querySelector<HTMLElement>(`[data-change="${change}"]`)?.click()
  return { before, after: said() }
}

/** Two readings are the same when they say the same of the same controls. */
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

/** Whether fields that were read before are answered again while a spinner comes and goes. */
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

/** How many fields there are, and how many are read anew once a question comes to the top of the form or goes again. */
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
 * Changes the page at random, some changes at a time, and scans it after each time. Answers the changes after which a
 * scan differed from one that knows of none before it, with what both said.
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
