import { computeAccessibleName } from 'dom-accessibility-api'
import { controlSelector } from '../../../lib/page/controls/controls.ts'
import { read, scan } from '../../../lib/page/scan/scan.ts'

import type { PageReading } from '../../../lib/page/shapes.ts'

export { createPageFrame } from '../../../lib/page/frame.ts'

export const readHere = (): PageReading => read(document, document.URL, {})

const median = (times: number[]): number =>
  times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN

const timed = (work: () => void): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/**
 * Measures the functions `work` and returns the median time of each in ms. Each round runs all of them, one after the
 * other. The function `before` prepares the page for its `work` and is not measured. First, a third as many rounds run
 * that are not counted, because the browser has not optimised the code yet.
 */
function medians<Name extends string>(
  rounds: number,
  works: Record<Name, { before?: (round: number) => void; work: () => void }>,
): Record<Name, number> {
  const times = new Map<string, number[]>()
  for (let round = -Math.floor(rounds / 3); round < rounds; round++)
    for (const name in works) {
      const { before, work } = works[name]
      before?.(round)
      const ms = timed(work)
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms])
    }
  return Object.fromEntries([...times].map(([name, each]) => [name, median(each)])) as Record<Name, number>
}

const scanHere = (): number => scan(document, document.URL).fields.length
const nameAll = (): void => {
  for (const control of document.querySelectorAll(controlSelector)) computeAccessibleName(control)
}

/**
 * Replaces the page, so that the scan cannot reuse earlier results. Forces the style calculation now, so that it is not
 * counted as time of the scan.
 */
function renew(html: string, round: number): void {
  document.body.innerHTML = html.replaceAll('Question', `Question of ${round}, number`)
  document.body.getBoundingClientRect()
}

/**
 * Median times in ms of repeated scans, and of computing only the accessible names of the same controls for comparison.
 * Each time is for one kind of change of the page since the last scan: no change, a changed class, an added element
 * without words, an added question, or completely new content.
 */
export function compare(rounds: number) {
  const html = document.body.innerHTML
  const warm = medians(rounds, {
    // Pages set classes on wrappers and controls while the user types. A class can change the meaning of every control,
    // so the scan must read all of them again.
    dressedMs: { before: () => document.body.classList.toggle('focused'), work: scanHere },
    scanMs: { work: scanHere },
    namesMs: { work: nameAll },
  })
  const fields = scanHere()
  const addEmpty = (): void => document.body.append(document.createElement('i'))
  const addQuestion = (): void =>
    document.body.append(document.createRange().createContextualFragment('<p>More: <input></p>'))
  // These scans come after the scans above, because they insert elements. After an insertion, the browser must find the
  // labels of all controls again, and computing the accessible names (`namesMs`) would take longer.
  const added = medians(rounds, {
    emptyMs: { before: addEmpty, work: scanHere },
    askedMs: { before: addQuestion, work: scanHere },
  })
  const fresh = medians(rounds, { newMs: { before: (round) => renew(html, round), work: scanHere } })
  const dear = medians(3, {
    newNamesMs: { before: (round) => renew(html, rounds + round), work: nameAll },
    addedNamesMs: { before: addQuestion, work: nameAll },
  })
  return { fields, ...warm, ...added, ...fresh, ...dear }
}

/**
 * Replaces the control names by meaningless ones in forms where the names give the answers. Returns the former names.
 */
export function hideNames(): Record<string, string> {
  const before: Record<string, string> = {}
  const hidden = new Map<string, string>()
  for (const control of document.querySelectorAll('input, textarea, select')) {
    const name = control.getAttribute('name')
    if (!name) continue
    const opaque = hidden.get(name) ?? `f${hidden.size + 1}`
    hidden.set(name, opaque)
    before[opaque] = name
    control.setAttribute('name', opaque)
    control.removeAttribute('id')
  }
  return before
}
