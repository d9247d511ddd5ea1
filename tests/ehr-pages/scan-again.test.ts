import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { casesOf, partOf } from '../exhaustive.ts'
import type { anewBesideQuestion, changeAndScan, keptBesideEmpty, said, scanAgain } from './scan-again.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom({ entry: 'tests/ehr-pages/scan-again.ts' })
})
afterAll(() => room.close())

/**
 * Changes that a page's scripts make between two scans. If `tells` is true, the second scan must give a different
 * result.
 */
const changes: Record<string, { act: string; tells: boolean }> = {
  'a wrapper is marked as having the focus': { act: `at('mood').parentElement.classList.add('focused')`, tells: false },
  'a control is marked as touched': { act: `at('mood').className = 'ng-dirty ng-touched'`, tells: false },
  'a row is painted': { act: `at('sleep').parentElement.style.background = 'yellow'`, tells: false },
  'something without words comes between two rows': {
    act: `at('sleep').parentElement.before(document.createElement('hr'), document.createElement('div'))`,
    tells: false,
  },
  'a sign that it is saving comes into a row': {
    act: `at('mood').after(Object.assign(document.createElement('span'), { className: 'spinner', id: 'saving' }))`,
    tells: false,
  },
  'something without words is taken away': { act: `document.querySelector('hr').remove()`, tells: false },
  'a style sheet is added that hides a question': {
    act: `document.head.append(Object.assign(document.createElement('style'), { textContent: '.late { display: none }' }))`,
    tells: true,
  },
  'something is written into an editor': {
    act: `document.querySelector('[contenteditable]').append(Object.assign(document.createElement('p'), { textContent: 'Well' }))`,
    tells: true,
  },
  'hidden words that name an editor are changed': {
    act: `document.querySelector('#named').classList.add('named')
      document.querySelector('#named').append(document.createElement('img'))
      document.querySelector('#named img').className = 'gone'
      document.querySelector('#named b').hidden = true`,
    tells: true,
  },
  'a wrapper without words comes around a question': {
    act: `const row = document.createElement('label'), span = at('sleep').previousElementSibling; span.replaceWith(row); row.append(span)`,
    tells: false,
  },
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
    act: `document.querySelectorAll('input, textarea').forEach((each, i) => each.style.cssText = 'position:absolute;left:300px;top:' + (400 - 60 * i) + 'px')`,
    tells: true,
  },
}

