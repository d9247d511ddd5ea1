import { planFill } from '../../../lib/page/plan/plan.ts'
import { lastQuietMs } from '../../../lib/page/shapes.ts'
import type { Figure } from '../../../scripts/bench.ts'
import { openPageRoom } from '../../../scripts/page-room.ts'

const fieldCount = 200
const atMostMs = 2000
const rounds = 5

const kinds = [
  (at: number) => `<input name="a${at}">`,
  (at: number) => `<textarea name="b${at}"></textarea>`,
  (at: number) => `<select name="c${at}"><option></option><option>Said ${at}</option><option>Other</option></select>`,
  (at: number) => `<div contenteditable="true" id="e${at}"></div>`,
]
const rows = Array.from(
  { length: fieldCount },
  (_none, at) => `<tr><td>Question ${at}</td><td>${kinds[at % kinds.length]?.(at)}</td></tr>`,
)
/** A page that sets a class on a control after each change, as pages with validation do. */
const page = `<!doctype html><title>Form</title><form><table>${rows.join('')}</table></form><script>
  addEventListener('change', ({ target }) => target.classList.add('touched'), true)
</script>`

/**
 * Measures a fill of 200 fields, in which each value is read back twice. The result is the median of five runs. At its
 * end, a fill waits until the page has not changed for some time. This waiting time is subtracted from the result and
 * shown separately.
 */
export async function fillFigures(): Promise<Figure[]> {
  const room = await openPageRoom()
  try {
    const times: number[] = []
    let kept = fieldCount
    for (let round = 0; round < rounds; round++) {
      const open = await room.open('about:blank')
      await open.page.setContent(page)
      const reading = await open.read()
      if (!reading) throw new Error('The page was not read.')
      const values = reading.fields.map(({ id, label }, at) => ({ fieldId: id, label, value: [`Said ${at}`] }))
      const plan = planFill(reading, values)
      const startMs = performance.now()
      const receipts = await open.fill(plan, 'Rosa Lindqvist')
      times.push(performance.now() - startMs)
      kept = Math.min(kept, receipts.filter(({ outcome }) => outcome === 'written').length)
      await open.page.close()
    }
    const medianMs = times.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN
    return [
      {
        measure: `fill of ${fieldCount} fields, each read back twice`,
        figure: `${((medianMs - lastQuietMs) / 1000).toFixed(2)} s, and ${lastQuietMs / 1000} s in which the page must keep it; ${kept} of ${fieldCount} written`,
        limit: `at most ${atMostMs / 1000} s without that wait, all written`,
        holds: medianMs - lastQuietMs <= atMostMs && kept === fieldCount,
      },
    ]
  } finally {
    await room.close()
  }
}
