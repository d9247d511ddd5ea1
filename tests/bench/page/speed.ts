import type { Figure } from '../../../scripts/bench.ts'
import type { PageRoom } from '../../../scripts/page-room.ts'
import type { compare } from './world.ts'

const rounds = 15
const atMost = 1.5

const kinds = [
  (at: number) => `<input name="a${at}">`,
  (at: number) => `<textarea name="b${at}"></textarea>`,
  (at: number) => `<select name="c${at}"><option></option><option>One</option><option>Two</option></select>`,
  (at: number) => `<input type="checkbox" name="d${at}"> Yes`,
]
const control = (at: number): string => kinds[at % kinds.length]?.(at) ?? ''

/** Pages of 1,000 controls in the usual kinds of markup: with labels, in table rows, with headings and blocks. */
const shapes: Record<string, string> = {
  'with labels': `<form>${Array.from({ length: 1000 }, (_none, at) => `<p><label for="l${at}">Question ${at}</label> ${control(at).replace('name', `id="l${at}" name`)}</p>`).join('')}</form>`,
  'in table rows': `<form><table>${Array.from({ length: 1000 }, (_none, at) => `<tr><td>Question ${at}</td><td>${control(at)}</td></tr>`).join('')}</table></form>`,
  'under headings': `<form>${Array.from({ length: 1000 }, (_none, at) => `${at % 10 ? '' : `<h3>Section ${at}</h3>`}<div><span>Question ${at}:</span> ${control(at)}</div>`).join('')}</form>`,
}

/** Compares the time of a repeated scan with the time for computing only the accessible names of the same controls. */
export async function speedFigures(room: PageRoom): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [shape, html] of Object.entries(shapes)) {
    const open = await room.open('about:blank')
    await open.page.setContent(`<!doctype html><title>Form</title>${html}`)
    const ms = (await open.call('compare', rounds)) as ReturnType<typeof compare>
    await open.page.close()
    const beside = (one: number, names = ms.namesMs): string => `${(one / names).toFixed(2)} × (${one.toFixed(1)} ms)`
    figures.push(
      {
        measure: `warm scan of 1,000 controls ${shape}, beside their accessible names alone`,
        figure: `${beside(ms.scanMs)}; when classes have changed in between ${beside(ms.dressedMs)}; when something without words was added in between ${beside(ms.emptyMs)}; ${ms.fields} fields, names ${ms.namesMs.toFixed(1)} ms`,
        limit: `at most ${atMost} ×`,
        holds: Math.max(ms.scanMs, ms.dressedMs, ms.emptyMs) <= atMost * ms.namesMs,
      },
      {
        measure: `the same when a question was added, so that all is read anew`,
        figure: `${beside(ms.askedMs)}; beside the names after such a change, ${ms.addedNamesMs.toFixed(0)} ms, ${beside(ms.askedMs, ms.addedNamesMs)}`,
        limit: `at most ${atMost} × of the names after such a change`,
        holds: ms.askedMs <= atMost * ms.addedNamesMs,
      },
      {
        measure: `the same on a new page, of which nothing is known`,
        figure: `${beside(ms.newMs)}; beside the names on a new page, ${ms.newNamesMs.toFixed(0)} ms, ${beside(ms.newMs, ms.newNamesMs)}`,
        limit: `at most ${atMost} × of the names on a new page`,
        holds: ms.newMs <= atMost * ms.newNamesMs,
      },
    )
  }
  return figures
}
