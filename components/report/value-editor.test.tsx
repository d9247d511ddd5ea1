// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import type { Field } from '../../lib/contracts/index.ts'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { ValueEditor } from './value-editor.tsx'

const mounted = mountedInFile()
let saved: string[]

function Edited({ field, first }: { field: Field; first: string[] }) {
  const [value, setValue] = useState(first)
  saved = value
  return <ValueEditor field={field} value={value} onChange={setValue} />
}

const show = (field: Field, first: string[]) =>
  mounted.render(
    <MantineProvider>
      <Edited field={field} first={first} />
    </MantineProvider>,
  )
const button = (name: string) =>
  [...mounted.host.querySelectorAll('button')].find(
    (each) => each.textContent === name || each.getAttribute('aria-label') === name,
  )
const press = (name: string) => act(async () => button(name)?.click())

const choice: Field = { id: 'risk', name: 'Risk', type: 'single_choice', options: ['Low', 'High'] }
const smokes: Field = { id: 'smokes', name: 'Smokes', type: 'boolean' }
const medicines: Field = { id: 'meds', name: 'Medicines', type: 'table', headers: ['Name', 'Dose'], rows: [] }

test.each([
  [choice, 'High'],
  [smokes, 'Yes'],
])('a chosen answer can be cleared, and the focus stays in its group: $0.name', async (field, value) => {
  await show(field, [value])
  await press('Clear the choice')
  expect(saved).toEqual([])
  expect(button('Clear the choice')).toBeUndefined()
  expect(document.activeElement?.getAttribute('type')).toBe('radio')
})

test('rows of a table are added and removed, and the focus goes to the row', async () => {
  await show(medicines, ['Sertraline', '50 mg', 'Melatonin', '3 mg'])
  await press('Add a row')
  expect(saved).toEqual(['Sertraline', '50 mg', 'Melatonin', '3 mg', '', ''])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Name, row 3')
  await press('Remove row 1')
  expect(saved).toEqual(['Melatonin', '3 mg', '', ''])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Name, row 1')
})

test('a table without rows has one empty row, and the last row can be emptied', async () => {
  await show(medicines, ['Sertraline', '50 mg'])
  await press('Remove row 1')
  expect(saved).toEqual([])
  expect(mounted.host.querySelectorAll('tbody tr')).toHaveLength(1)
  expect(button('Remove row 1')?.disabled).toBe(true)
})
