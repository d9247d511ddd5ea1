// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mountedInFile } from '../../../tests/components/mounted.ts'
import { FieldSearch } from './field-search.tsx'

const mounted = mountedInFile()
const onSearch = vi.fn<(text: string) => void>()

beforeEach(async () => {
  vi.useFakeTimers()
  await mounted.render(
    <MantineProvider>
      <FieldSearch onSearch={onSearch} />
    </MantineProvider>,
  )
  onSearch.mockClear()
})
afterEach(async () => {
  await mounted.unmount()
  mounted.host.remove()
  vi.useRealTimers()
})

const type = (text: string) =>
  act(async () => {
    const input = mounted.host.querySelector('input')
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
  await act(async () => mounted.host.querySelector('form')?.requestSubmit())
  expect(onSearch.mock.calls).toEqual([['sleep']])
  await type('mood')
  await act(async () => mounted.host.querySelector('button')?.click())
  expect(onSearch.mock.lastCall).toEqual(['mood'])
})
