// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { control, openForm, said } from '../../../tests/ehr-pages/form-in-memory.ts'
import { siteRules } from '../../contracts/index.ts'
import { lastFillOf } from './undo-field.ts'

const row = (name: string, value = '') =>
  `<p id="${name}-row"><label for="${name}">${name[0]?.toUpperCase()}${name.slice(1)}</label> <input id="${name}" name="${name}" value="${value}"></p>`
const form = (...rows: string[]) => `<form action="/notes/1">${rows.join('')}</form>`
const three = form(row('mood', 'calm'), row('plan'), row('goal', 'Eat'))
const held = (...names: string[]) => names.map((name) => control(name).value)
const all = () => held('mood', 'plan', 'goal')
const offered = (page: ReturnType<typeof openForm>) => {
  const undoable = lastFillOf(document, page.journal, 1, { ports: {}, confirmedPatient: 'Rosa Lindqvist' })
  const fields = page.read().fields
  return undoable?.fieldIds.map((id) => fields.find((field) => field.id === id)?.label)
}

describe('The undo of one field', () => {
  test('restores this field, and leaves the rest to its own undo', async () => {
    const page = openForm(three)
    await page.fill({ Mood: 'low', Plan: 'Walk', Goal: 'Sleep' })
    expect(said(await page.undoField('Plan'))).toEqual(['Plan: written'])
    expect(all()).toEqual(['low', '', 'Sleep'])
    expect(offered(page)).toEqual(['Mood', 'Goal'])
    expect(said(await page.undo())).toEqual(['Mood: written', 'Goal: written'])
    expect(all()).toEqual(['calm', '', 'Eat'])
  })

  test('can be followed by another fill of the field, which can be undone, too', async () => {
    const page = openForm(three)
    await page.fill({ Mood: 'low' })
    await page.undoField('Mood')
    expect(said(await page.fill({ Mood: 'tense' }))).toEqual(['Mood: written'])
    await page.undoField('Mood')
    expect(held('mood')).toEqual(['calm'])
    await expect(page.undoField('Mood')).rejects.toThrow('this field cannot be undone')
  })

  test('applies to whichever fill has written the field last', async () => {
    const page = openForm(three)
    await page.fill({ Mood: 'low' })
    await page.fill({ Plan: 'Walk' })
    await page.fill({ Mood: 'better', Goal: 'Sleep' })
    expect(offered(page)).toEqual(['Mood', 'Plan', 'Goal'])
    await page.undoField('Plan')
    expect(all()).toEqual(['better', '', 'Sleep'])
    await page.undoField('Mood')
    expect(held('mood')).toEqual(['low'])
    await page.undoField('Mood')
    expect(held('mood')).toEqual(['calm'])
    expect(said(await page.undo())).toEqual(['Goal: written'])
    expect(offered(page)).toBeUndefined()
  })

  test('leaves a field that somebody has changed since', async () => {
    const page = openForm(three)
    await page.fill({ Mood: 'low', Plan: 'Walk' })
    control('plan').value = 'Walk, by hand'
    expect(said(await page.undoField('Plan'))).toEqual(['Plan: refused page-moved'])
    expect(all()).toEqual(['low', 'Walk, by hand', 'Eat'])
  })

  test('also restores what the page has changed because of this field, and nothing else', async () => {
    const page = openForm(form(row('drinks'), row('clinic', 'Old clinic'), row('smokes'), row('advice', 'None')))
    const empties = (cause: string, effect: string, old: string) =>
      control(cause).addEventListener('change', () => {
        control(effect).value = control(cause).value === '' ? old : ''
      })
    empties('drinks', 'clinic', '')
    empties('smokes', 'advice', '')
    await page.fill({ Drinks: '3', Smokes: '5' })
    expect(held('clinic', 'advice')).toEqual(['', ''])
    expect(said(await page.undoField('Drinks'))).toEqual(['Drinks: written'])
    expect(held('drinks', 'clinic', 'smokes', 'advice')).toEqual(['', 'Old clinic', '5', ''])
    expect(said(await page.undo())).toEqual(['Smokes: written'])
    expect(held('smokes', 'advice')).toEqual(['', 'None'])
  })

  test('empties the fields that the page hides with it, because they would still be submitted', async () => {
    const page = openForm(form(row('pain'), row('place')))
    const reveal = () => {
      control<HTMLElement>('place-row').hidden = control('pain').value === ''
    }
    reveal()
    control('pain').addEventListener('input', reveal)
    expect(said(await page.fill({ Pain: 'yes', Place: 'Knee' }))).toEqual(['Pain: written', 'Place: written'])
    expect(said(await page.undoField('Pain'))).toEqual(['Pain: written', 'Place: written'])
    expect([...held('pain', 'place'), control<HTMLElement>('place-row').hidden]).toEqual(['', '', true])
    expect(offered(page)).toBeUndefined()
  })

  test('finds the field by its control if a twin has appeared beside it since', async () => {
    const page = openForm(form(row('mood', 'calm')))
    await page.fill({ Mood: 'low' })
    control<HTMLElement>('mood-row').insertAdjacentHTML('beforebegin', '<p><label>Mood <input name="twin"></label></p>')
    expect(offered(page)).toEqual(['Mood'])
    const [, mood] = page.read().fields
    expect(lastFillOf(document, page.journal, 1, { ports: {}, confirmedPatient: 'Rosa Lindqvist' })?.fieldIds).toEqual([
      mood?.id,
    ])
  })

  test('is not offered in the chart of another patient', async () => {
    const rules = siteRules.parse({ host: 'localhost', version: 1, patientName: '#patient', fields: [] })
    const page = openForm(`<p id="patient">Rosa Lindqvist</p>${three}`, { ports: { siteRules: rules } })
    await page.fill({ Mood: 'low' })
    control<HTMLElement>('patient').textContent = 'Theo Marchetti'
    expect(lastFillOf(document, page.journal, 1, { ports: { siteRules: rules }, confirmedPatient: null })).toBe(
      undefined,
    )
    await expect(page.undoField('Mood')).rejects.toThrow('this field cannot be undone')
    expect(held('mood')).toEqual(['low'])
  })
})
