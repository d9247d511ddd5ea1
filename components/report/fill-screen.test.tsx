// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Report } from '../../lib/contracts/index.ts'
import type { FillResult, PagePatient, PageReading, Receipt, WrittenFill } from '../../lib/page/shapes.ts'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { type Ports, PortsProvider } from '../ports.tsx'
import { FillScreen } from './fill-screen.tsx'

const patient: PagePatient = { name: 'Rosa Lindqvist', identifier: '2019-77' }
const report = {
  _id: 'r1',
  version: 1,
  title: 'Note',
  patientId: '',
  context: { patient },
  template: { fields: [], includesDynamicFields: false },
  results: [],
} as unknown as Report
const reading: PageReading = {
  source: 'other',
  nonce: 'n1',
  url: 'https://ehr.example/1',
  patient,
  form: { title: 'Note', identity: 'f1', signed: false },
  fields: [],
}
const receipt: Receipt = { fieldId: 'mood', label: 'Mood', outcome: 'written', before: [], after: ['low'] }
const plan = {
  nonce: 'n1',
  url: reading.url,
  patient,
  encounter: '',
  writes: [{ fieldId: 'mood', label: 'Mood', kind: 'text', from: [], to: ['low'] }],
  refusals: [],
}

const mounted = mountedInFile()
let undone: WrittenFill[]

beforeEach(() => {
  undone = []
})

const button = (name: string) =>
  [...mounted.host.querySelectorAll('button')].find(({ textContent }) => textContent === name)
async function press(name: string) {
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(button(name)).toBeDefined()
  })
  await act(async () => button(name)?.click())
}

/** Fills the field of the plan. The page answers with `result`. */
async function fillWith(result: FillResult) {
  const page = {
    plan: async () => ({ plan, reading }),
    fill: async () => result,
    undo: async (written: WrittenFill) => {
      undone.push(written)
      return [receipt]
    },
  }
  await mounted.render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <PortsProvider ports={{ page } as unknown as Ports}>
          <FillScreen report={report} />
        </PortsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  await press('Fill 1 field')
  await vi.waitFor(() => expect(button('Copy receipts')).toBeDefined())
}

test('the fill that the screen shows is undone', async () => {
  await fillWith({ receipts: [receipt], fillId: 'fill-2' })
  await press('Undo')
  expect(undone).toEqual([{ nonce: 'n1', fillId: 'fill-2' }])
})

test('after a fill that left nothing to undo, no undo is offered', async () => {
  const failed: Receipt = { ...receipt, outcome: 'failed', reason: 'rejected-by-page', after: [] }
  await fillWith({ receipts: [failed], fillId: null })
  expect(button('Undo')).toBeUndefined()
})
