import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { labelSureEnough, type PageField } from '../../lib/page/shapes.ts'

import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

async function fieldsOf(body: string): Promise<PageField[]> {
  const html = `<!doctype html><title>Note</title><form action="/note">${body}</form>`
  const open = await room.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
  const reading = await open.read()
  await open.page.close()
  return reading?.fields ?? []
}
const box = (name: string) => `<input type="checkbox" name="${name}">`
const sure = (fields: PageField[]) => fields.filter(({ score }) => score >= labelSureEnough).map(({ label }) => label)

describe('the text of an option is no certain label of a question', () => {
  test.each([
    [
      'without a gap between',
      `Dominant hand ${box('a')} Right ${box('b')} Left Affected hand ${box('c')} Right ${box('d')} Left`,
    ],
    ['of one question', `Marital status ${box('a')} Single ${box('b')} Married ${box('c')} Divorced`],
    ['that are sides', `${box('a')} Right ${box('b')} Left`],
    ['that are answers', `${box('a')} Normal ${box('b')} Abnormal`],
    ['in labels', `Dominant hand <label>${box('a')} Right</label> <label>${box('b')} Left</label>`],
  ])('options %s are shown with a note to check them', async (_name, line) => {
    expect(
      sure(await fieldsOf(`<p>${line}</p>`)).filter((label) =>
        /^(?:right|left|single|married|divorced|normal|abnormal)/i.test(label),
      ),
    ).toEqual([])
  })

  test('a box with its own statement still has this statement as its label', async () => {
    const fields = await fieldsOf(`<p>${box('a')} Consent was given</p><p>${box('b')} Interpreter used</p>`)
    expect(sure(fields)).toEqual(['Consent was given', 'Interpreter used'])
  })
})

describe('the label of a hidden text control', () => {
  const label = '<label for="h">Allergic reactions</label>'
  test.each([
    ['before it in the same block', `<p>${label} <input id="h" hidden> <input name="x7"></p>`],
    ['in the block before', `<p>${label}<textarea id="h" style="display:none"></textarea></p><p><input name="x7"></p>`],
    ['in the cell before', `<table><tr><td>${label}<input id="h" hidden></td><td><input name="x7"></td></tr></table>`],
  ])('does not label another control without a doubt: %s', async (_name, html) => {
    expect(sure(await fieldsOf(html))).toEqual([])
  })

  test.each([
    ['that is formatted', '<span><input name="x7"><input id="h" style="display:none"></span>'],
    ['that an editor replaces', '<textarea id="h" hidden></textarea><div contenteditable="true">a</div>'],
    ['whose value the page submits', '<input id="h" type="hidden"><input name="x7">'],
  ])('labels the control that stands for it: one %s', async (_name, html) => {
    expect(sure(await fieldsOf(`<p>${label} ${html}</p>`))).toEqual(['Allergic reactions'])
  })
})

describe('a control that has no label in the page', () => {
  test('is a field without a label, doubtful, with the words around it', async () => {
    const fields = await fieldsOf(
      '<textarea name="x1"></textarea><table><tr><td>Goal:</td><td><input name="goal"></td></tr></table>',
    )
    expect(fields.map(({ label }) => label)).toEqual(['', 'Goal'])
    expect(fields[0]).toMatchObject({ kind: 'long_text', score: 0, near: '[ ] Goal:' })
  })

  test('is found for every kind of control', async () => {
    const fields = await fieldsOf(
      `<div><select name="s7"><option value=""></option><option>One</option><option>Two</option></select></div>
       <div>${box('b7')}</div><div contenteditable="true" style="height:40px"></div>`,
    )
    expect(fields.map(({ label, kind, score }) => [label, kind, score])).toEqual([
      ['', 'single_choice', 0],
      ['', 'boolean', 0],
      ['', 'rich_text', 0],
    ])
  })

  test('is doubtful even in an EHR whose items have titles', async () => {
    const open = await room.open('data:text/html,<title>x</title>')
    await open.page.setContent(
      `<form class="edit_patient_evaluation" action="/patients/3/patient_evaluations/5">
        <div class="patient_evaluation_item"><div class="item_title"></div><textarea name="e[1][description]"></textarea></div>
        <div class="patient_evaluation_item"><div class="item_title">Plan</div><textarea name="e[2][description]"></textarea></div></form>`,
    )
    const reading = await open.read()
    await open.page.close()
    expect(reading?.fields.map(({ label, score, near }) => [label, score > 0.5, near])).toEqual([
      ['', false, '[ ] Plan'],
      ['Plan', true, undefined],
    ])
  })
})
