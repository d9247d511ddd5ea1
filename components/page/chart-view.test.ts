import { describe, expect, test } from 'vitest'
import type { PageReading } from '../../lib/page/shapes.ts'
import { chartView, initialsOf, samePatient } from './chart-view.ts'

const maya = { name: 'Maya Okafor', identifier: '004812' }
const reading: PageReading = {
  source: 'kipu',
  nonce: 'n',
  url: 'https://chart.example',
  patient: maya,
  form: { title: 'Individual session note', identity: 'f', signed: false },
  fields: [],
}

describe('whose chart it is', () => {
  test('the open chart is shown with its number, its EHR and its form', () => {
    expect(chartView({ status: 'ready', reading }, null)).toEqual({
      name: 'Maya Okafor',
      details: 'MRN 004812 · Kipu · Individual session note',
      initials: 'MO',
      agreement: 'agrees',
    })
  })

  test('a session keeps its patient when another chart is opened, and reports that they differ', () => {
    const other = { ...reading, patient: { name: 'Ines Varga', identifier: '004790' } }
    expect(chartView({ status: 'ready', reading: other }, maya)).toMatchObject({
      name: 'Maya Okafor',
      details: 'MRN 004812',
      agreement: 'differs',
    })
  })

  test('two people of the same name are distinguished by their numbers', () => {
    expect(samePatient(maya, { name: 'Maya Okafor', identifier: '991100' })).toBe(false)
    expect(samePatient(maya, { name: 'OKAFOR, Maya', identifier: '004812' })).toBe(true)
  })

  test('a page without a chart says what to do', () => {
    expect(chartView({ status: 'unreadable', message: 'Open a chart.' }, null)).toMatchObject({
      name: 'No chart open',
      details: 'Open a chart.',
      agreement: 'none',
    })
  })

  test('initials are two letters at most', () => {
    expect(['Maya Okafor', 'Cher', 'Ana María de la Cruz', ''].map(initialsOf)).toEqual(['MO', 'C', 'AC', ''])
  })
})