const html = `<!doctype html><title>Form</title>
<style>.gone, .short .late { display: none } .loud .line { font-weight: 700 }</style>
<form><p><label for="m">Mood</label> <input id="m" name="mood"></p>
<div class="line">Nights</div>
<p><span>Sleep:</span> <input name="sleep"></p>
<p class="late"><span>Plan:</span> <textarea name="plan"></textarea></p><hr>
<div id="named" hidden>Summary <b>of today</b></div><div contenteditable="true" aria-labelledby="named"></div></form>
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

describe('A page that changes between two scans is read as if it were scanned for the first time', () => {
  for (const [change, { tells }] of Object.entries(changes))
    test(change, async () => {
      const open = await room.open('about:blank')
      await open.page.setContent(html)
      const { before, after } = (await open.call('scanAgain', change)) as ReturnType<typeof scanAgain>
      // Each call loads the modules again, so this scan has no results of earlier scans.
      const anew = (await open.call('said')) as ReturnType<typeof said>
      await open.page.close()
      expect(before).toHaveLength(4)
      expect(after).toEqual(anew)
      if (tells) expect(after).not.toEqual(before)
      else expect(after).toEqual(before)
    })
})

const frame = `<!doctype html><p>Asked inside: <input name='inside'></p>`
const everyKind = `<!doctype html><title>Form</title>
<style>.gone { display: none } .loud { font-weight: 700 } .placed { position: absolute; left: 40px }</style>
<form><h2>Visit</h2><p><label for="m">Mood</label> <input id="m" name="mood"></p>
<div>Nights</div><p><span>Sleep:</span> <input name="sleep"> hours</p>
<fieldset><legend>Appetite</legend><label><input type="radio" name="appetite" value="g"> Good</label>
<label><input type="radio" name="appetite" value="p"> Poor</label> Other: <input name="appetite_other"></fieldset>
<p>Risks <input type="checkbox" name="r[]" value="1"> None <input type="checkbox" name="r[]" value="2"> Some</p>
<table><tr><th>Drug</th><th>Dose</th></tr><tr><td>One</td><td><input name="d1"></td></tr><tr><td>Two</td><td><input name="d2"></td></tr></table>
<table><tr><td>Contact</td><td><select name="contact"><option></option><option>Home</option><option>Work</option></select></td>
<td>Since</td><td><input name="since" placeholder="MM/DD/YYYY"></td></tr></table>
<p>Plan<br><textarea name="plan"></textarea></p>
<p id="named">Summary <b>of today</b></p><div contenteditable="true" aria-labelledby="named"><p>As before</p></div>
<div><span>Pace:</span> <div role="combobox" tabindex="0"><span></span><ul role="listbox"></ul></div></div>
<section></section></form><i></i><iframe srcdoc="${frame}"></iframe>`

/**
 * The page `everyKind` with its rows repeated. The form is so long that a change at its beginning cannot affect the
 * fields at its end.
 */
const long = (times: number): string => {
  const [, form = ''] = /<form>(.*)<section>/s.exec(everyKind) ?? []
  const marked = (at: number): string => form.replace(/ (name|id|for)="/g, ` $1="p${at}`)
  const parts = Array.from({ length: times }, (_none, at) => `<div>${marked(at)}</div>`)
  return everyKind.replace('<form>', `<form>${parts.join('')}`)
}

async function openEveryKind(html = everyKind) {
  const open = await room.open('about:blank')
  await open.page.setContent(html, { waitUntil: 'load' })
  await open.page.evaluate(() => {
    const root = document.querySelector('section')?.attachShadow({ mode: 'open' })
    if (root) root.innerHTML = '<p>In the shadow: <input name="shadow"></p>'
  })
  return open
}

describe('Earlier results are reused only where a complete new scan gives the same', () => {
  for (const seed of Array.from({ length: casesOf('repeated scans', 24) }, (_none, at) => at + 1))
    test(`changes at random, seed ${seed}`, async () => {
      const open = await openEveryKind()
      const request = { seed, times: 40 }
      const { differing, said } = (await open.call('changeAndScan', request)) as ReturnType<typeof changeAndScan>
      const anew = await open.call('said')
      await open.page.close()
      expect(differing).toEqual([])
      expect(said).toEqual(anew)
    })

  for (const seed of partOf('repeated scans', [1, 2, 3, 4, 5, 6]))
    test(`changes at random in a long form, seed ${seed}`, async () => {
      const open = await openEveryKind(long(8))
      const { differing } = (await open.call('changeAndScan', { seed, times: 25 })) as ReturnType<typeof changeAndScan>
      await open.page.close()
      expect(differing).toEqual([])
    })

  test('when a question appears or disappears, only the fields near it are read again', async () => {
    const open = await openEveryKind(long(8))
    const { fields, came, went } = (await open.call('anewBesideQuestion')) as ReturnType<typeof anewBesideQuestion>
    await open.page.close()
    expect(fields).toBeGreaterThan(60)
    expect(came).toBeGreaterThan(0)
    expect(Math.max(came, went)).toBeLessThan(fields / 2)
  })

  test('results are reused when an element without words or answers appears or disappears', async () => {
    const open = await openEveryKind()
    const kept = (await open.call('keptBesideEmpty')) as ReturnType<typeof keptBesideEmpty>
    await open.page.close()
    expect(kept).toBe(true)
  })
})
