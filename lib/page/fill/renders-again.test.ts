// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { control, openForm, planOf, said } from '../../../tests/ehr-pages/form-in-memory.ts'

const values = { Mood: 'low', Plan: 'Sleep diary', Goal: 'Walk' }
const held = () => ['mood', 'plan', 'goal'].map((name) => control(name).value)

/** Calls `doing` once, when the page gets the `change` event of the field “mood”. The fill writes this field first. */
const afterMood = (doing: () => void) => control('mood').addEventListener('change', doing, { once: true })

/**
 * The path and, in `kipuForm`, the markup of a form in the EHR Kipu. Kipu may replace the whole form with a new one
 * after each write.
 */
const kipuPath = '/patients/310/patient_evaluations/501/edit'
const item = (name: string, more = '') =>
  `<div class="patient_evaluation_item"><div class="item_title">${name[0]?.toUpperCase()}${name.slice(1)}</div><input id="${name}" name="${name}" ${more}></div>`
const kipuForm = (mood = '', plan = '') => `<div id="patient_header"><h1>Rosa Lindqvist</h1></div><p id="clock"></p>
  <form class="edit_patient_evaluation" action="/patients/310/patient_evaluations/501">
    ${item('mood', mood)}${item('plan', plan)}${item('goal')}</form>`
const kipuRoot = () => document.querySelector('form') as HTMLFormElement
/** Replaces the form by a new one with the same values, as Kipu does. */
const renderAgain = () => {
  const fresh = kipuRoot().cloneNode(true) as HTMLFormElement
  for (const [at, each] of [...fresh.querySelectorAll('input')].entries())
    each.value = kipuRoot().querySelectorAll('input')[at]?.value ?? ''
  kipuRoot().replaceWith(fresh)
}

