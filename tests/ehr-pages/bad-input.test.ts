import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formLayout } from '../../lib/page/form/form-layout.ts'
import { planFill } from '../../lib/page/plan/plan.ts'
import type { PageReading } from '../../lib/page/shapes.ts'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

async function readPage(html: string): Promise<{ reading: PageReading; ran: unknown }> {
  const open = await room.open('about:blank')
  await open.page.setContent(`<!doctype html><meta charset="utf-8"><title>Form</title>${html}`)
  const reading = await open.read()
  if (!reading) throw new Error('The page was not read.')
  const ran = await open.page.evaluate(() => (window as unknown as { ran?: unknown }).ran)
  await open.page.close()
  return { reading, ran }
}

const labels = ({ fields }: PageReading) => fields.map(({ label }) => label)

describe('Pages that are hard to read', () => {
  test('20,000 nodes around a form do not change its fields', async () => {
    const words = Array.from({ length: 5000 }, (_none, at) => `<div><p>Entry ${at} <b>seen</b></p><hr></div>`).join('')
    const { reading } = await readPage(
      `${words}<form><p>Plan of care <textarea name="a"></textarea></p></form>${words}`,
    )
    expect(labels(reading)).toEqual(['Plan of care'])
  })

  test('endlessly nested content is read as deep as a form could be nested, and no deeper', async () => {
    const { reading } = await readPage(`<form><label>Mood <input name="a"></label><div id="top"></div></form><script>
      let inner = document.querySelector('#top')
      for (let depth = 0; depth < 1500; depth++) inner = inner.appendChild(document.createElement('div'))
      inner.innerHTML = '<p>Deep <input name="deep"></p>'
    </script>`)
    expect(labels(reading)).toEqual(['Mood'])
  })

  test('one id on many controls gives none of them a wrong name', async () => {
    const { reading } = await readPage(
      `<form><table><tr><td>Sleep</td><td><input id="x" name="a"></td></tr><tr><td>Appetite</td><td><input id="x" name="b"></td></tr></table><label for="x">Somewhere else</label></form>`,
    )
    expect(labels(reading)).toEqual(['Sleep', 'Appetite'])
  })

  test('a form whose controls are named like properties of the DOM is read like any other', async () => {
    const names = ['children', 'getAttribute', 'matches', 'contains', 'tagName', 'localName', 'nodeType', 'firstChild']
    const more = ['nextSibling', 'parentElement', 'querySelectorAll', 'ownerDocument', 'textContent', 'action', 'id']
    const fields = [...names, ...more].map((name) => `<div><span>About ${name}</span> <input name="${name}"></div>`)
    const { reading } = await readPage(`<form action="/save/4">${fields.join('')}</form>`)
    expect(labels(reading)).toEqual([...names, ...more].map((name) => `About ${name}`))
  })

  test('a page that replaces the browser’s built-in functions is read correctly', async () => {
    const { reading } = await readPage(`<form><label for="m">Mood</label><input id="m" name="mood" value="calm"></form>
      <script>
        Element.prototype.getAttribute = () => 'wrong'
        Element.prototype.querySelectorAll = Document.prototype.querySelectorAll = () => []
        Array.prototype.map = Array.prototype.filter = Array.prototype.push = () => []
        JSON.stringify = () => '{}'
        Object.defineProperty(HTMLInputElement.prototype, 'value', { get: () => 'wrong' })
        Object.defineProperty(Node.prototype, 'textContent', { get: () => 'wrong' })
      </script>`)
    expect(reading.fields).toMatchObject([{ label: 'Mood', value: ['calm'], names: ['mood'] }])
  })

  test('a form with text nodes directly in a shadow root is read', async () => {
    const { reading } = await readPage(
      `<form><p>Mood <input name="a"></p><div></div></form>
       <script>document.querySelector('div').attachShadow({ mode: 'open' }).innerHTML = 'Sleep: <input name="b">'</script>`,
    )
    expect(reading.fields.map(({ label, names }) => [label, ...names])).toEqual([
      ['Mood', 'a'],
      ['Sleep', 'b'],
    ])
  })

  test('words that continue from the control before are a doubtful label, and a value is never matched by such a label', async () => {
    const { reading } = await readPage(
      `<form><p>Head open <input name="a1"> cm closed<br><input name="a2"> per feeding</p><p><input name="a3"> months</p></form>`,
    )
    expect(reading.fields.map(({ label, score }) => [label, score >= 0.5])).toContainEqual(['Head open', true])
    expect(reading.fields.filter(({ names }) => names[0] !== 'a1').every(({ score }) => score < 0.5)).toBe(true)
    expect(planFill(reading, [{ label: 'cm closed', value: ['1'] }]).refusals).toHaveLength(1)
  })

  test('markup in labels, options and values stays text, and nothing of it runs', async () => {
    const bad = '&lt;img src=x onerror="ran = 1"&gt;'
    const { reading, ran } = await readPage(
      `<form><label>Note ${bad} <input name="a" value="${bad.replaceAll('"', '&quot;')}"></label>
       <label>Pick <select name="b"><option value=""></option><option>${bad}</option></select></label></form>`,
    )
    expect(ran).toBeUndefined()
    expect(reading.fields[0]?.label).toContain('<img src=x')
    expect(reading.fields[0]?.value[0]).toContain('<img src=x')
    expect(reading.fields[1]?.options[0]).toContain('<img src=x')
  })

  test('an editor in a frame takes the label of the question it stands for, wherever the frame is placed, and not its own title', async () => {
    const body = (own: string) => `srcdoc="<body contenteditable=true aria-label='${own}'></body>"`
    const text = (id: string) => `<textarea id="${id}" name="${id}" style="display: none"></textarea>`
    const { reading } = await readPage(`<form><label for="a">Mood</label><br><label for="b">Plan</label>
      <div class="mce-tinymce"><iframe id="a_ifr" ${body('Rich Text Area. Press ALT-0 for help.')}></iframe></div>${text('a')}
      <div class="mce-tinymce"><iframe id="b_ifr" ${body('Rich Text Area. Press ALT-0 for help.')}></iframe></div>${text('b')}
      <label for="c">Course</label>${text('c')}<div id="cke_c" class="cke"><iframe ${body('Rich Text Editor, c')}></iframe></div>
      <p><label>Goal <textarea name="d"></textarea></label></p></form>`)
    expect(reading.fields.map(({ label, kind, names }) => [label, kind, names])).toEqual([
      ['Mood', 'rich_text', ['a']],
      ['Plan', 'rich_text', ['b']],
      ['Course', 'rich_text', ['c']],
      ['Goal', 'long_text', ['d']],
    ])
  })

  test('a list one cannot type into is a field; the widget drawn for a native select, or around an input, is no second field', async () => {
    const { reading } = await readPage(`<form><p id="l">Substance</p>
      <div role="combobox" tabindex="0" aria-labelledby="l v"><span id="v">Alcohol</span></div>
      <p><label for="s">Route</label> <select id="s" name="route" style="position: absolute; width: 1px; clip: rect(0 0 0 0)"><option></option><option>Oral</option></select><span class="select2-container"><span><span role="combobox">Oral</span></span></span></p>
      <p><label for="i">Plan</label> <span role="combobox"><input id="i" name="plan"></span></p>
      <div role="combobox" aria-label="Locked" aria-disabled="true">None</div></form>`)
    expect(reading.fields.map(({ label, value, locked }) => [label, value, locked ?? ''])).toEqual([
      ['Substance', ['Alcohol'], ''],
      ['Route', [], ''],
      ['Plan', [], ''],
      ['Locked', ['None'], 'read-only'],
    ])
  })

  test('controls that are hidden, for searching, for passwords, files or signatures are no fields', async () => {
    const { reading } = await readPage(`<nav><input name="jump"></nav><div role="search"><input name="find"></div>
      <form><label>Mood <input name="mood"></label><div style="display: none"><label>Trap <input name="trap"></label></div>
      <label style="visibility: hidden">Unseen <input name="unseen"></label><input type="password" name="pin"><input type="file" name="scan">
      <div class="signature-pad"><input name="signed"></div><label>Off <input name="off" disabled></label></form>`)
    expect(reading.fields.map(({ label, locked }) => [label, locked ?? ''])).toEqual([
      ['Mood', ''],
      ['Off', 'read-only'],
    ])
  })

  test('a label of 100 kB is ignored, and a layout is still made', async () => {
    const { reading } = await readPage(
      `<form><p>${'long '.repeat(20_000)}</p><p><input name="short_name"></p><label>Mood <input name="b"></label></form>`,
    )
    expect(labels(reading)).toEqual(['short name', 'Mood'])
    expect(formLayout(reading)?.fields).toHaveLength(2)
  })
})

