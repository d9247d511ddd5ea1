import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import type { scanAgain } from './scan-again.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom('tests/ehr-pages/scan-again.ts')
})
afterAll(() => room.close())

/** What a page does between two scans, as its own scripts would, and whether the second scan says something else. */
const changes: Record<string, { act: string; tells: boolean }> = {
  'a wrapper is marked as having the focus': { act: `at('mood').parentElement.classList.add('focused')`, tells: false },
  'a control is marked as touched': { act: `at('mood').className = 'ng-dirty ng-touched'`, tells: false },
  'a row is painted': { act: `at('sleep').parentElement.style.background = 'yellow'`, tells: false },
  'a question is hidden by a class': { act: `at('mood').parentElement.classList.add('gone')`, tells: true },
  'a question is hidden by a class of the body': { act: `document.body.classList.add('short')`, tells: true },
  'a question is hidden by its style': { act: `at('sleep').parentElement.style.display = 'none'`, tells: true },
  'a line becomes bold and with it a heading': { act: `document.body.classList.add('loud')`, tells: true },
  'a control becomes a date picker by its class': { act: `at('mood').className = 'datepicker'`, tells: true },
  'a control is to be signed': { act: `at('mood').parentElement.className = 'signature'`, tells: true },
  'a control is locked': { act: `at('mood').disabled = true`, tells: true },
  'a label is reworded': { act: `document.querySelector('label').firstChild.data = 'Temper'`, tells: true },
  'a control is renamed': { act: `at('mood').name = 'temper'`, tells: true },
  'a row is put before': { act: `document.forms[0].prepend(at('sleep').parentElement)`, tells: true },
  'controls are placed by hand': {
    act: `document.querySelectorAll('p').forEach((each, i) => each.style.cssText = 'position:absolute;left:300px;top:' + (400 - 60 * i) + 'px')`,
    tells: true,
  },
}

const html = `<!doctype html><title>Form</title>
<style>.gone, .short .late { display: none } .loud .line { font-weight: 700 }</style>
<form><p><label for="m">Mood</label> <input id="m" name="mood"></p>
<div class="line">Nights</div>
<p><span>Sleep:</span> <input name="sleep"></p>
<p class="late"><span>Plan:</span> <textarea name="plan"></textarea></p></form>
${Object.keys(changes)
  .map((change) => `<i data-change="${change}"></i>`)
  .join('')}
<script>const at = (name) => document.forms[0].elements[name]
${Object.entries(changes)
  .map(
    ([change, { act }]) =>
      `document.querySelector('[data-change="${change}"]').addEventListener('click', () => { ${act} })`,
  )
  .join('\n')}</script>`

describe('A page that changes between two scans is read as if it were seen for the first time', () => {
  for (const [change, { tells }] of Object.entries(changes))
    test(change, async () => {
      const open = await room.open('about:blank')
      await open.page.setContent(html)
      const { before, after, anew } = (await open.call('scanAgain', change)) as ReturnType<typeof scanAgain>
      await open.page.close()
      expect(before).toHaveLength(3)
      expect(after).toEqual(anew)
      if (tells) expect(after).not.toEqual(before)
      else expect(after).toEqual(before)
    })
})
