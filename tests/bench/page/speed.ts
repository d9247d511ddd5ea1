import type { Figure } from '../../../scripts/bench.ts'
import type { PageRoom } from '../../../scripts/page-room.ts'

const rounds = 15
const atMost = 1.5

const kinds = [
  (at: number) => `<input name="a${at}">`,
  (at: number) => `<textarea name="b${at}"></textarea>`,
  (at: number) => `<select name="c${at}"><option></option><option>One</option><option>Two</option></select>`,
  (at: number) => `<input type="checkbox" name="d${at}"> Yes`,
]
const control = (at: number): string => kinds[at % kinds.length]?.(at) ?? ''

/** Pages of 1,000 controls, as forms are marked up: by labels, by table rows, by headings and blocks. */
const shapes: Record<string, string> = {
  'with labels': `<form>${Array.from({ length: 1000 }, (_none, at) => `<p><label for="l${at}">Question ${at}</label> ${control(at).replace('name', `id="l${at}" name`)}</p>`).join('')}</form>`,
  'in table rows': `<form><table>${Array.from({ length: 1000 }, (_none, at) => `<tr><td>Question ${at}</td><td>${control(at)}</td></tr>`).join('')}</table></form>`,
  'under headings': `<form>${Array.from({ length: 1000 }, (_none, at) => `${at % 10 ? '' : `<h3>Section ${at}</h3>`}<div><span>Question ${at}:</span> ${control(at)}</div>`).join('')}</form>`,
}

interface Comparison {
  fields: number
  scanMs: number
  dressedMs: number
  movedMs: number
  namesMs: number
}

/** A warm scan beside the platform's accessible names of the same controls alone. */
export async function speedFigures(room: PageRoom): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [shape, html] of Object.entries(shapes)) {
    const open = await room.open('about:blank')
    await open.page.setContent(`<!doctype html><title>Form</title>${html}`)
    const figure = (await open.call('compare', rounds)) as Comparison
    await open.page.close()
    const { fields, scanMs, dressedMs, movedMs, namesMs } = figure
    const beside = (ms: number): string => `${(ms / namesMs).toFixed(2)} × (${ms.toFixed(1)} ms)`
    figures.push({
      measure: `warm scan of 1,000 controls ${shape}, beside their accessible names alone`,
      figure: `${beside(scanMs)}; when classes have changed in between ${beside(dressedMs)}; when something was added in between, so that all is read anew ${beside(movedMs)}; ${fields} fields, names ${namesMs.toFixed(1)} ms`,
      limit: `at most ${atMost} × while nothing or only classes changed`,
      holds: Math.max(scanMs, dressedMs) <= atMost * namesMs,
    })
  }
  return figures
}
