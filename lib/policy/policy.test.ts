import { describe, expect, test } from 'vitest'
import { eventually } from '../../tests/eventually.ts'
import { type PolicyKey, policyFeatures, policyKeys } from '../contracts/policy.ts'
import { noSeatSentence } from '../contracts/seat.ts'
import type { PolicyAction } from './action.ts'
import { policyAllows, requiredConsent } from './allows.ts'
import { withDirectory } from './directory.ts'
import { noPolicy, type PolicyReading, readPolicy } from './read.ts'
import { administratorLine } from './reasons.ts'
import { createPolicyState, lateMs } from './state.ts'

interface Governed {
  /** A value of the key that allows the action. */
  allows: unknown
  /** A value of the key that refuses the action. */
  refuses: unknown
  action: PolicyAction
  /** True if the action is allowed by a policy without this key. */
  withoutKey: boolean
}

/**
 * For each key, values that are invalid. An invalid value must have the same effect as the most restrictive value of
 * its key.
 */
const invalid: Record<PolicyKey, unknown[]> = {
  serverUrl: ['http://chartside.example', 'chartside.example', 'https://chartside.example/path', 7],
  directoryId: ['North clinic', 7],
  ehrHosts: [['https://ehr.example/*'], ['*'], 'ehr.example'],
  captureSources: [['mic'], 'microphone'],
  retention: [{ audioDays: 0, transcriptDays: 9 }, { days: 3 }, 'week'],
  signInMethods: [['password'], 'email'],
  disabledFeatures: [['fil'], 'fill'],
  models: [[99], 0],
  consent: [{ text: 'The patient agrees.' }, true],
  popupButton: ['off', 0],
  requireCopies: ['on', 1],
  minimumVersion: ['newest', '1.2.x', 2],
  dataHosts: [['https://backup.example'], 'backup.example'],
  expectedKeys: ['serverUrl'],
}

const server = 'https://chartside.example'
const id = '6f1cbb3e-6b0a-4d4c-9d54-0f3a2c1f7c11'
const other = '00000000-0000-4000-8000-000000000000'
const connect = (url: string): PolicyAction => ({ kind: 'connect', url, server })
const governed = (allows: unknown, refuses: unknown, withoutKey: boolean, ...actions: PolicyAction[]): Governed[] =>
  actions.map((action) => ({ allows, refuses, withoutKey, action }))

/** Every action that each key governs. A key without an entry does not compile. */
const table: Record<PolicyKey, Governed[]> = {
  serverUrl: governed(
    server,
    'https://other.example',
    true,
    connect(`${server}/api/user/account`),
    connect('wss://chartside.example/api/transcription'),
  ),
  directoryId: governed(id, other, true, { kind: 'directory', directoryId: id }),
  ehrHosts: [
    ...governed(['ehr.example'], ['other.example', '*.ehr.example'], true, { kind: 'page', host: 'ehr.example' }),
    ...governed(['*.ehr.example'], ['ehr.example'], true, { kind: 'page', host: 'North.ehr.example' }),
    ...governed(['notehr.example'], ['*.ehr.example', 'ehr.example'], true, { kind: 'page', host: 'notehr.example' }),
  ],
  captureSources: [
    ...governed(['microphone', 'tab'], ['microphone'], true, { kind: 'capture', source: 'tab' }),
    ...governed(['microphone'], ['tab'], true, { kind: 'capture', source: 'microphone' }),
  ],
  retention: [
    ...governed({ audioDays: 3 }, { audioDays: 2 }, true, { kind: 'keep-audio', ageDays: 2.5 }),
    ...governed({ transcriptDays: 3 }, { transcriptDays: 2 }, true, { kind: 'keep-text', ageDays: 2.5 }),
  ],
  signInMethods: (['email', 'phone', 'google', 'microsoft', 'apple'] as const).flatMap((method) =>
    governed([method], method === 'email' ? ['google'] : ['email'], true, { kind: 'sign-in', method }),
  ),
  disabledFeatures: policyFeatures.flatMap((feature) => governed([], [feature], true, { kind: 'feature', feature })),
  models: [0, 14].flatMap((slot) => governed([slot], [7], true, { kind: 'model', slot })),
  consent: [
    ...governed({ required: false }, { required: true }, true, { kind: 'record', consented: null }),
    ...governed({ required: true, version: 2 }, { required: true, version: 3 }, true, { kind: 'record', consented: 2 }),
  ],
  popupButton: governed(true, false, true, { kind: 'popup-button' }),
  requireCopies: governed(false, true, true, { kind: 'without-copy' }),
  minimumVersion: ['1.9.3', '1.10', '1.10.0.0', '0']
    .flatMap((allows) => ['1.10.0.1', '1.11', '2', '10.0'].map((refuses) => ({ allows, refuses })))
    .flatMap(({ allows, refuses }) => governed(allows, refuses, true, { kind: 'version' })),
  dataHosts: [
    ...governed(['backup.example'], ['other.example'], false, connect('https://backup.example/keep')),
    ...governed(['*.backup.example'], ['backup.example'], false, connect('https://a.backup.example')),
  ],
  // No action depends directly on `expectedKeys`. It lists the keys that the policy must contain. A listed key that is
  // missing must restrict like a key with an invalid value (tested below).
  expectedKeys: [],
}
const rows = policyKeys.flatMap((key) => table[key].map((row) => ({ key, ...row, name: JSON.stringify(row.action) })))

