// @vitest-environment jsdom
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { act, useLayoutEffect } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '../../lib/contracts/person.ts'
import { noPolicy, type PolicyReading } from '../../lib/policy/index.ts'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { eventually } from '../../tests/eventually.ts'
import type { AccountState } from '../account/port.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { type Ports, PortsProvider, usePorts } from '../ports.tsx'
import { createSubscribable, useSubscribed } from '../subscribable.ts'
import { AccountScope } from './account-scope.tsx'
import { useSession, useUnsaved } from './session-provider.tsx'
import { draftOf, emptySession, readDraft, type Take } from './working-session.ts'

const ruth = { status: 'signed-in', email: 'ruth@clinic.example' } as const
const noor = { status: 'signed-in', email: 'noor@clinic.example' } as const
const ended: AccountState = { status: 'signed-out', ended: true }
const left: AccountState = { status: 'signed-out', ended: false }
const edit = { base: ['Six hours.'], value: ['Seven hours.'] }
const take: Take = { transcriptId: 't1', turns: ['Speaker 0: Hello.'], elapsedMs: 1000, origin: 'recorded' }

const mounted = mountedInFile()
let queries: QueryClient
/** The stored texts, by email. */
let drafts: Map<string, string>
/** The text that was written last. */
let kept: string
let erasedAt: number | null
let changePolicy: () => Promise<void>
let discarded: unknown[]
let answers: () => Promise<unknown>
let become: (state: AccountState) => Promise<void>
let seen: ReturnType<typeof useSession> & { unsaved: ReturnType<typeof useUnsaved> }

const memory = {
  settings: { ...createSubscribable(defaultSettings), checkServer: async () => ({}) },
  ...{
    recorder: {},
    recovery: {},
    page: {},
    sites: {},
    sources: {},
    knownDirectory: {},
    visits: {},
    templates: { lastList: {} },
  },
}

function Eye() {
  queries = useQueryClient()
  seen = { ...useSession(), unsaved: useUnsaved('r1') }
  return null
}

let signal: AbortSignal | undefined
let signedIn: string
/** The data that was shown, and the user who was signed in at that time. */
let painted: [person: string, words: string][]

let sendNow: { mutateAsync(): Promise<unknown> }
/** A screen that sends something, and stores the answer. */
function Sender() {
  const { client } = usePorts()
  const cache = useQueryClient()
  sendNow = useMutation({
    mutationFn: () => client.call({} as never, { params: null } as never),
    onSuccess: () => cache.setQueryData(['sent'], true),
  })
  return null
}

function List({ person }: { person: string }) {
  const { data = '' } = useQuery({ queryKey: ['list'], queryFn: async () => `of ${signedIn}` })
  useLayoutEffect(() => {
    // Record the data in a later task. A browser paints between tasks, so content that is replaced within the same task
    // is never visible.
    const frame = setTimeout(() => painted.push([person, data]))
    return () => clearTimeout(frame)
  })
  return null
}

function Screens() {
  const who = useSubscribed(usePorts().account, left)
  return who.status === 'signed-in' && <List person={who.email} />
}

/** Renders a panel with in-memory storage. By default, the test user Ruth is signed in. */
async function open(first: AccountState = ruth) {
  const listeners = new Set<(state: AccountState) => void>()
  let state: AccountState = first
  signedIn = 'ruth@clinic.example'
  become = (next) =>
    act(async () => {
      state = next
      if (next.status === 'signed-in') signedIn = next.email
      for (const listener of listeners) listener(state)
    })
  const account = {
    subscribe(listener: (state: AccountState) => void) {
      listeners.add(listener)
      listener(state)
      return () => listeners.delete(listener)
    },
  }
  const draft = {
    read: async ({ email }: Person) => drafts.get(email) ?? '',
    async write({ email }: Person, text: string) {
      if (text === (drafts.get(email) ?? '')) return
      drafts.set(email, text)
      kept = text
    },
    async erase({ email }: Person) {
      drafts.delete(email)
      kept = ''
    },
    erasedAt: async () => erasedAt,
  }
  const readers = new Set<(reading: PolicyReading) => void>()
  changePolicy = () =>
    act(async () => {
      for (const reader of readers) reader({ ...noPolicy })
    })
  const policy = {
    subscribe(reader: (reading: PolicyReading) => void) {
      readers.add(reader)
      reader(noPolicy)
      return () => readers.delete(reader)
    },
  }
  const client = {
    call: async (_: unknown, { params }: { params: unknown }, options: { signal?: AbortSignal } = {}) => {
      discarded.push(params)
      signal = options.signal
      return answers()
    },
  }
  await mounted.render(
    <PortsProvider ports={{ ...memory, account, draft, client, policy } as unknown as Ports}>
      <AccountScope>
        <Eye />
        <Sender />
        <Screens />
      </AccountScope>
    </PortsProvider>,
  )
}

