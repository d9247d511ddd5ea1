import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createClient, createSessionKeeper } from '../../lib/api/index.ts'
import { type Session, session, userEndpoints } from '../../lib/contracts/index.ts'
import { hashPassword } from '../../server/auth/passwords.ts'
import { systemClock } from '../../server/clock.ts'
import { insertUser } from '../../server/services/accounts.ts'
import { isExhaustive } from '../exhaustive.ts'
import { ask, password, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const isInFull = isExhaustive('clinic day')
const panels = isInFull ? 400 : 80
/** The first panels, whose passwords a stranger guesses. An account takes few wrong passwords. */
const guessed = isInFull ? panels : 40
/** Number of panels that call at the same time. */
const together = 20
const minuteMs = 60_000
const dayBegins = Date.parse('2026-11-23T07:00:00Z')

let server: TestServer
beforeAll(async () => {
  // Only the date is simulated. Timers stay real, because the database and the connections need them.
  vi.useFakeTimers({ toFake: ['Date'], now: dayBegins - 24 * 60 * minuteMs })
  server = await startTestServer()
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})
afterEach(() => expect(unexpected).toEqual([]))

const passMs = (ms: number) => vi.setSystemTime(Date.now() + ms)

/**
 * Failed calls of panels. Calls with status 503 are left out, because the client reports this status when the fake
 * network loses an answer.
 */
const unexpected: string[] = []

/**
 * A panel of the extension: its client and the code that keeps its session, with a fake network that can lose an
 * answer.
 */
async function createPanel(email: string) {
  let held: Session | null = null
  let queue: Promise<unknown> = Promise.resolve()
  const network = { losesNextAnswer: false, calls: 0 }
  const lossy: typeof fetch = async (...call) => {
    network.calls++
    const response = await fetch(...call)
    if (!network.losesNextAnswer) return response
    network.losesNextAnswer = false
    await response.arrayBuffer()
    throw new TypeError('The connection broke.')
  }
  const storage = {
    read: async () => held,
    write: async (next: Session | null) => {
      held = next
    },
  }
  const baseUrl = () => server.url
  const keeper = createSessionKeeper({
    baseUrl,
    storage,
    exclusive: (task) => {
      const run = queue.then(task, task)
      queue = run
      return run
    },
    fetch: lossy,
  })
  const client = createClient({ baseUrl, credential: keeper.credential })
  return {
    email,
    network,
    held: () => held,
    signIn: async (word = password) => {
      const answer = await ask(server.url, 'POST /api/user/login/email', { body: { email, password: word } })
      if (answer.status === 200) held = session.parse(answer.body)
      return answer.status
    },
    /** One call of the panel. Returns false if it failed. */
    use: async (what: string): Promise<boolean> => {
      try {
        const account = await client.call(userEndpoints.getAccount, {})
        return account.email === email
      } catch (error) {
        if (!(error instanceof Error && 'status' in error && error.status === 503)) unexpected.push(`${what}: ${error}`)
        return false
      }
    },
  }
}
type Panel = Awaited<ReturnType<typeof createPanel>>

/**
 * Runs a step for all panels, in groups of `together`. After each group, advances the clock by the group's share of
 * `ms`.
 */
async function forAll(clinic: readonly Panel[], ms: number, step: (panel: Panel, index: number) => Promise<void>) {
  for (let first = 0; first < clinic.length; first += together) {
    await Promise.all(clinic.slice(first, first + together).map((panel, index) => step(panel, first + index)))
    passMs((ms * together) / clinic.length)
  }
}

test(`${panels} panels behind one address work a whole day, and nobody is locked out`, async () => {
  const deps = { database: server.store.database, clock: systemClock }
  const passwordHash = await hashPassword(password)
  const clinic: Panel[] = []
  while (clinic.length < panels) {
    const email = `person-${clinic.length}@clinic.example`
    await insertUser(deps, { email, passwordHash, admin: false })
    clinic.push(await createPanel(email))
  }

  // Everybody signs in within half an hour. One of ten mistypes the password first, some of them twice.
  vi.setSystemTime(dayBegins)
  await forAll(clinic, 30 * minuteMs, async (panel, index) => {
    const typos = index % 10 === 0 ? 1 + (index % 20 === 0 ? 1 : 0) : 0
    for (let typo = 0; typo < typos; typo++) expect(await panel.signIn('corect horse')).toBe(401)
    expect(await panel.signIn()).toBe(200)
  })

  const stolen = clinic[7]?.held()?.refreshToken ?? ''
  let lost = 0
  /**
   * Simulates the working day until this hour. Every panel sends one request in 30 minutes. In each round, one panel of
   * twenty does not receive the answer to its request.
   */
  const workUntil = async (hour: number) => {
    const end = dayBegins + (hour - 7) * 60 * minuteMs
    for (let round = 0; Date.now() < end; round++)
      await forAll(clinic, 30 * minuteMs, async (panel, index) => {
        panel.network.losesNextAnswer = (index + round) % 20 === 0
        if (await panel.use(`panel ${index} at ${new Date().toISOString()}`)) {
          panel.network.losesNextAnswer = false
          return
        }
        lost++
        expect(await panel.use(`panel ${index}, again`)).toBe(true)
      })
  }
  await workUntil(12)
  expect(lost).toBeGreaterThan(panels / 20)

  // Somebody in the same network guesses passwords of colleagues, with far more attempts than the server allows for one
  // IP address.
  const guesses = []
  for (let guess = 0; guess < 20; guess++)
    guesses.push(
      ...(await Promise.all(
        Array.from({ length: together }, (_, index) =>
          ask(server.url, 'POST /api/user/login/email', {
            body: { email: clinic[(guess * together + index) % guessed]?.email, password: 'a guess' },
          }),
        ),
      )),
    )
  expect(guesses.filter(({ status }) => status === 200)).toEqual([])

  // Just after that, 40 people sign in again from the same network, as people at shared computers do.
  await forAll(clinic.slice(-40), 5 * minuteMs, async (panel) => expect(await panel.signIn()).toBe(200))
  await workUntil(15)

  // A stolen refresh token that was used long ago ends only the session from which it was stolen.
  const theft = await ask(server.url, 'POST /api/user/login/token', { body: { refreshToken: stolen } })
  expect(refusal(theft)).toEqual([401, 'session_ended'])
  const [victim] = clinic.splice(7, 1)
  expect(await victim?.use('the victim')).toBe(false)
  expect(unexpected.splice(0).filter((what) => !what.startsWith('the victim'))).toEqual([])
  expect(await victim?.signIn()).toBe(200)
  if (victim) clinic.push(victim)

  await workUntil(19)
  expect(clinic.filter((panel) => panel.held() === null)).toEqual([])
}, 900_000)