describe('the hosts of the directory', () => {
  const page = (host: string) => ({ kind: 'page', host }) as const

  test('allow only their pages, also without a policy of the browser', () => {
    const reading = { ...noPolicy, directoryHosts: [['*.ehr.example']] }
    expect(policyAllows(reading, page('a.ehr.example'))).toBeNull()
    expect(policyAllows(reading, page('other.example'))).toBe(
      'Your organisation does not allow Chartside on this page.',
    )
  })

  test('never allow what the policy of the browser refuses, and the other way round', () => {
    const reading = { ...readPolicy({ ehrHosts: ['one.example'] }), directoryHosts: [['two.example']] }
    for (const host of ['one.example', 'two.example']) expect(policyAllows(reading, page(host))).not.toBeNull()
  })

  test('of two organisations allow only the pages that both allow', () => {
    const reading = { ...noPolicy, directoryHosts: [['*.ehr.example'], ['a.ehr.example', 'b.example']] }
    expect(policyAllows(reading, page('a.ehr.example'))).toBeNull()
    for (const host of ['c.ehr.example', 'b.example']) expect(policyAllows(reading, page(host))).not.toBeNull()
  })

  test('count at once, and stop counting when there are none', async () => {
    let hosts: string[][] = []
    let tell: () => void = () => undefined
    const state = withDirectory(createBrowser().state(), {
      read: async () => ({ allowedHosts: hosts }),
      watch(listener) {
        tell = listener
        return () => undefined
      },
    })
    const seen: (readonly (readonly string[])[] | undefined)[] = []
    const stop = state.watch(({ directoryHosts }) => seen.push(directoryHosts))
    await eventually(() => expect(seen).toEqual([undefined]))
    hosts = [['ehr.example']]
    tell()
    await eventually(() => expect(seen).toEqual([undefined, [['ehr.example']]]))
    expect((await state.read()).directoryHosts).toEqual([['ehr.example']])
    hosts = []
    tell()
    await eventually(() => expect(seen.at(-1)).toBeUndefined())
    stop()
  })
})

describe('the directory of the policy', () => {
  const work: PolicyAction = { kind: 'work' }
  const page: PolicyAction = { kind: 'page', host: 'ehr.example' }
  const reading = readPolicy({ directoryId: id })

  test('binds: without a seat there, nothing is recorded or written, and no page is read', () => {
    for (const present of [reading, { ...reading, currentDirectoryId: other }])
      for (const action of [work, page]) expect(policyAllows(present, action)).toBe(noSeatSentence)
    for (const action of [work, page]) expect(policyAllows({ ...reading, currentDirectoryId: id }, action)).toBeNull()
  })

  test('that is not valid allows nobody, and a policy without a directory allows everybody', () => {
    const invalid = { ...readPolicy({ directoryId: 'North clinic' }), currentDirectoryId: id }
    expect(policyAllows(invalid, work)).not.toBeNull()
    for (const present of [noPolicy, { ...noPolicy, currentDirectoryId: other }, readPolicy({ popupButton: true })])
      for (const action of [work, page]) expect(policyAllows(present, action)).toBeNull()
  })

  test('counts as soon as this device knows in which one the person works', async () => {
    let tell: () => void = () => undefined
    let known: { directoryId: string; allowedHosts: string[][] } | null = null
    const state = withDirectory(createBrowser({ directoryId: id }).state(), {
      read: async () => known,
      watch(listener) {
        tell = listener
        return () => undefined
      },
    })
    const seen: (string | null)[] = []
    const stop = state.watch((now) => seen.push(policyAllows(now, work)))
    await eventually(() => expect(seen).toEqual([noSeatSentence]))
    known = { directoryId: id, allowedHosts: [] }
    tell()
    await eventually(() => expect(seen).toEqual([noSeatSentence, null]))
    known = null
    tell()
    await eventually(() => expect(seen.at(-1)).toBe(noSeatSentence))
    stop()
  })
})