const work = async () => {
  await act(async () => {
    seen.type('Slept six hours.', null)
    seen.unsaved.keep('sleep', edit)
  })
  await eventually(() => expect(kept).toContain('Slept'))
}

beforeEach(async () => {
  memory.settings.set(defaultSettings)
  drafts = new Map()
  kept = ''
  erasedAt = null
  discarded = []
  painted = []
  answers = async () => ({ deleted: true })
  await open()
})

describe('the current work belongs to one person', () => {
  test('closing and reopening the panel loses no typed words', async () => {
    await work()
    await mounted.unmount()
    await open()
    expect(seen.session.text).toBe('Slept six hours.')
    expect(seen.unsaved.edits).toEqual({ sleep: edit })
  })

  test('the same holds if the panel learns only later who is signed in', async () => {
    await mounted.unmount()
    await open({ status: 'unknown' })
    await become(ruth)
    await work()
    await mounted.unmount()
    await open({ status: 'unknown' })
    await become(ruth)
    expect(seen.session.text).toBe('Slept six hours.')
  })

  test('the same person stays, whether or not the server sends the user id', async () => {
    await become({ ...ruth, userId: 'user-ruth' })
    await work()
    await become(ended)
    await become(ruth)
    expect(seen.session.text).toBe('Slept six hours.')
    await become({ ...ruth, userId: 'user-ruth' })
    expect(seen.session.text).toBe('Slept six hours.')
  })

  test('text that was typed before the user id was known is stored under the id', async () => {
    await work()
    expect(readDraft(kept, { email: 'new@clinic.example', userId: 'user-ruth' })).toBeNull()
    await become({ ...ruth, userId: 'user-ruth' })
    const mine = () => readDraft(kept, { email: 'new@clinic.example', userId: 'user-ruth' })?.session.text
    await eventually(() => expect(mine()).toBe('Slept six hours.'))
  })

  test('words typed immediately before the panel closes are kept', async () => {
    await act(async () => seen.type('Slept.', null))
    expect(kept).toContain('Slept.')
  })

  test('a person who signs in after another has signed out finds none of their data, on the screen, in storage or among loaded notes', async () => {
    await work()
    queries.setQueryData(['report', 'r1'], { title: 'A note' })
    await become(left)
    await become(noor)
    expect(seen.session).toEqual(emptySession)
    expect(seen.unsaved.edits).toEqual({})
    expect(kept).toBe('')
    expect(queries.getQueryData(['report', 'r1'])).toBeUndefined()
  })

  test.each([
    ['after a session that ended', ended],
    ['after somebody signed out', left],
    ['at once', null],
  ])('a person who comes %s sees what was loaded for them, and nothing else', async (_, between) => {
    await act(() => eventually(() => expect(painted.at(-1)).toEqual(['ruth@clinic.example', 'of ruth@clinic.example'])))
    if (between) await become(between)
    painted = []
    await become(noor)
    await act(() => eventually(() => expect(painted.at(-1)).toEqual(['noor@clinic.example', 'of noor@clinic.example'])))
    expect(painted.filter(([, words]) => words.includes('ruth'))).toEqual([])
  })

  test('the same holds if the account changes without signing out, or while the panel is closed', async () => {
    await work()
    await become(noor)
    expect(seen.session).toEqual(emptySession)
    expect(drafts.has(noor.email)).toBe(false)
    await become(ruth)
    await work()
    await mounted.unmount()
    const theirs = kept
    await open()
    await become(noor)
    expect(readDraft(theirs, noor)).toBeNull()
    expect(seen.session).toEqual(emptySession)
  })

  test('a page that was opened at an address stays there when somebody signs in', async () => {
    await become(left)
    location.hash = '#/templates/t1'
    await become(noor)
    expect(location.hash).toBe('#/templates/t1')
  })

  test('a session that only expired keeps the work for the same person, and for nobody else', async () => {
    await work()
    await become(ended)
    await become(ruth)
    expect(seen.session.text).toBe('Slept six hours.')
    await become(ended)
    await become(noor)
    expect(seen.session).toEqual(emptySession)
    await act(async () => seen.type('Of Noor.', null))
    await eventually(() => expect(kept).toContain('Of Noor.'))
    await become(ruth)
    expect(seen.session.text).toBe('Slept six hours.')
  })
})