describe('An EHR that renders its form again', () => {
  /**
   * Fills a form that is replaced `renderedAfterMs` after the first write. `told` lists the `change` events: the name
   * of the field, and whether the event came from the old form or from the new one.
   */
  async function filled(html: string, renderedAfterMs: number) {
    const page = openForm(html, { path: kipuPath })
    const told: string[] = []
    let at = 'old'
    document.body.onchange = ({ target }) => {
      told.push(`${(target as HTMLInputElement).name} in the ${at} form`)
      if (told.length === 1)
        page.clock.after(renderedAfterMs, () => {
          renderAgain()
          at = 'new'
        })
    }
    const receipts = await page.fill(values)
    return { told, receipts: said(receipts), held: held() }
  }
  const first = ['mood in the old form', 'plan in the new form', 'goal in the new form']

  test('after a write, waits for the new form, so that no value is lost or written twice', async () => {
    const done = await filled(kipuForm(), 60)
    expect(done).toEqual({
      told: first,
      receipts: ['Mood: written', 'Plan: written', 'Goal: written'],
      held: Object.values(values),
    })
  })

  test('after a write to a control that saves itself, waits longer; after other controls it does not', async () => {
    expect((await filled(kipuForm('class="submittable_wait_bar"'), 500)).told).toEqual(first)
    expect((await filled(kipuForm('', 'class="submittable_wait_bar"'), 500)).told).not.toEqual(first)
  })

  test('waits until the form is still, also if it changes in several steps', async () => {
    const page = openForm(kipuForm(), { path: kipuPath })
    const told: string[] = []
    const step = (count: number): void => {
      kipuRoot().setAttribute('data-step', String(count))
      told.push(`step ${count}`)
      if (count < 5) page.clock.after(50, () => step(count + 1))
    }
    control('mood').addEventListener('change', () => page.clock.after(50, () => step(1)), { once: true })
    control('plan').addEventListener('change', () => told.push('plan'))
    expect(said(await page.fill({ Mood: 'low', Plan: 'Sleep diary' }))).toEqual(['Mood: written', 'Plan: written'])
    expect(told).toEqual(['step 1', 'step 2', 'step 3', 'step 4', 'step 5', 'plan'])
  })

  test('also waits for a frame in the form, but not for changes outside the form', async () => {
    const page = openForm(kipuForm().replace('</form>', '<iframe></iframe></form>'), { path: kipuPath })
    const frame = document.querySelector('iframe')?.contentDocument
    const told: string[] = []
    const step = (count: number): void => {
      frame?.body.setAttribute('data-step', String(count))
      told.push(`step ${count}`)
      if (count < 3) page.clock.after(50, () => step(count + 1))
    }
    const tick = (count: number): void => {
      control<HTMLElement>('clock').textContent = String(count)
      if (count < 100) page.clock.after(50, () => tick(count + 1))
      else told.push('clock stopped')
    }
    control('mood').addEventListener('change', () => page.clock.after(50, () => step(1)), { once: true })
    control('plan').addEventListener('change', () => told.push('plan'))
    tick(0)
    await page.fill({ Mood: 'low', Plan: 'Sleep diary' })
    expect(told).toEqual(['step 1', 'step 2', 'step 3', 'plan'])
  })

  test('a form that never stops changing is filled nevertheless', async () => {
    const page = openForm(kipuForm(), { path: kipuPath })
    let count = 0
    const step = (): void => {
      kipuRoot().setAttribute('data-step', String(count++))
      page.clock.after(50, step)
    }
    step()
    expect(said(await page.fill(values))).toEqual(['Mood: written', 'Plan: written', 'Goal: written'])
  })

  test('a form that is signed during the fill gets nothing more', async () => {
    const page = openForm(kipuForm(), { path: kipuPath })
    afterMood(() => document.body.insertAdjacentHTML('beforeend', '<div id="show_patient_evaluation"></div>'))
    expect(said(await page.fill(values))).toEqual([
      'Mood: failed signed',
      'Plan: refused signed',
      'Goal: refused signed',
    ])
    expect(held()).toEqual(['low', '', ''])
  })

  test('a form that the page replaces by another one, by their classes alone, gets nothing more', async () => {
    const page = openForm(`${kipuForm()}<form action="/patients/310/patient_evaluations/502">${item('sleep')}</form>`, {
      path: kipuPath,
    })
    const [one, other] = document.querySelectorAll('form')
    afterMood(() => {
      one?.setAttribute('class', '')
      other?.setAttribute('class', 'edit_patient_evaluation')
    })
    expect(said(await page.fill(values))).toEqual([
      'Mood: failed not-found',
      'Plan: refused not-found',
      'Goal: refused not-found',
    ])
    expect(held()).toEqual(['low', '', ''])
  })

  test('a form that is closed during the fill gets nothing more', async () => {
    const page = openForm(kipuForm(), { path: kipuPath })
    const [plan, root] = [control('plan'), kipuRoot()]
    afterMood(() => root.remove())
    expect((await page.fill(values)).map(({ outcome }) => outcome)).toEqual(['failed', 'refused', 'refused'])
    expect(plan.value).toBe('')
  })

  test('another chart in the same document gets nothing', async () => {
    const page = openForm(kipuForm(), { path: kipuPath })
    afterMood(() => kipuRoot().setAttribute('action', '/patients/311/patient_evaluations/502'))
    expect(said(await page.fill(values))).toEqual([
      'Mood: failed wrong-patient',
      'Plan: refused wrong-patient',
      'Goal: refused wrong-patient',
    ])
    expect(held()).toEqual(['low', '', ''])
  })
})

describe('Controls that a fill never touches', () => {
  test('a text control that submits the form when it is clicked', async () => {
    const page = openForm(kipuForm('', 'onclick="submitForm()"'), { path: kipuPath })
    expect(said(await page.fill(values))).toEqual(['Mood: written', 'Plan: refused read-only', 'Goal: written'])
    expect(held()).toEqual(['low', '', 'Walk'])
  })

  test('a control that became such a control after the plan', async () => {
    const page = openForm(kipuForm(), { path: kipuPath })
    afterMood(() => control('plan').setAttribute('onclick', 'submitForm()'))
    expect(said(await page.fill(values))).toEqual(['Mood: written', 'Plan: refused read-only', 'Goal: written'])
  })

  test('a scored question, even if a plan names it', async () => {
    const scored = `<div class="patient_evaluation_item"><div class="item_title">Score</div>
      <select id="score_points" name="score"><option></option><option>1</option></select></div></form>`
    const page = openForm(kipuForm().replace('</form>', scored), { path: kipuPath })
    const reading = page.read()
    const field = reading.fields.find(({ label }) => label === 'Score')
    expect(field?.locked).toBe('scored')
    const question = { label: 'Score', section: field?.section ?? '', options: ['1'] }
    const write = { fieldId: field?.id ?? '', ...question, kind: 'single_choice' as const, from: [], to: ['1'] }
    expect(said(await page.write({ ...planOf(reading, {}), writes: [write] }))).toEqual(['Score: refused scored'])
    expect(control('score').value).toBe('')
  })
})
