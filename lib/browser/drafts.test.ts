import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { eventually } from '../../tests/eventually.ts'

vi.mock('wxt/browser', () => import('../../tests/fakes/extension-browser.ts'))

const { draftOfPanel, storedDrafts } = await import('./drafts.ts')
const { holdPanel } = await import('./boxes.ts')
const ruth = { email: 'ruth@clinic.example', userId: 'user-ruth' }
const noor = { email: 'noor@clinic.example', userId: 'user-noor' }
let [one, two] = [draftOfPanel('window-1'), draftOfPanel('window-2')]

/** The ids of the open windows. */
let open: number[]

beforeEach(() => {
  fakeBrowser.reset()
  ;[one, two] = [draftOfPanel('window-1'), draftOfPanel('window-2')]
  open = [1, 2]
  const windowOf = (id: number) => ({ id, focused: false, alwaysOnTop: false, incognito: false })
  vi.spyOn(fakeBrowser.windows, 'getAll').mockImplementation(async () => open.map(windowOf))
})
afterEach(() => void vi.restoreAllMocks())

test('two panels of one person keep two texts', async () => {
  await Promise.all([one.write(ruth, 'About Maya.'), two.write(ruth, 'About Ben.')])
  expect([await one.read(ruth), await two.read(ruth)]).toEqual(['About Maya.', 'About Ben.'])
  expect([await one.lost(ruth), await two.lost(ruth)]).toEqual([[], []])
})

test('two people who use one panel find only their own text, also after a change of the email', async () => {
  await one.write(ruth, 'Of Ruth.')
  expect(await one.read(noor)).toBe('')
  await one.write(noor, 'Of Noor.')
  expect(await one.read({ ...ruth, email: 'new@clinic.example' })).toBe('Of Ruth.')
  await storedDrafts.erase(ruth)
  expect([await one.read(ruth), await one.read(noor)]).toEqual(['', 'Of Noor.'])
  const asked = [storedDrafts.hasText(ruth), storedDrafts.hasText(noor), storedDrafts.hasText()]
  expect(await Promise.all(asked)).toEqual([false, true, true])
})

test('a text reaches the storage without waiting, and replaces the text before', async () => {
  await one.write({ email: ruth.email }, 'Slept')
  expect(await one.read(ruth)).toBe('Slept')
  const set = vi.spyOn(fakeBrowser.storage.session, 'set')
  const written = one.write(ruth, 'Slept well.')
  expect(set).toHaveBeenCalledTimes(1)
  await written
  expect(await draftOfPanel('window-1').read(ruth)).toBe('Slept well.')
  expect(Object.keys(await fakeBrowser.storage.session.get())).toHaveLength(1)
})

test('text that is typed after the user id became known replaces the text that is kept under the email', async () => {
  await one.write({ email: ruth.email }, 'Slept')
  await one.write(ruth, 'Slept well.')
  expect(await draftOfPanel('window-1').read(ruth)).toBe('Slept well.')
  expect(Object.keys(await fakeBrowser.storage.session.get())).toHaveLength(1)
})

test('the text of a closed window is offered to its owner, and only one panel gets it', async () => {
  await two.write(ruth, 'About Ben.')
  open = [1]
  expect(await one.read(ruth)).toBe('')
  expect(await one.lost(noor)).toEqual([])
  const [lost] = await one.lost(ruth)
  expect(lost?.text).toBe('About Ben.')
  const third = draftOfPanel('window-3')
  const taken = await Promise.all([one.take(lost?.id ?? ''), third.take(lost?.id ?? '')])
  expect(taken.filter((text) => text !== null)).toEqual(['About Ben.'])
  expect(await one.lost(ruth)).toEqual([])
})

test('the text of a panel that is still open is not offered elsewhere, although the tab of its chart was closed', async () => {
  const popup = draftOfPanel('tab-7')
  holdPanel('tab-7')
  await popup.write(ruth, 'About Maya.')
  const held = async () => (await navigator.locks.query()).held?.map(({ name }) => name)
  await eventually(async () => expect(await held()).toContain('chartside.panel:tab-7'))
  expect([await one.lost(ruth), await popup.read(ruth)]).toEqual([[], 'About Maya.'])
})

test('the one text that all panels of an earlier version shared is offered once, and is put into no panel by itself', async () => {
  await fakeBrowser.storage.session.set({ draft: 'About Maya.', 'draft-at': Date.now() })
  expect([await one.read(ruth), await storedDrafts.hasText()]).toEqual(['', true])
  const [lost] = await two.lost(ruth)
  expect(await two.take(lost?.id ?? '')).toBe('About Maya.')
  expect([await one.lost(ruth), await fakeBrowser.storage.session.get()]).toEqual([[], {}])
})
