import { computeAccessibleName } from 'dom-accessibility-api'
import { controlSelector } from '../../../lib/page/controls.ts'
import { scan } from '../../../lib/page/scan.ts'

export { readHere } from '../../../lib/page/read-here.ts'

const median = (times: number[]): number =>
  times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN

const timed = (work: () => void): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Milliseconds of a warm scan of a page that stands still, of one that looks different and of one with something added, and of the accessible names of the same controls alone. */
export function compare(rounds: number) {
  const scans: number[] = []
  const dressed: number[] = []
  const moved: number[] = []
  const names: number[] = []
  let fields = 0
  // The first rounds warm all of them.
  for (let round = -3; round < rounds; round++) {
    // As wrappers and controls are marked while one types: what it means has to be looked at anew, on every control.
    document.body.classList.toggle('focused')
    const dressedMs = timed(() => scan(document, document.URL))
    const scanMs = timed(() => {
      fields = scan(document, document.URL).fields.length
    })
    const namesMs = timed(() => {
      for (const control of document.querySelectorAll(controlSelector)) computeAccessibleName(control)
    })
    if (round < 0) continue
    dressed.push(dressedMs)
    scans.push(scanMs)
    names.push(namesMs)
  }
  // By itself: what is added makes the browser find all labels anew, which would make the names look dear.
  for (let round = 0; round < rounds; round++) {
    document.body.append(document.createElement('i'))
    moved.push(timed(() => scan(document, document.URL)))
  }
  return { fields, scanMs: median(scans), dressedMs: median(dressed), movedMs: median(moved), namesMs: median(names) }
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
