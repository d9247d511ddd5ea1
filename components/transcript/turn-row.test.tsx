// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TurnRow } from './turn-row.tsx'

let root: Root
let host: HTMLElement
let save: PromiseWithResolvers<void>

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  window.matchMedia = (media) =>
    ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
  // The tests of other files share this document, and may have left the focus in a form.
  document.body.replaceChildren()
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  save = Promise.withResolvers()
  await act(async () =>
    root.render(
      <MantineProvider>
        <TurnRow turn="Speaker 1: Better, thanks." number={2} patientName="Maya Okafor" onSave={() => save.promise} />
      </MantineProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
})

const button = (name: string) => {
  const found = [...host.querySelectorAll('button')].find(
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
  expect(host.querySelector('textarea')?.value).toBe('Better, thanks.')
})
