import { describe, expect, test } from 'vitest'
import type { PageReading } from '../../lib/page/shapes.ts'
import { chartView, initialsOf, namesApart } from './chart-view.ts'
import { sharedBy } from './form/use-page-share.ts'

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

  test('another person of the same name is reported, also if only the birth date differs', () => {
    const bound = { name: 'Maya Okafor', identifier: '', birthDate: '1991-04-02' }
    const namesake = { ...reading, patient: { ...bound, birthDate: '1950-04-02' } }
    expect(chartView({ status: 'ready', reading: namesake }, bound)).toMatchObject({ agreement: 'differs' })
    expect(sharedBy(namesake, bound)).toBeNull()
    expect(sharedBy({ ...reading, patient: bound }, bound)).not.toBeNull()
  })

  test('a sentence about two people of the same name says what distinguishes them', () => {
    const one = { name: 'Maya Okafor', identifier: '', birthDate: '1950-04-02', chartKey: '310' }
    const other = { name: 'Maya Okafor', identifier: '004812', birthDate: '1991-04-02', chartKey: '311' }
    expect(namesApart(one, other)).toEqual(['Maya Okafor (born 1950-04-02)', 'Maya Okafor (born 1991-04-02)'])
    expect(namesApart({ ...one, birthDate: '' }, other)).toEqual(['Maya Okafor (chart 310)', 'Maya Okafor (chart 311)'])
    expect(namesApart({ ...one, identifier: '9' }, other)[0]).toBe('Maya Okafor (MRN 9)')
    expect(namesApart({ name: 'Ines Varga', identifier: '' }, other)).toEqual(['Ines Varga', 'Maya Okafor'])
  })

  test('a patient without a name is shown by the chart number', () => {
    const bound = { name: '', identifier: '004812' }
    expect(chartView({ status: 'ready', reading }, bound)).toMatchObject({ name: 'MRN 004812', agreement: 'agrees' })
  })

  test('a page without a chart says what to do', () => {
    expect(chartView({ status: 'unreadable', message: 'Not here.', line: 'Add the host.' }, null)).toMatchObject({
      name: 'Page not allowed',
      details: 'Not here.',
    })
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