/** A fake browser whose policy can be set and changed, without a network. */
function createBrowser(first: unknown = {}) {
  let raw: unknown = first
  let kept: unknown = null
  const listeners = new Set<() => void>()
  const timers: { ms: number; task: () => void }[] = []
  const browser = { ageMs: lateMs + 1, unreadable: false, waits: false, packageServer: null as string | null }
  const state = () =>
    createPolicyState({
      managed: {
        read: async () => {
          if (browser.unreadable) throw new Error('Managed storage manifest not found')
          return raw
        },
        watch(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      copy: {
        read: async () => kept,
        write: async (next) => {
          kept = next
        },
      },
      waits: async () => browser.waits,
      packageServer: browser.packageServer,
      version: () => '1.10.0',
      browserAgeMs: async () => browser.ageMs,
      after(ms, task) {
        const timer = { ms, task }
        timers.push(timer)
        return () => timers.splice(timers.indexOf(timer), 1)
      },
    })
  return Object.assign(browser, {
    state,
    timers,
    get kept() {
      return kept
    },
    /** Sets the policy as the browser does. */
    set(next: unknown) {
      raw = next
      for (const listener of listeners) listener()
    },
    /** Starts the browser again. After the start, the browser does not know the policy yet. */
    restart() {
      raw = {}
      browser.ageMs = 0
    },
  })
}

test('every key is in the table with an action, or only makes other keys strict', () => {
  expect(Object.keys(table)).toEqual(policyKeys)
  expect(policyKeys.filter((key) => table[key].length === 0)).toEqual(['expectedKeys'])
})

test.each(rows)('$key decides about $name before and after each change', async (row) => {
  const { key, allows, refuses, action, withoutKey } = row
  const browser = createBrowser()
  const state = browser.state()
  const decided = async () => policyAllows(await state.read(), action) === null
  const told: PolicyReading[] = []
  const end = state.watch((reading) => told.push(reading))
  expect(await decided()).toBe(withoutKey)
  // The policy also contains `popupButton: true`, which does not restrict `action`. So only the value of `key` decides.
  // If `key` is `popupButton` itself, its value replaces `true`.
  const others = { popupButton: true }
  browser.set({ ...others, [key]: allows })
  expect(await decided()).toBe(true)
  browser.set({ ...others, [key]: refuses })
  expect(await decided()).toBe(false)
  browser.set({ ...others, [key]: allows })
  expect(await decided()).toBe(true)
  browser.set({ other: 1, ...(key === 'popupButton' ? {} : others) })
  expect(await decided()).toBe(withoutKey)
  await expect.poll(() => told.length).toBeGreaterThan(0)
  end()
})

/** Words of the validator, which nobody should read. */
const validatorWords = /Invalid|expected (?:string|number|array|boolean|object)|received|regex|pattern/

const invalidRows = rows.flatMap((row) =>
  (row.action.kind === 'keep-text' && row.key === 'retention' ? invalid.retention : invalid[row.key]).map((value) => ({
    ...row,
    value,
    written: JSON.stringify(value),
  })),
)
test.each(invalidRows)('$key $written is reported, and refuses $name', ({ key, value, action }) => {
  const reading = readPolicy({ [key]: value })
  expect(reading.problems.map((each) => each.key)).toEqual([key])
  expect(policyAllows(reading, action)).toContain(`have an error (${key})`)
  expect(administratorLine(reading, action)).toMatch(new RegExp(`^Chartside policy: ${key} .*Example: "${key}": `))
  expect(administratorLine(reading, action)).not.toMatch(validatorWords)
  // The browser drops a value of the wrong type. The list `expectedKeys` shows that the value is missing.
  const dropped = readPolicy({ expectedKeys: [key] })
  expect(dropped.problems.map((each) => each.key)).toEqual([key])
  expect(policyAllows(dropped, action)).toContain(`have an error (${key})`)
})

test.each(rows)('the refusal of $name by $key has a line for the administrator that names what to change', (row) => {
  const reading = readPolicy({ popupButton: true, [row.key]: row.refuses })
  expect(policyAllows(reading, row.action)).toMatch(/^Your organisation .+\.$/)
  const line = administratorLine(reading, row.action)
  expect(line).toMatch(/^Chartside .+\.$/)
  expect(line).toContain(row.key)
})

test('a key that does not exist is reported, wherever it is written', () => {
  const reading = readPolicy({ captureSource: ['microphone'], expectedKeys: ['ehrHost'] })
  expect(reading.problems.map(({ key }) => key)).toEqual(['captureSource', 'ehrHost'])
  expect(readPolicy({ expectedKeys: 'all' }).problems.map(({ key }) => key)).toEqual(['expectedKeys'])
  expect(readPolicy('locked').problems).toHaveLength(1)
  expect(policyAllows(readPolicy([]), { kind: 'capture', source: 'microphone' })).not.toBeNull()
})

test('with a policy, data goes to the server and nowhere else; plain HTTP only on this computer', () => {
  const reading = readPolicy({ popupButton: true, dataHosts: ['backup.example'] })
  expect(policyAllows(reading, connect('https://elsewhere.example'))).not.toBeNull()
  expect(policyAllows(reading, connect('http://backup.example'))).not.toBeNull()
  expect(policyAllows(reading, connect('https://chartside.example:8443'))).not.toBeNull()
  expect(policyAllows(reading, connect('no address'))).not.toBeNull()
  expect(policyAllows(readPolicy({}), connect('https://elsewhere.example'))).toMatch(
    /may send data only to the server in its settings/,
  )
  expect(policyAllows(readPolicy({}), connect('https://chartside.example'))).toBeNull()
  expect(readPolicy({ serverUrl: 'http://127.0.0.1:8787' }).policy.serverUrl).toBe('http://127.0.0.1:8787')
})

test('a policy that is late after the start of the browser does not set anybody free meanwhile', async () => {
  const browser = createBrowser({ captureSources: ['microphone'] })
  const tab: PolicyAction = { kind: 'capture', source: 'tab' }
  expect(policyAllows(await browser.state().read(), tab)).not.toBeNull()
  browser.restart()
  const state = browser.state()
  expect(policyAllows(await state.read(), tab)).not.toBeNull()
  const told: boolean[] = []
  const end = state.watch((reading) => told.push(reading.managed))
  await expect.poll(() => told).toEqual([true])
  // The policy does not arrive. After the time for late policies, the organisation counts as having no policy.
  browser.ageMs = lateMs
  await expect.poll(() => browser.timers).toHaveLength(1)
  expect(browser.timers[0]?.ms).toBe(lateMs)
  browser.timers[0]?.task()
  await expect.poll(() => told).toEqual([true, false])
  expect(browser.kept).toBeNull()
  expect(policyAllows(await state.read(), tab)).toBeNull()
  end()
})

test('a policy that is removed while the browser runs is gone at once', async () => {
  const browser = createBrowser({ captureSources: [] })
  browser.ageMs = 5
  const told: boolean[] = []
  const end = browser.state().watch((reading) => told.push(reading.managed))
  await expect.poll(() => told).toEqual([true])
  browser.set({})
  await expect.poll(() => told).toEqual([true, false])
  end()
})

test('a policy that cannot be read any more still counts; a browser without managed storage has none', async () => {
  const browser = createBrowser({ popupButton: false })
  await browser.state().read()
  browser.unreadable = true
  expect((await browser.state().read()).policy.popupButton).toBe(false)
  const unmanaged = createBrowser()
  unmanaged.unreadable = true
  expect((await unmanaged.state().read()).managed).toBe(false)
})

test('a required consent always has words to confirm', () => {
  expect(requiredConsent(readPolicy({ consent: { required: true, text: 'Agreed.', version: 4 } }).policy)).toEqual({
    required: true,
    text: 'Agreed.',
    version: 4,
  })
  expect(requiredConsent(readPolicy({ consent: 'yes' }).policy)?.text).not.toBe('')
  expect(requiredConsent(readPolicy({ consent: { required: false } }).policy)).toBeNull()
})
