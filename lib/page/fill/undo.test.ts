// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { answerFor, control, openForm, planOf, said } from '../../../tests/ehr-pages/form-in-memory.ts'
import { siteRules } from '../../contracts/index.ts'

const row = (name: string, value = '') =>
  `<p><label for="${name}">${name[0]?.toUpperCase()}${name.slice(1)}</label> <input id="${name}" name="${name}" value="${value}"></p>`
const form = (...rows: string[]) => `<form action="/notes/1">${rows.join('')}</form>`
const values = { Mood: 'low', Plan: 'Walk', Goal: 'Sleep' }
const three = form(row('mood', 'calm'), row('plan'), row('goal', 'Eat'))
const held = () => ['mood', 'plan', 'goal'].map((name) => control(name).value)
const rules = siteRules.parse({ host: 'localhost', version: 1, patientName: '#patient', fields: [] })
const chart = () => openForm(`<p id="patient">Rosa Lindqvist</p>${three}`, { ports: { siteRules: rules } })
const show = (name: string) => {
  control<HTMLElement>('patient').textContent = name
}

describe('An undo', () => {
  test('restores the last field first, and gives its receipts in the order of the fill', async () => {
    const page = openForm(three)
    await page.fill(values)
    const told: string[] = []
    document.body.onchange = ({ target }) => told.push((target as HTMLInputElement).name)
    const receipts = await page.undo()
    expect(told).toEqual(['goal', 'plan', 'mood'])
    expect(receipts.map(({ fieldId: _, ...receipt }) => receipt)).toEqual([
      { label: 'Mood', outcome: 'written', before: ['low'], after: ['calm'], strategy: 'undo' },
      { label: 'Plan', outcome: 'written', before: ['Walk'], after: [], strategy: 'undo' },
      { label: 'Goal', outcome: 'written', before: ['Sleep'], after: ['Eat'], strategy: 'undo' },
    ])
    expect(held()).toEqual(['calm', '', 'Eat'])
    expect(await page.undo()).toEqual([])
  })

  test('changes nothing in the chart of another patient, and works when the first chart is open again', async () => {
    const page = chart()
    await page.fill(values)
    show('Theo Marchetti')
    const refused = ['Mood: refused wrong-patient', 'Plan: refused wrong-patient', 'Goal: refused wrong-patient']
    expect(said(await page.undo())).toEqual(refused)
    expect(held()).toEqual(['low', 'Walk', 'Sleep'])
    show('Rosa Lindqvist')
    expect(said(await page.undo())).toEqual(['Mood: written', 'Plan: written', 'Goal: written'])
  })

  test('stops when another patient is shown meanwhile', async () => {
    const page = chart()
    await page.fill(values)
    control('goal').addEventListener('change', () => show('Theo Marchetti'), { once: true })
    expect(said(await page.undo())).toEqual([
      'Mood: refused wrong-patient',
      'Plan: refused wrong-patient',
      'Goal: failed wrong-patient',
    ])
    expect(held().slice(0, 2)).toEqual(['low', 'Walk'])
  })

  test('applies to the last fill, then to the one before, and leaves what somebody changed since', async () => {
    const page = openForm(three)
    await page.fill({ Mood: 'low', Goal: 'Sleep' })
    await page.fill({ Mood: 'better', Plan: 'Walk' })
    control('plan').value = 'Walk, by hand'
    expect(said(await page.undo())).toEqual(['Mood: written', 'Plan: refused page-moved'])
    expect(held()).toEqual(['low', 'Walk, by hand', 'Sleep'])
    control('plan').value = 'Walk'
    expect(said(await page.undo())).toEqual(['Mood: written', 'Goal: written', 'Plan: written'])
    expect(held()).toEqual(['calm', '', 'Eat'])
    expect(await page.undo()).toEqual([])
  })

  test('restores a value again if the page loses it a moment later', async () => {
    const page = openForm(three)
    await page.fill(values)
    let count = 0
    control('plan').addEventListener('input', () => {
      if (++count === 1)
        page.clock.after(500, () => {
          control('plan').value = 'Walk'
        })
    })
    expect(said(await page.undo())).toEqual(['Mood: written', 'Plan: written', 'Goal: written'])
    expect(held()).toEqual(['calm', '', 'Eat'])
  })

  test('says so if the page removes or locks a restored field later', async () => {
    for (const change of [
      () => control('plan').closest('p')?.remove(),
      () => control('plan').setAttribute('readonly', ''),
    ]) {
      const page = openForm(three)
      await page.fill(values)
      control('plan').addEventListener('input', () => page.clock.after(500, () => void change()))
      expect((await page.undo())[1]).toMatchObject({ outcome: 'failed', reason: 'rejected-by-page', after: [] })
    }
  })

  test('says so if the page does not take the old value, and names the value that stands', async () => {
    const page = openForm(three)
    await page.fill(values)
    control('plan').addEventListener('input', () => {
      control('plan').value = 'Walk'
    })
    expect((await page.undo())[1]).toMatchObject({ outcome: 'failed', reason: 'rejected-by-page', after: ['Walk'] })
    expect(page.journal.entries.map(({ label }) => label)).toEqual(['Plan'])
  })

  test('leaves a field that is gone or locked, and restores the others', async () => {
    const page = openForm(three)
    await page.fill(values)
    control('plan').closest('p')?.remove()
    control('goal').disabled = true
    expect(said(await page.undo())).toEqual(['Mood: written', 'Plan: refused not-found', 'Goal: refused read-only'])
    expect(control('goal').value).toBe('Sleep')
  })

  test('of a field that already has its old value does nothing in the page', async () => {
    const page = openForm(three)
    await page.fill({ Mood: 'low' })
    control('mood').value = 'calm'
    const told: string[] = []
    document.body.onchange = ({ target }) => told.push((target as HTMLInputElement).name)
    const before = page.clock.nowMs()
    expect(said(await page.undo())).toEqual(['Mood: unchanged'])
    expect([told, page.clock.nowMs() - before]).toEqual([[], 0])
    expect(await page.undo()).toEqual([])
  })
})

