// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FieldSearch } from './field-search.tsx'

let root: Root
let host: HTMLElement
const onSearch = vi.fn<(text: string) => void>()

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  window.matchMedia = (media) =>
    ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
  vi.useFakeTimers()
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  await act(async () =>
    root.render(
      <MantineProvider>
        <FieldSearch onSearch={onSearch} />
      </MantineProvider>,
    ),
  )
  onSearch.mockClear()
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.useRealTimers()
})

const type = (text: string) =>
  act(async () => {
    const input = host.querySelector('input')
    if (!input) throw new Error('There is no box.')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

test('typed text is applied after 300 ms without another letter', async () => {
  await type('sl')
  await pass(299)
  await type('sleep ')
  await pass(299)
  expect(onSearch).not.toHaveBeenCalled()
  await pass(1)
  expect(onSearch.mock.calls).toEqual([['sleep']])
})

test('an empty box is applied at once', async () => {
  await type('sleep')
  await pass(300)
  await type('')
  expect(onSearch.mock.calls).toEqual([['sleep'], ['']])
})

test('submit and click are applied at once', async () => {
  await type('sleep')
  await act(async () => host.querySelector('form')?.requestSubmit())
  expect(onSearch.mock.calls).toEqual([['sleep']])
  await type('mood')
  await act(async () => host.querySelector('button')?.click())
  expect(onSearch.mock.lastCall).toEqual(['mood'])
})
