import { computeAccessibleName } from 'dom-accessibility-api'
import { controlSelector } from '../../../lib/page/controls/controls.ts'
import { read, scan } from '../../../lib/page/scan/scan.ts'

import type { PageReading } from '../../../lib/page/shapes.ts'

export const readHere = (): PageReading => read(document, document.URL, {})

const median = (times: number[]): number =>
  times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN

const timed = (work: () => void): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/**
 * Medians of what each round takes, the works of one round one after the other; each may first prepare the page. The
 * first third of the rounds only warms them.
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

/** A page of which nothing was known: every element new, every word another. Its style is worked out before it is read. */
function renew(html: string, round: number): void {
  document.body.innerHTML = html.replaceAll('Question', `Question of ${round}, number`)
  document.body.getBoundingClientRect()
}

/**
 * Milliseconds of warm scans, each beside the accessible names of the same controls alone: of a page that stands still,
 * that looks different, to which something without words or a question was added, and of one that is new.
 */
export function compare(rounds: number) {
  const html = document.body.innerHTML
  const warm = medians(rounds, {
    // As wrappers and controls are marked while one types: what it means has to be looked at anew, on every control.
    dressedMs: { before: () => document.body.classList.toggle('focused'), work: scanHere },
    scanMs: { work: scanHere },
    namesMs: { work: nameAll },
  })
  const fields = scanHere()
  const addEmpty = (): void => document.body.append(document.createElement('i'))
  const addQuestion = (): void =>
    document.body.append(document.createRange().createContextualFragment('<p>More: <input></p>'))
  // By themselves: what is added makes the browser find the labels of every control anew, which makes the names dear.
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

/** Gives every control a name that says nothing, where names are the answer; what each was called before. */
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