describe('a late answer to the person before', () => {
  test.each(['answer', 'error'])(
    '(%s) changes nothing for the next person, and its request is aborted',
    async (how) => {
      const late = Promise.withResolvers<unknown>()
      answers = () => late.promise
      const done = vi.fn()
      await act(async () => {
        seen.finishTake(take, null)
      })
      const { startOver, putAside } = seen
      void startOver().then(() => {
        putAside('Of Ruth.', null)
        done()
      }, done)
      const mutation = sendNow.mutateAsync()
      void mutation.then(done, done)
      await become(left)
      await become(noor)
      const before = seen.session
      expect(signal?.aborted).toBe(true)
      await act(async () => (how === 'answer' ? late.resolve({ deleted: true }) : late.reject(new Error('Away'))))
      // Wait until all code that reacts to the answer has run.
      await act(() => new Promise((resolve) => setTimeout(resolve)))
      expect(done).not.toHaveBeenCalled()
      expect(queries.getQueryData(['sent'])).toBeUndefined()
      expect(seen.session).toBe(before)
    },
  )

  test('also after the same email has signed in at another server', async () => {
    await act(async () => seen.type('Slept six hours.', null))
    await become(ended)
    await act(async () => memory.settings.set({ ...defaultSettings, serverUrl: 'https://other.example' }))
    await become(ruth)
    expect(seen.session).toEqual(emptySession)
  })
})

test('a person whose email changes, or whose user id becomes known, keeps the work', async () => {
  await act(async () => seen.type('Slept six hours.', null))
  await become({ ...ruth, userId: 'user-1' })
  await become({ status: 'signed-in', email: 'ruth.new@clinic.example', userId: 'user-1' })
  expect(seen.session.text).toBe('Slept six hours.')
  await become({ status: 'signed-in', email: 'ruth.new@clinic.example', userId: 'user-2' })
  expect(seen.session).toEqual(emptySession)
})

describe('words that the organisation does not allow to keep any longer', () => {
  test('are cleared in the open panel, which says so until there are new words', async () => {
    await work()
    erasedAt = Date.now()
    await changePolicy()
    expect(seen.session).toEqual(emptySession)
    expect(seen.unsaved.edits).toEqual({})
    expect(seen.outdated).toBe(true)
    await eventually(() => expect(kept).toBe(''))
    // Wait until the millisecond of the erasure is over. Words that are typed in this millisecond would count as
    // erased.
    await eventually(() => expect(Date.now()).toBeGreaterThan(Number(erasedAt)), { interval: 1 })
    await act(async () => seen.type('Slept well.', null))
    expect(seen.outdated).toBe(false)
    await changePolicy()
    expect(seen.session.text).toBe('Slept well.')
  })

  test('that were typed since an earlier erasure stay', async () => {
    erasedAt = Date.now() - 1
    await work()
    await changePolicy()
    expect(seen.session.text).toBe('Slept six hours.')
    expect(seen.outdated).toBe(false)
  })
})

