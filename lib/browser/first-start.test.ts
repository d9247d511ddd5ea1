import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { publicEndpoints } from '../contracts/index.ts'
import { createDoor } from '../egress/index.ts'
import { lateMs } from '../policy/index.ts'

vi.mock('wxt/browser', () => import('../../tests/fakes/extension-browser.ts'))

type Fakes = typeof import('../../tests/fakes/extension-browser.ts')
let browser: Fakes['browser']
let installAs: Fakes['installAs']

const starts = 1000
const longestDelayMs = 30_000
const serverUrl = 'https://chartside.clinic.example'
const credentials = { body: { email: 'ada@clinic.example', password: 'x' } }
const defaultUrl = 'http://127.0.0.1:8787'

/** What a profile contains before the start of the browser. */
const profiles: Record<string, Record<string, unknown>> = {
  fresh: {},
  'with an older policy': { policy: { serverUrl: 'https://old.clinic.example' } },
  'with an older policy that names no server': {
    policy: { captureSources: ['microphone'] },
    settings: { serverUrl: 'https://home.example' },
  },
  'that was used without a policy': { settings: { serverUrl: defaultUrl } },
}

/** The addresses of all requests and sockets that have left the browser. */
let sent: string[] = []
class ListedSocket extends EventTarget {
  constructor(url: string) {
    super()
    sent.push(url)
  }
}
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('WebSocket', ListedSocket)
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.url)
    return Response.json({})
  })
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // Other files share the loaded modules, and these know the server of the organisation.
  vi.resetModules()
})
afterEach(() => vi.unstubAllEnvs())
beforeEach(async () => {
  // A page asks only once how the extension was installed.
  vi.resetModules()
  const fakes = await import('../../tests/fakes/extension-browser.ts')
  browser = fakes.browser
  installAs = fakes.installAs
})

/** Starts the extension with this profile. */
async function start(profile: Record<string, unknown>): Promise<void> {
  browser.reset()
  sent = []
  await browser.storage.local.set(profile)
}

/** Sends what the pages of the extension can send: through the client, the doors and a socket, to every address. */
async function sendEverything() {
  const { client } = await import('./api.ts')
  const { checkServer, door, egressRefusal } = await import('./egress.ts')
  // The offscreen page has a door of its own, which asks the service worker with `egressRefusal`.
  const offscreen = createDoor({ ledger: { begin: async () => async () => undefined }, refusal: egressRefusal })
  const addresses = [defaultUrl, 'https://old.clinic.example', serverUrl, 'https://home.example']
  const all = [
    client.call(publicEndpoints.loginEmail, credentials),
    checkServer(defaultUrl),
    ...addresses.map((url, at) => (at % 2 === 0 ? door : offscreen).send(new Request(`${url}/api`))),
  ]
  for (const url of [defaultUrl, serverUrl])
    new offscreen.WebSocket(`${url.replace(/^http/, 'ws')}/api/transcription`, [])
  return Promise.allSettled(all)
}

const hosts = () => [...new Set(sent.map((url) => new URL(url).host))]

test.each(Object.entries(profiles))(
  'a package that a policy has installed sends nothing before the policy, in a profile %s',
  async (_, profile) => {
    installAs('admin')
    const { demandAllowed, organisationPolicy } = await import('./policy.ts')
    for (let each = 0; each < starts / Object.keys(profiles).length; each++) {
      await start(profile)
      const delayMs = Math.round(Math.random() * longestDelayMs)
      const all = sendEverything()
      await vi.advanceTimersByTimeAsync(delayMs)
      expect(sent, `delay ${delayMs} ms`).toEqual([])
      const isKnown = 'policy' in profile
      expect((await organisationPolicy.read()).awaited ?? false).toBe(!isKnown)
      if (!isKnown) await expect(demandAllowed({ kind: 'capture', source: 'microphone' })).rejects.toThrow('is waiting')
      await browser.storage.managed.set({ serverUrl })
      await all
      expect(hosts(), `delay ${delayMs} ms`).toEqual([new URL(serverUrl).host])
    }
  },
)

test('the last policy counts if the browser delivers none within a minute', async () => {
  installAs('admin')
  await start({ policy: { serverUrl } })
  const all = sendEverything()
  await vi.advanceTimersByTimeAsync(lateMs - 1000)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  await all
  expect(hosts()).toEqual([new URL(serverUrl).host])
})

test('a broken policy file sets nobody free: the last policy stays, and the settings say so', async () => {
  installAs('admin')
  await start({})
  const { organisationPolicy } = await import('./policy.ts')
  await browser.storage.managed.set({ serverUrl, captureSources: ['microphone'] })
  const end = organisationPolicy.watch(() => undefined)
  await vi.advanceTimersByTimeAsync(lateMs)
  await browser.storage.managed.clear()
  const { policy, problems } = await organisationPolicy.read()
  expect(policy).toEqual({ serverUrl, captureSources: ['microphone'] })
  expect(problems.map(({ key }) => key)).toEqual(['policy'])
  await sendEverything()
  expect(hosts()).toEqual([new URL(serverUrl).host])
  end()
})

test.each(['normal', 'development'] as const)('a package of a person (%s) never waits', async (installType) => {
  installAs(installType)
  await start({})
  await sendEverything()
  expect(hosts()).toEqual([new URL(defaultUrl).host])
})

test('a package of an organisation knows only its server, and waits for a policy however it was installed', async () => {
  vi.stubEnv('WXT_ORGANISATION_SERVER', serverUrl)
  vi.stubEnv('WXT_ORGANISATION_MANAGED', 'true')
  installAs('normal')
  await start({ settings: { serverUrl: defaultUrl } })
  const all = sendEverything()
  await vi.advanceTimersByTimeAsync(longestDelayMs)
  expect(sent).toEqual([])
  await browser.storage.managed.set({ popupButton: false })
  await all
  expect(hosts()).toEqual([new URL(serverUrl).host])
  const { organisationPolicy } = await import('./policy.ts')
  await browser.storage.managed.set({ serverUrl: 'https://old.clinic.example' })
  expect((await organisationPolicy.read()).problems).toEqual([
    { key: 'serverUrl', message: `This package of Chartside works only with ${serverUrl}.` },
  ])
  sent = []
  await sendEverything()
  expect(sent).toEqual([])
})
