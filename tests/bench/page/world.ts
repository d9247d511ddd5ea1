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

/** Milliseconds of a warm scan of a page that stands still and of one that changed, and of the accessible names of the same controls alone, turn by turn. */
export function compare(rounds: number): { fields: number; scanMs: number; movedMs: number; namesMs: number } {
  const scans: number[] = []
  const moved: number[] = []
  const names: number[] = []
  let fields = 0
  for (let round = 0; round < rounds + 3; round++) {
    // Something on the page changed, so that everything is read anew.
    document.body.toggleAttribute('data-changed')
    const movedMs = timed(() => scan(document, document.URL))
    const scanMs = timed(() => {
      fields = scan(document, document.URL).fields.length
    })
    const namesMs = timed(() => {
      for (const control of document.querySelectorAll(controlSelector)) computeAccessibleName(control)
    })
    // The first rounds warm both.
    if (round < 3) continue
    scans.push(scanMs)
    moved.push(movedMs)
    names.push(namesMs)
  }
  return { fields, scanMs: median(scans), movedMs: median(moved), namesMs: median(names) }
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