describe('The state of a control', () => {
  const boxes = (type: string, checked: string[]) =>
    `<fieldset><legend>Themes</legend>${['Grief', 'Work', 'Sleep'].map((each) => `<label><input type="${type}" name="themes" value="${each}" ${checked.includes(each) ? 'checked' : ''}> ${each}</label>`).join('')}</fieldset>`
  const ticked = () => [...document.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)

  test('a radio group without a choice has none again, although the framework answers for it', async () => {
    for (const answers of [false, true]) {
      const page = openForm(form(boxes('radio', [])))
      let restored = 0
      if (answers)
        for (const radio of document.querySelectorAll('input'))
          answerFor(radio, ({ verb }) => {
            if (verb === 'restore') restored++
            if (verb === 'restore') radio.checked = false
            return verb === 'keep' ? { done: true } : {}
          })
      expect(said(await page.fill({ Themes: 'Work' }))).toEqual(['Themes: written'])
      expect(said(await page.undo())).toEqual(['Themes: written'])
      expect([ticked(), restored > 0]).toEqual([[], answers])
    }
  })

  test('a framework that says its state differs is not restored, even if the control looks the same', async () => {
    const page = openForm(form(boxes('radio', ['Grief'])))
    for (const radio of document.querySelectorAll('input')) answerFor(radio, ({ verb }) => ({ done: verb !== 'same' }))
    expect(said(await page.fill({ Themes: 'Work' }))).toEqual(['Themes: written'])
    expect(said(await page.undo())).toEqual(['Themes: failed rejected-by-page'])
    expect(page.journal.entries).toHaveLength(1)
  })

  const course = (html: string) => `<p>Course</p><div contenteditable="true" id="course">${html}</div>`

  test('an editor has its old nodes again, and hears of them', async () => {
    const page = openForm(form(course('<p>Old <b>words</b></p><p>More</p>')))
    expect(said(await page.fill({ Course: 'Better\n\nthan before' }))).toEqual(['Course: written'])
    expect(control('course').innerHTML).toBe('Better<br><br>than before')
    const told: string[] = []
    for (const type of ['keyup', 'input', 'change']) control('course').addEventListener(type, () => told.push(type))
    expect(said(await page.undo())).toEqual(['Course: written'])
    expect(control('course').innerHTML).toBe('<p>Old <b>words</b></p><p>More</p>')
    expect(told).toEqual(['input', 'change'])
  })

  test.each([
    ['an empty style and an empty class', '<p style="" class="">Old <b class="">words</b></p>', 'written'],
    ['a style', '<p style="color: red">Old <b>words</b></p>', 'failed rejected-by-page'],
    ['one node less', '', 'failed rejected-by-page'],
    ['one node more', '<p>Old <b>words</b></p><p>More</p>', 'failed rejected-by-page'],
  ])('of an editor to which the page gives %s is compared, in a frame, too', async (_what, html, outcome) => {
    for (const inFrame of [false, true]) {
      const page = openForm(form(inFrame ? '<p>Course</p><iframe></iframe>' : course('')))
      const frame = document.querySelector('iframe')?.contentDocument
      const editor = frame?.body ?? control('course')
      editor.setAttribute('contenteditable', 'true')
      editor.innerHTML = '<p>Old <b>words</b></p>'
      const [label = ''] = page.read().fields.map((field) => field.label)
      expect((await page.fill({ [label]: 'Better' })).map((each) => each.outcome)).toEqual(['written'])
      editor.addEventListener('input', () => {
        editor.innerHTML = html
      })
      const [receipt] = said(await page.undo())
      expect([inFrame, receipt]).toEqual([inFrame, `${label}: ${outcome}`])
    }
  })
})

