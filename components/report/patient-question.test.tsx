// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { Report } from '../../lib/contracts/index.ts'
import type { PageForm, PageReading } from '../../lib/page/shapes.ts'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { usePatientQuestion } from './patient-question.tsx'

const mounted = mountedInFile()
let confirmation: { confirmed: boolean; confirmedPatient: string | null }

const report = { context: {}, patientId: '' } as Report
const form: PageForm = { title: 'Note', identity: 'f1', signed: false }
/** A page that shows no patient. All charts of its EHR have the same address. */
const readingOf = (nonce: string, given: Partial<PageForm> = {}): PageReading => ({
  source: 'other',
  nonce,
  url: 'https://ehr.example/Chart.aspx',
  patient: null,
  form: { ...form, ...given },
  fields: [],
})

function Question({ reading }: { reading: PageReading }) {
  const { nonce, url, patient } = reading
  const plan = { nonce, url, patient, encounter: '', writes: [], refusals: [] }
  const { question, ...given } = usePatientQuestion(report, { plan, reading })
  confirmation = given
  return question
}

const show = (reading: PageReading) =>
  mounted.render(
    <MantineProvider>
      <Question reading={reading} />
    </MantineProvider>,
  )

const typed = (): string | undefined => mounted.host.querySelector('input')?.value
const type = (name: string) =>
  act(async () => {
    const input = mounted.host.querySelector('input')
    // React ignores a value that a script sets directly, so use the setter of the browser's own class.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })

test('a typed name does not count for another document at the same address', async () => {
  await show(readingOf('first'))
  await type('Rosa Lindqvist')
  expect(confirmation).toMatchObject({ confirmed: true, confirmedPatient: 'Rosa Lindqvist' })
  await show(readingOf('second'))
  expect(typed()).toBe('')
  expect(confirmation).toMatchObject({ confirmed: false, confirmedPatient: '' })
})

test('a typed name counts for later readings of the same document', async () => {
  await show(readingOf('first'))
  await type('Rosa Lindqvist')
  await show(readingOf('first'))
  expect(typed()).toBe('Rosa Lindqvist')
  expect(confirmation).toMatchObject({ confirmed: true, confirmedPatient: 'Rosa Lindqvist' })
})

test('a typed name counts for all pages of one visit', async () => {
  await show(readingOf('first', { encounter: '900', part: '11' }))
  await type('Rosa Lindqvist')
  await show(readingOf('second', { encounter: '900', part: '12' }))
  expect(confirmation).toMatchObject({ confirmed: true, confirmedPatient: 'Rosa Lindqvist' })
  await show(readingOf('third', { encounter: '901', part: '11' }))
  expect(confirmation.confirmed).toBe(false)
})