describe('typed text', () => {
  test('is kept while a recording waits for its note, and returns after the note', async () => {
    await act(async () => seen.type('Slept six hours.', null))
    await act(async () => seen.finishTake(take, null))
    expect(seen.session).toMatchObject({ text: '', take })
    const { session } = seen
    await act(async () => seen.clear(session))
    expect(seen.session).toMatchObject({ text: 'Slept six hours.', take: null })
  })

  test('of another patient is kept apart, also after the panel was closed, and returns with its patient', async () => {
    const [maya, ben] = [
      { name: 'Maya Okafor', identifier: '004812' },
      { name: 'Ben Ito', identifier: '7' },
    ]
    await act(async () => seen.type('Slept six hours.', maya))
    await act(async () => seen.putAside('Knee hurts.', ben))
    await act(async () => seen.putAside('Since May.', ben))
    expect(seen.session).toMatchObject({ text: 'Slept six hours.', patient: maya })
    await eventually(() => expect(readDraft(kept, ruth)?.session).toEqual(seen.session))
    await act(async () => seen.clear())
    expect(seen.session).toEqual({ ...emptySession, text: 'Knee hurts.\nSince May.', patient: ben })
  })

  test('that is new is not cleared by the answer of an earlier request', async () => {
    await act(async () => seen.type('Slept six hours.', null))
    const sent = seen.session
    await act(async () => seen.type('Slept six hours. Woke twice.', null))
    await act(async () => seen.clear(sent))
    expect(seen.session.text).toBe('Slept six hours. Woke twice.')
  })

  test('that replaces a demo visit belongs to the open chart, and not to the demo patient', async () => {
    const transcript = 'Doctor: Hello.\nPatient: Hi.'
    const context = { patient: { name: 'Demo Patient', identifier: 'D-1' } }
    const maya = { name: 'Maya Okafor', identifier: '004812' }
    await act(async () => seen.chooseExample({ name: 'Demo', transcript, context }))
    await act(async () => seen.type(`${transcript}\nDoctor: Well.`, maya))
    expect(seen.session).toMatchObject({ example: { name: 'Demo' }, patient: { name: 'Demo Patient' } })
    await act(async () => seen.type('Doctor: My own visit.', maya))
    expect(seen.session).toMatchObject({ example: null, patient: maya })
  })
})

describe('the text of a closed window', () => {
  const maya = { name: 'Maya Okafor', identifier: '004812' }
  const ofMaya = { ...emptySession, text: 'Slept six hours.', patient: maya }

  test('is continued with its patient and its unsaved edits', async () => {
    const found = readDraft(draftOf(ofMaya, ruth.email, { r1: { sleep: edit } }), ruth)
    await act(async () => found && seen.continueDraft(found))
    expect(seen.session).toEqual(ofMaya)
    expect(seen.unsaved.edits).toEqual({ sleep: edit })
  })

  test('is never mixed with text that was typed meanwhile', async () => {
    await act(async () => seen.type('Knee hurts.', null))
    await act(async () => seen.continueDraft({ session: ofMaya, edits: {} }))
    expect(seen.session).toMatchObject({ text: 'Knee hurts.', patient: null })
    expect(seen.session.aside).toEqual([{ text: 'Slept six hours.', patient: maya }])
  })
})

describe('starting over', () => {
  const finish = (origin: Take['origin']) => act(async () => seen.finishTake({ ...take, origin }, null))

  test('deletes the words of a recording that was just made, on the server too', async () => {
    await finish('recorded')
    await act(() => seen.startOver())
    expect(discarded).toEqual([{ id: 't1' }])
    expect(seen.session).toEqual(emptySession)
  })

  test('keeps a saved transcript that was only opened', async () => {
    await finish('opened')
    await act(() => seen.startOver())
    expect(discarded).toEqual([])
    expect(seen.session).toEqual(emptySession)
  })

  test('keeps the current words if the server could not be reached', async () => {
    await finish('recorded')
    answers = async () => Promise.reject(new Error('Away'))
    await act(() => expect(seen.startOver()).rejects.toThrow('Away'))
    expect(seen.session.take).toEqual(take)
  })
})