test('a known editor is restored by its own undo, as by a key press, before its nodes are replaced', async () => {
  const words = '<div contenteditable="true" class="ProseMirror" id="course"><p>Old words</p></div>'
  const page = openForm(form(`<p>Course</p>${words}`))
  const editor = control<HTMLElement>('course')
  answerFor(editor, ({ verb }) => {
    if (verb === 'write') editor.innerHTML = '<p>Better</p>'
    return {}
  })
  expect(said(await page.fill({ Course: 'Better' }))).toEqual(['Course: written'])
  const told: string[] = []
  document.body.onkeydown = (event) => {
    event.preventDefault()
    told.push(`${event.ctrlKey ? 'Ctrl+' : ''}${event.key}, ${event.defaultPrevented ? 'taken' : 'not taken'}`)
    editor.innerHTML = '<p>Old words</p>'
  }
  editor.oninput = () => told.push('nodes replaced')
  expect(said(await page.undo())).toEqual(['Course: written'])
  expect([told, editor.innerHTML]).toEqual([['Ctrl+z, taken'], '<p>Old words</p>'])
})

describe('A narrative of Credible that a check box shows', () => {
  const question = (
    checked = '',
  ) => `<form action="/webforms/questions.asp"><h1>Progress</h1><table><tr><td>Slept well</td>
    <td><input type="checkbox" name="q_12" value="1" ${checked}></td></tr>
    <tr><td>Details of sleep</td><td><textarea name="qnotes_12" ${checked ? '' : 'hidden'}></textarea></td></tr></table></form>`
  const open = (checked = '') => {
    const page = openForm(question(checked), { path: '/webforms/questions.asp' })
    control('q_12').addEventListener('click', () => {
      control('qnotes_12').hidden = !control('q_12').checked
    })
    return page
  }
  const state = () => [control('q_12').checked, control('qnotes_12').value]

  test('is written after a Yes has ticked its box, and hidden again by undo', async () => {
    const page = open()
    // The plan names the text “Details of sleep” first. The page shows this text only after the check box “Slept well”
    // is ticked, so the fill must write the check box first.
    const plan = planOf(page.read(), { 'Details of sleep': 'Seven hours', 'Slept well': 'Yes' })
    expect(said(await page.write(plan))).toEqual(['Slept well: written', 'Details of sleep: written'])
    expect(state()).toEqual([true, 'Seven hours'])
    expect(said(await page.undo())).toEqual(['Slept well: written', 'Details of sleep: written'])
    expect(state()).toEqual([false, ''])
    expect(control('qnotes_12').hidden).toBe(true)
  })

  test('is written if the page shows it a moment after its box was ticked', async () => {
    const page = open()
    control('q_12').addEventListener('click', () => {
      const narrative = control('qnotes_12')
      const cell = narrative.parentElement
      narrative.remove()
      page.clock.after(60, () => cell?.append(narrative))
    })
    expect(said(await page.fill({ 'Slept well': 'Yes', 'Details of sleep': 'Seven hours' }))).toEqual([
      'Slept well: written',
      'Details of sleep: written',
    ])
  })

  test('never ticks its box by its words alone', async () => {
    const page = open()
    for (const answer of ['', 'No']) {
      const plan = planOf(page.read(), { 'Slept well': answer, 'Details of sleep': 'Woke every hour' })
      expect(plan.refusals).toMatchObject([{ label: 'Details of sleep', reason: 'box-not-ticked', box: 'Slept well' }])
      expect(said(await page.write(plan))).toContain('Details of sleep: refused box-not-ticked')
      expect(state()).toEqual([false, ''])
    }
  })

  test('is refused if somebody has unticked its box after the plan was made', async () => {
    const page = open('checked')
    const plan = planOf(page.read(), { 'Details of sleep': 'Seven hours' })
    control('q_12').click()
    expect(said(await page.write(plan))).toEqual(['Details of sleep: refused box-not-ticked'])
    expect(state()).toEqual([false, ''])
  })

  test('that is open stays open', async () => {
    const page = open('checked')
    let presses = 0
    control('q_12').addEventListener('click', () => presses++)
    expect(said(await page.fill({ 'Details of sleep': 'Seven hours' }))).toEqual(['Details of sleep: written'])
    expect(said(await page.undo())).toEqual(['Details of sleep: written'])
    expect([state(), presses]).toEqual([[true, ''], 0])
  })

  test('that somebody hid after the fill is restored, and its box stays as that person left it', async () => {
    const page = open('checked')
    expect(said(await page.fill({ 'Details of sleep': 'Seven hours' }))).toEqual(['Details of sleep: written'])
    control('q_12').click()
    expect(said(await page.undo())).toEqual(['Details of sleep: written'])
    expect(state()).toEqual([false, ''])
  })

  test('that is open stays open, even if the page does not take the old words', async () => {
    const page = open('checked')
    await page.fill({ 'Details of sleep': 'Seven hours' })
    control('qnotes_12').addEventListener('input', () => {
      control('qnotes_12').value = 'Seven hours'
    })
    let presses = 0
    control('q_12').addEventListener('click', () => presses++)
    expect(said(await page.undo())).toEqual(['Details of sleep: failed rejected-by-page'])
    expect([state(), presses]).toEqual([[true, 'Seven hours'], 0])
  })

  test('that disappears when its box is ticked is not reported as written', async () => {
    const page = open()
    control('q_12').addEventListener('click', () => control('qnotes_12').remove())
    expect(said(await page.fill({ 'Slept well': 'Yes', 'Details of sleep': 'Seven hours' }))).toEqual([
      'Slept well: written',
      'Details of sleep: refused not-found',
    ])
  })
})
