// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { openForm } from '../../../tests/ehr-pages/form-in-memory.ts'
import { siteRules } from '../../contracts/index.ts'
import type { FilledValue } from '../shapes.ts'
import { recordAgain } from './record-again.ts'

const rules = siteRules.parse({ host: 'localhost', version: 1, patientName: '#patient', fields: [] })
const rosa = { name: 'Rosa Lindqvist', identifier: '' }
const text = (label: string, ...value: string[]): FilledValue => ({ fieldId: label, label, kind: 'long_text', value })
const values: FilledValue[] = [
  text('Mood', 'low'),
  text('Sleep', 'Sleeps six hours on most nights.\nWakes at four.'),
  { fieldId: 'Risk', label: 'Risk', kind: 'boolean', value: ['No'], options: [] },
  { fieldId: 'Onset', label: 'Onset', kind: 'date', value: ['12/05/2026'], format: 'MM/DD/YYYY' },
  { fieldId: 'Affect', label: 'Affect', kind: 'single_choice', value: ['Flat'], options: ['Flat', 'Full'] },
]

function shown(body: string, { given = values, name = 'Rosa Lindqvist', encounter = '' } = {}) {
  openForm(`<p id="patient">${name}</p>${body}`, { ports: { siteRules: rules } })
  const result = recordAgain(document, { patient: rosa, encounter, values: given }, { siteRules: rules })
  return result && Object.fromEntries(result.map((each) => [each.fieldId, each.shown]))
}
const all = (kind: string) => Object.fromEntries(values.map(({ fieldId }) => [fieldId, kind]))
const list = (entries: Record<string, string>) =>
  `<h1>Progress note</h1><dl>${Object.entries(entries)
    .map(([label, value]) => `<dt>${label}:</dt><dd>${value}</dd>`)
    .join('')}</dl>`
const kept = {
  Mood: 'low',
  Sleep: 'Sleeps six hours on most nights.<br>Wakes at four.',
  Risk: 'No',
  Onset: '2026-12-05',
  Affect: 'Flat',
}

describe('A saved note that is shown as text', () => {
  test.each([
    ['a list', list(kept)],
    [
      'lines',
      Object.entries(kept)
        .map(([label, value]) => `<p><b>${label}:</b> ${value}</p>`)
        .join(''),
    ],
    [
      'a table',
      `<table>${Object.entries(kept)
        .map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)
        .join('')}</table>`,
    ],
  ])('has kept every value: %s', (_name, body) => {
    expect(shown(body)).toEqual(all('kept'))
  })

  test('names what has another value, and what it does not show', () => {
    const { Affect: _, ...others } = kept
    expect(
      shown(
        list({
          ...others,
          Mood: 'lowered',
          Sleep: 'Sleeps six hours.',
          Risk: 'Yes',
          Onset: '2026-05-12',
          Plan: 'Walk',
        }) + list({ Note: 'Flat' }),
        {
          given: [...values, text('Plan', 'Walk')],
        },
      ),
    ).toEqual({
      Mood: 'changed',
      Sleep: 'changed',
      Risk: 'changed',
      Onset: 'changed',
      Affect: 'not-shown',
      Plan: 'kept',
    })
  })

  test('says nothing certain where the page shows a value in a way of its own', () => {
    expect(
      shown(list({ ...kept, Sleep: 'Sleeps six hours on…', Risk: '☒', Onset: 'a month ago', Affect: '' })),
    ).toEqual({
      Mood: 'kept',
      Sleep: 'not-shown',
      Risk: 'not-shown',
      Onset: 'not-shown',
      Affect: 'not-shown',
    })
  })

  test('is not mistaken for a menu with the same words', () => {
    const menu = '<ul><li>Mood</li><li>Settings</li></ul>'
    expect(shown(menu + list(kept))).toEqual(all('kept'))
    expect(shown(menu)).toBeNull()
  })

  test('of another patient is not compared', () => {
    expect(shown(list(kept), { name: 'Theo Marchetti' })).toBeNull()
    expect(shown(list(kept), { name: '' })).toBeNull()
  })
})

describe('A form that is open again', () => {
  const row = (label: string, value: string, more = '') =>
    `<p><label>${label} <input name="${label}" value="${value}" ${more}></label></p>`
  const form = (...rows: string[]) => `<form action="/notes/1">${rows.join('')}</form>`
  const three = [text('Mood', 'low'), text('Plan', 'Walk'), text('Goal', 'Sleep')]

  test('is compared field by field, also if it is locked or writes a value in its own form', () => {
    const body = form(row('Mood', 'LOW', 'readonly'), row('Plan', 'Walk daily'), row('Goal', ''))
    expect(shown(body, { given: three })).toEqual({ Mood: 'kept', Plan: 'changed', Goal: 'changed' })
  })

  test('is no record if it is the empty form of the next visit', () => {
    expect(shown(form(row('Mood', 'low'), row('Plan', ''), row('Goal', '')), { given: three })).toBeNull()
  })
})
