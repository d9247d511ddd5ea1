// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { control, openForm, planOf, said } from '../../../tests/ehr-pages/form-in-memory.ts'
import { press } from './hand.ts'

const asked = (label: string, markup: string) => `<p><label for="${label}">${label}</label> ${markup}</p>`
const box = (type: string, name: string, value: string, more = '') =>
  `<label><input type="${type}" name="${name}" value="${value}" ${more}> ${value}</label>`
const question = (label: string, markup: string) => `<fieldset><legend>${label}</legend>${markup}</fieldset>`
const formOf = (...rows: string[]) => `<form action="/notes/1">${rows.join('')}</form>`

/**
 * Returns a list that grows with each event of the control `name` whose type is in `types`. An event that bubbles is
 * added as its type, any other event as its type in parentheses.
 */
function heard(name: string, types: string[]): string[] {
  const told: string[] = []
  for (const type of types)
    control(name).addEventListener(type, ({ bubbles, composed }) => {
      if (!composed && type !== 'change') throw new Error(`${type} does not leave a shadow root.`)
      told.push(bubbles ? type : `(${type})`)
    })
  return told
}
const typing = ['keyup', 'input', 'change', 'blur', 'focusout']

describe('The page’s own listeners', () => {
  test('hear of a text what they hear of typing, and a date also sends `keyup`', async () => {
    const page = openForm(
      formOf(
        asked('Mood', '<input id="Mood" name="mood">'),
        asked('Plan', '<textarea id="Plan" name="plan"></textarea>'),
        asked('Seen', '<input id="Seen" name="seen" placeholder="MM/DD/YYYY">'),
      ),
    )
    const told = ['mood', 'plan', 'seen'].map((name) => heard(name, typing))
    await page.fill({ Mood: 'low', Plan: 'Walk', Seen: '2026-12-05' })
    const text = ['input', 'change', '(blur)', 'focusout']
    // The fill visits each text once more, because some widgets drop a value only then.
    const visited = ['(blur)', 'focusout']
    expect(told).toEqual([text, text, ['input', 'keyup', ...text.slice(1)]].map((each) => [...each, ...visited]))
    for (const each of told) each.length = 0
    await page.undo()
    expect(told).toEqual([text, text, ['input', 'keyup', ...text.slice(1)]])
  })

  test('hear of a date in the order that the page states, or of none', async () => {
    const picker = (name: string, more: string) => asked(name, `<input id="${name}" class="datepicker" ${more}>`)
    const page = openForm(
      formOf(
        picker('Seen', 'data-date-format="dd/mm/yyyy" placeholder="dd/mm/yyyy"'),
        picker('Due', 'placeholder="dd/mm/yy"'),
        asked('Born', '<input id="Born" placeholder="dd.mm.yyyy">'),
      ),
    )
    const day = '2026-03-04'
    expect(said(await page.fill({ Seen: day, Due: day, Born: day }))).toEqual([
      'Seen: written',
      'Born: written',
      'Due: refused not-a-date',
    ])
    expect(['Seen', 'Due', 'Born'].map((name) => control(name).value)).toEqual(['04/03/2026', '', '04.03.2026'])
  })

  test('hear of a list of options once when it is written and once when it is undone', async () => {
    const options = '<option></option><option>Group</option><option>Single</option>'
    const page = openForm(formOf(asked('Kind', `<select id="Kind" name="kind">${options}</select>`)))
    const told = heard('kind', [...typing, 'keydown'])
    const drawn: boolean[] = []
    document.body.addEventListener('chosen:updated', ({ bubbles }) => drawn.push(bubbles), { once: true })
    await page.fill({ Kind: 'single' })
    expect(control('kind').value).toBe('Single')
    expect([told, drawn]).toEqual([['input', 'change', '(blur)', 'focusout'], [true]])
    told.length = 0
    document.body.addEventListener('chosen:updated', ({ bubbles }) => drawn.push(bubbles), { once: true })
    await page.undo()
    expect(control('kind').value).toBe('')
    expect([told, drawn]).toEqual([
      ['input', 'change', '(blur)', 'focusout'],
      [true, true],
    ])
  })

  const cell = (name: string, value = '') => `<td><input name="${name}" value="${value}"></td>`
  const table = `<table><tr><th>Substance</th><th>Last use</th></tr><tr>${cell('a1', 'Alcohol')}${cell('a2')}</tr><tr>${cell('b1')}${cell('b2')}</tr></table>`
  const cells = () => ['a1', 'a2', 'b1', 'b2'].map((name) => control(name).value)
  /**
   * Returns a plan that writes the values `more`, and “last week” and “Cannabis” into two cells of the table. The other
   * cells get no value.
   */
  const tablePlan = (page: ReturnType<typeof openForm>, more: Record<string, string> = {}) => {
    const label = page.read().fields.find(({ kind }) => kind === 'table')?.label ?? ''
    return planOf(page.read(), { ...more, [label]: ['', 'last week', 'Cannabis', ''] })
  }

  test('hear only of the cells of a table that change', async () => {
    const page = openForm(formOf(table))
    const told: string[] = []
    for (const name of ['a1', 'a2', 'b1', 'b2']) control(name).addEventListener('input', () => told.push(name))
    expect((await page.write(tablePlan(page))).map(({ outcome }) => outcome)).toEqual(['written'])
    expect([told, cells()]).toEqual([
      ['a2', 'b1'],
      ['Alcohol', 'last week', 'Cannabis', ''],
    ])
    await page.undo()
    expect(told).toEqual(['a2', 'b1', 'a2', 'b1'])
    expect(cells()).toEqual(['Alcohol', '', '', ''])
  })

  test('hear nothing of a table in which the page locks a cell', async () => {
    const page = openForm(formOf(asked('Mood', '<input id="Mood" name="mood">'), table))
    const plan = tablePlan(page, { Mood: 'low' })
    control('mood').addEventListener('change', () => control('b1').setAttribute('readonly', ''))
    const [, receipt] = await page.write(plan)
    expect([receipt?.outcome, receipt?.reason]).toEqual(['refused', 'read-only'])
    expect(cells()).toEqual(['Alcohol', '', '', ''])
  })
})