describe('Rules for a site, as data', () => {
  test('name what the page does not, skip controls that take no answer, and find the patient', async () => {
    const rulesRoom = await openPageRoom({ entry: 'tests/ehr-pages/read-as.ts' })
    const open = await rulesRoom.open('about:blank')
    await open.page.setContent(`<h4 class="who">Ana Ruiz</h4><form><div class="f"><i class="cap" title="Mood"></i><em>Mood today</em><input name="f1"></div>
      <input name="toolbar"><input name="f2"></form>`)
    const siteRules = {
      host: '*.example.org',
      version: 1,
      patientName: '.who',
      skip: '[name="toolbar"]',
      fields: [
        { control: '[name="f1"]', labelAt: 'em', around: '.f' },
        { control: '[name="f2"]', label: 'Plan' },
        { control: '[[', label: 'Broken' },
      ],
    }
    const reading = (await open.call('readAs', { url: 'https://ehr.example.org/form', siteRules })) as PageReading
    expect(reading.patient).toEqual({ name: 'Ana Ruiz', identifier: '' })
    expect(reading.fields.map(({ label, rule }) => [label, rule])).toEqual([
      ['Mood today', 'site'],
      ['Plan', 'site'],
    ])
    const stranger = (await open.call('readAs', { url: 'https://example.com/form', siteRules })) as PageReading
    expect(stranger.patient).toBeNull()
    expect(stranger.fields.every(({ rule }) => rule !== 'site')).toBe(true)
    await rulesRoom.close()
  })
})
