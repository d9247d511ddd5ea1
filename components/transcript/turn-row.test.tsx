// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { TurnRow } from './turn-row.tsx'

const mounted = mountedInFile()
let save: PromiseWithResolvers<void>

beforeEach(async () => {
  save = Promise.withResolvers()
  await mounted.render(
    <MantineProvider>
      <TurnRow turn="Speaker 1: Better, thanks." number={2} patientName="Maya Okafor" onSave={() => save.promise} />
    </MantineProvider>,
  )
})

const button = (name: string) => {
  const found = [...mounted.host.querySelectorAll('button')].find(
    (each) => each.textContent === name || each.getAttribute('aria-label') === name,
  )
  if (!found) throw new Error(`No button is called ${name}`)
  return found
}
const press = (name: string) => act(async () => button(name).click())

test('correcting a turn puts the cursor at its end, and leaving returns the focus', async () => {
  expect(document.activeElement).toBe(document.body)
  await press('Correct turn 2')
  const box = document.activeElement as HTMLTextAreaElement
  expect(box.getAttribute('aria-label')).toBe('Words of turn 2')
  expect(box.selectionStart).toBe('Better, thanks.'.length)
  await press('Cancel')
  expect(document.activeElement).toBe(button('Correct turn 2'))
})

test('a turn that the server would not accept stays in its box', async () => {
  await press('Correct turn 2')
  await press('Save')
  await act(async () => save.reject(new Error('Away')))
  expect(document.activeElement?.closest('button')).toBeNull()
  expect(mounted.host.querySelector('textarea')?.value).toBe('Better, thanks.')
})