describe('Options are pressed', () => {
  const boxes = (checked: string[]) =>
    question(
      'Themes',
      ['Grief', 'Work', 'Sleep', 'Family']
        .map((each) => box('checkbox', `t${each}`, each, checked.includes(each) ? 'checked' : ''))
        .join(''),
    )
  const pressed = (): string[] => {
    const told: string[] = []
    document.body.onclick = ({ target }) => told.push((target as HTMLInputElement).value)
    return told
  }
  const ticked = () => [...document.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)

  test('exactly where the choice differs: unwanted ones first, then wanted ones', async () => {
    const page = openForm(formOf(boxes(['Grief', 'Work'])))
    const told = pressed()
    expect(said(await page.fill({ Themes: ['Grief', 'Sleep'] }))).toEqual(['Themes: written'])
    expect([told, ticked()]).toEqual([
      ['Work', 'Sleep'],
      ['Grief', 'Sleep'],
    ])
    told.length = 0
    expect(said(await page.undo())).toEqual(['Themes: written'])
    expect([told, ticked()]).toEqual([
      ['Sleep', 'Work'],
      ['Grief', 'Work'],
    ])
  })

  test('of radio buttons only the wanted one; undo presses the earlier one', async () => {
    const radios = ['Flat', 'Full', 'Labile'].map((each) =>
      box('radio', 'affect', each, each === 'Flat' ? 'checked' : ''),
    )
    const page = openForm(formOf(question('Affect', radios.join(''))))
    const told = pressed()
    expect(said(await page.fill({ Affect: 'full' }))).toEqual(['Affect: written'])
    expect(said(await page.undo())).toEqual(['Affect: written'])
    expect([told, ticked()]).toEqual([['Full', 'Flat'], ['Flat']])
  })

  test('of a question of which the page locks another option', async () => {
    const radios = ['Flat', 'Full', 'Labile'].map((each) => box('radio', 'affect', each))
    const page = openForm(formOf(asked('Mood', '<input id="Mood" name="mood">'), question('Affect', radios.join(''))))
    control('mood').addEventListener('change', () => {
      const [flat] = document.querySelectorAll<HTMLInputElement>('[type="radio"]')
      if (flat) flat.disabled = true
    })
    expect(said(await page.fill({ Mood: 'low', Affect: 'full' }))).toEqual(['Mood: written', 'Affect: written'])
    expect(ticked()).toEqual(['Full'])
  })

  test('of a single box only for Yes, and only if it is not ticked yet', async () => {
    const page = openForm(formOf(asked('Consent', '<input type="checkbox" id="Consent" name="consent" value="1">')))
    const plan = planOf(page.read(), { Consent: 'yes' })
    const [write] = plan.writes
    if (!write) throw new Error('The plan has no write.')
    const told = pressed()
    const wrong = await page.write({ ...plan, writes: [{ ...write, to: ['Perhaps'] }] })
    expect([said(wrong), told, control('consent').checked]).toEqual([['Consent: failed rejected-by-page'], [], false])
    expect(said(await page.write(plan))).toEqual(['Consent: written'])
    expect(said(await page.fill({ Consent: 'no' }))).toEqual(['Consent: written'])
    expect([told, control('consent').checked]).toEqual([['1', '1'], false])
  })

  test('again if the page has ticked another box in answer to the first press', async () => {
    const page = openForm(formOf(boxes([])))
    let once = true
    control('tSleep').addEventListener('change', () => {
      if (once) control('tFamily').checked = true
      once = false
    })
    expect(said(await page.fill({ Themes: ['Sleep'] }))).toEqual(['Themes: written'])
    expect(ticked()).toEqual(['Sleep'])
  })

  test('never if they are forbidden, and nothing else is ever pressed', () => {
    openForm('<button id="save">Save</button><input type="checkbox" id="sign"><a href="/sign" id="link">Sign</a>')
    const told: string[] = []
    document.body.onclick = ({ target }) => told.push((target as Element).id)
    for (const name of ['save', 'link']) expect(() => press(control(name), 'p')).toThrow('by hand')
    expect(() => press(control('sign'), '#sign')).toThrow('by hand')
    expect([told, control('sign').checked]).toEqual([[], false])
    press(control('sign'), 'p')
    expect([told, control('sign').checked]).toEqual([['sign'], true])
  })
})

