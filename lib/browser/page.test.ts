import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { eventually } from '../../tests/eventually.ts'
import type { PageReading } from '../page/shapes.ts'

vi.mock('wxt/browser', () => import('../../tests/fakes/extension-browser.ts'))
/** A fake service worker. `asked` has the requests to read a page. A test answers each of them with `answer`. */
const worker = vi.hoisted(() => ({ asked: [] as { tabId: number; answer(reading: unknown): void }[] }))
vi.mock('./messages.ts', () => ({
  background: {
    sendMessage: (_type: string, { tabId }: { tabId: number }) =>
      new Promise((answer) => {
        worker.asked.push({ tabId, answer })
      }),
  },
  broadcasts: { onMessage: () => () => undefined },
  unlessUnheard: () => undefined,
}))
vi.stubGlobal('location', { search: '' })

const { createPage } = await import('./page.ts')

const readingOf = (name: string): PageReading => ({
  source: 'kipu',
  nonce: name,
  url: `https://ehr.example/${name}`,
  patient: { name, identifier: '' },
  form: null,
  fields: [],
})

beforeEach(() => {
  fakeBrowser.reset()
  worker.asked.length = 0
})

/**
 * Creates two tabs, and the page state of a panel beside the first tab. After a call of `watch`, each change of the
 * state adds an entry to `seen`: the name of the patient if the page was read, otherwise the state's `status`.
 */
async function openPanel() {
  await fakeBrowser.windows.create({ focused: true })
  const first = await fakeBrowser.tabs.create({ active: true })
  const second = await fakeBrowser.tabs.create({ active: false })
  const seen: string[] = []
  const page = createPage()
  return {
    ids: [first.id ?? 0, second.id ?? 0] as const,
    page,
    seen,
    watch: () =>
      page.subscribe((state) => {
        seen.push(state.status === 'ready' ? (state.reading.patient?.name ?? '') : state.status)
      }),
  }
}

/** Waits until the panel has sent at least `count` requests to read the tab, and returns these requests. */
const asked = (tab: number, count = 1) =>
  eventually(() => {
    const ofTab = worker.asked.filter(({ tabId }) => tabId === tab)
    expect(ofTab.length).toBeGreaterThanOrEqual(count)
    return ofTab
  })
/** Answers all requests to read the tab with a reading in which the patient has this name. */
const answer = async (tab: number, name: string) => {
  for (const each of await asked(tab)) each.answer(readingOf(name))
}

test('the answer of a slow page is not shown after the user has opened another tab', async () => {
  const { ids, seen, watch } = await openPanel()
  const close = watch()
  await asked(ids[0])
  await fakeBrowser.tabs.update(ids[1], { active: true })
  await asked(ids[1])
  await answer(ids[0], 'Ana')
  await answer(ids[1], 'Ben')
  await eventually(() => expect(seen.at(-1)).toBe('Ben'))
  expect(seen).not.toContain('Ana')
  close()
})

test('while another tab is read, no patient is shown', async () => {
  const { ids, seen, watch } = await openPanel()
  const close = watch()
  await answer(ids[0], 'Ana')
  await eventually(() => expect(seen.at(-1)).toBe('Ana'))
  await fakeBrowser.tabs.update(ids[1], { active: true })
  await asked(ids[1])
  expect(seen.at(-1)).toBe('reading')
  close()
})

test('of two readings of one tab, the later one stays, also if the earlier one answers last', async () => {
  const { ids, page, seen, watch } = await openPanel()
  const readings = [page.read(), page.read()]
  const [slow, quick] = await asked(ids[0], 2)
  quick?.answer(readingOf('Ben'))
  slow?.answer(readingOf('Ana'))
  expect((await Promise.all(readings)).map(({ nonce }) => nonce)).toEqual(['Ana', 'Ben'])
  watch()()
  expect(seen).toEqual(['Ben'])
})
