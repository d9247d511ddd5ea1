import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelSureEnough } from '../../lib/page/shapes.ts'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

/** Returns the label and the name of each field that is read. A doubtful label is a `?`. A field that cannot be written has a `!`. */
async function fieldsOf(body: string): Promise<string[]> {
  const html = `<!doctype html><title>Visit</title><body><form action="/visit">${body}</form>`
  const open = await room.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
  const { fields } = await open.read()
  await open.page.close()
  return fields.map(
    ({ label, names, locked, score }) =>
      `${score < labelSureEnough && label ? '?' : label}=${names.join()}${locked ? '!' : ''}`,
  )
}

const row = (label: string, name: string): string =>
  `<p><label for="${name}">${label}</label> <textarea id="${name}" name="${name}"></textarea></p>`

test.each([
  [
    'the label of a hidden text area belongs to no other control',
    `<p><label for="a">Reaction</label><textarea id="a" name="a" hidden></textarea></p><p><label for="b">Sleep</label><select id="b" name="b"><option>Good</option></select></p>`,
    ['Sleep=b'],
  ],
  [
    'a text area keeps its label if an editor stands for it, before it or after it',
    `<p>Plan</p><label for="a">Assessment</label><textarea id="a" name="a" style="display:none"></textarea><div contenteditable="true">x</div><label for="b">Goals</label><div contenteditable="true">x</div><textarea id="b" name="b" hidden></textarea>`,
    ['Assessment=a', 'Goals=b'],
  ],
  [
    'what a closed disclosure contains is not read, and what an open one contains is',
    `<details><summary>Risk</summary>${row('Means', 'a')}</details><details open><summary>Risk</summary>${row('Contacts', 'b')}</details>${row('Summary', 'c')}`,
    ['Contacts=b', 'Summary=c'],
  ],
  [
    'an element without a box of its own is read as if it were not there',
    `<style>.pair{display:contents}</style><div style="display:grid"><div class="pair"><span>Pulse</span><input name="a"></div><div class="pair"><div class="pair"><span>Gait</span><input name="b"></div></div></div>`,
    ['Pulse=a', 'Gait=b'],
  ],
  [
    'a hidden element without a box hides its content',
    `<style>.pair{display:contents;visibility:hidden}</style><div class="pair"><span>Pulse</span><input name="a"></div>${row('Gait', 'b')}`,
    ['Gait=b'],
  ],
  [
    'a stylesheet hides elements by their place or by an attribute',
    `<style>ol > li:not(:first-child),[data-when="later"]{display:none}</style><p data-when="later">Waist</p><p><input name="c"></p><ol><li>Mood <input name="a"></li><li>Reason <input name="b"></li></ol>`,
    ['=c', 'Mood=a'],
  ],
  [
    'the title of a closed part labels nothing after it, and a bold question does, also beside a hidden message',
    `<section><h4>History</h4><ul hidden><li>Asthma</li></ul></section><p><textarea name="a"></textarea></p><div><b>Plan</b><small hidden>Required</small></div><p><textarea name="b"></textarea></p>`,
    ['?=a', 'Plan=b'],
  ],
  [
    'skipped content is read while it only waits to be scrolled to, and is not read if the page hides it',
    `<div style="content-visibility:hidden">${row('Archive', 'a')}</div><div style="height:3000px">Notes</div><div style="content-visibility:auto">${row('Follow-up', 'b')}</div>`,
    ['Follow-up=b'],
  ],
  [
    'a control behind a dialog is read, and cannot be written',
    `<section inert>${row('History', 'a')}</section>${row('Plan', 'b')}`,
    ['History=a!', 'Plan=b'],
  ],
  [
    'a control where nobody can see it is no field, and the text beside it names no other control',
    `<div style="position:absolute;left:-5000px">Website <input name="a"></div><p><input name="b"></p><div style="height:0;overflow:hidden">Nickname <input name="c"></div><p><input name="d"></p><div style="opacity:0">Fax <input name="e"></div><p><input name="f"></p><label style="position:fixed;top:-900px">Company <input name="g"></label>`,
    ['=b', '=d', '=f'],
  ],
  [
    'a control that a scrolled box has moved out of its frame is a field',
    `<div id="box" style="height:200px;overflow:auto">${row('Chief complaint', 'a')}<div style="height:4000px"></div></div><script>box.scrollTop = 3000</script>`,
    ['Chief complaint=a'],
  ],
  [
    'a check box that only its label shows is a field',
    `<style>.off{position:absolute;opacity:0}.far{position:absolute;left:-9999px}</style><label><input type="checkbox" name="a" class="off"><b></b> Diabetes</label><p><input type="checkbox" id="b" name="b" class="far"><label for="b">Asthma</label></p>`,
    ['Diabetes=a', 'Asthma=b'],
  ],
])('%s', async (_name, body, expected) => {
  expect(await fieldsOf(body)).toEqual(expected)
})

test.each(['open', 'closed'])(
  'text that a slot of a shadow root shows is read where the slot stands (%s)',
  async (mode) => {
    const html = `<clinic-line name="why"><span slot="label">Reason</span><i>not shown</i></clinic-line><clinic-line name="who"><span slot="label">Companion</span></clinic-line><clinic-line></clinic-line><script>
    customElements.define('clinic-line', class extends HTMLElement { constructor() { super(); (window.roots ??= []).push(this.attachShadow({ mode: '${mode}' })); window.roots.at(-1).innerHTML = '<div><label for="x"><slot name="label">Remark</slot></label><input id="x"></div>' } })</script>`
    // In a page without the extension, a closed shadow root cannot be read.
    expect(await fieldsOf(html)).toEqual(mode === 'open' ? ['Reason=', 'Companion=', 'Remark='] : [])
  },
)