describe('A list of options', () => {
  const list = (more: string, ...options: string[]) =>
    asked(
      'Kind',
      `<select id="Kind" name="kind" ${more}>${options.map((each) => `<option>${each}</option>`).join('')}</select>`,
    )
  const chosen = () => [...control<HTMLSelectElement>('kind').selectedOptions].map(({ text }) => text)

  test('whose options come later is written when the wanted one is there', async () => {
    const page = openForm(
      formOf(asked('Mood', '<input id="Mood" name="mood">'), list('', '', 'Group  therapy', 'Single')),
    )
    control('mood').addEventListener(
      'change',
      () => {
        const kind = control<HTMLSelectElement>('kind')
        const options = kind.innerHTML
        kind.innerHTML = ''
        page.clock.after(400, () => {
          kind.innerHTML = options
        })
      },
      { once: true },
    )
    expect(said(await page.fill({ Mood: 'low', Kind: 'group therapy' }))).toEqual(['Mood: written', 'Kind: written'])
    expect(chosen()).toEqual(['Group therapy'])
  })

  test('without one of the wanted options is left as it is, and the page hears nothing', async () => {
    const page = openForm(
      formOf(asked('Mood', '<input id="Mood" name="mood">'), list('multiple', 'Group', 'Single', 'Family')),
    )
    const told = heard('kind', typing)
    control('mood').addEventListener('change', () => control('kind').children[2]?.remove(), { once: true })
    const receipts = await page.fill({ Mood: 'low', Kind: ['Group', 'Family'] })
    expect(receipts[1]?.outcome).not.toBe('written')
    expect([chosen(), told]).toEqual([[], []])
  })

  test('with several choices gets exactly the wanted ones', async () => {
    const page = openForm(formOf(list('multiple', 'Group', 'Single', 'Family')))
    const kind = control<HTMLSelectElement>('kind')
    for (const at of [0, 1]) (kind.options[at] as HTMLOptionElement).selected = true
    expect(said(await page.fill({ Kind: ['Family', 'Single'] }))).toEqual(['Kind: written'])
    expect(chosen()).toEqual(['Single', 'Family'])
    expect(said(await page.undo())).toEqual(['Kind: written'])
    expect(chosen()).toEqual(['Group', 'Single'])
  })
})
