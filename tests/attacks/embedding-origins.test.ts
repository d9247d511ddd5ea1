import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proofFileName, proofRecordName, proofRecordPrefix } from '../../lib/contracts/index.ts'
import { readProofFile, resolveByDns, resolveTextByDns } from '../../server/effects/outbound/index.ts'
import { type FakeDns, startFakeDns } from '../fakes/dns-server.ts'
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts'
import { asking } from '../server/administrator.ts'
import { ask, refusal } from '../server/ask.ts'
import { good, newPartner, type Partner } from '../server/partner.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'

const forbidden = '127.0.0.2'
let dns: FakeDns
let server: TestServer
let clinic: Partner
let thief: Partner
let origin: string
beforeAll(async () => {
  dns = await startFakeDns([forbidden])
  const servers = [dns.address]
  server = await startTestServer({
    deps: { resolveName: resolveByDns(servers), resolveText: resolveTextByDns(servers) },
  })
  clinic = await newPartner(server)
  thief = await newPartner(server)
})
afterAll(async () => {
  await server.close()
  await dns.close()
})
let made = 0
beforeEach(() => {
  made += 1
  origin = `https://clinic-${made}.example`
  dns.answers = [[forbidden]]
  dns.texts.clear()
})

const list = async ({ accessId, owner }: Partner, origins = [origin]) =>
  good(await asking(server, owner)(`POST /api/user/access/update/${accessId}`, { origins }))
const check = ({ accessId, owner }: Partner, checked = origin) =>
  asking(server, owner)(`POST /api/user/access/origins/check/${accessId}`, { origin: checked })
const publish = (...owners: Partner[]) =>
  dns.texts.set(proofRecordName(origin), [
    'v=spf1 -all',
    ...owners.map(({ accessId }) => `${proofRecordPrefix}${accessId}`),
  ])
const isListed = async ({ accessId }: Partner, asked = origin): Promise<boolean> =>
  good(await ask(server.url, `GET /api/access/embedding/${accessId}?origin=${encodeURIComponent(asked)}`)).listed
const stateOf = async ({ accessId, owner }: Partner) => {
  const { embedding } = good(await asking(server, owner)(`GET /api/user/access/get/${accessId}`))
  return embedding.find((one: { origin: string }) => one.origin === origin)
}

test('a thief who lists the origin of a clinic opens no frame there; the clinic does, once its DNS names it', async () => {
  await list(thief)
  expect(await isListed(thief)).toBe(false)
  good(await check(thief))
  expect(await stateOf(thief)).toMatchObject({ state: 'unproven', problem: expect.any(String) })
  await list(clinic)
  publish(clinic)
  expect(await isListed(clinic)).toBe(false)
  good(await check(clinic))
  expect(await stateOf(clinic)).toMatchObject({ state: 'proven', provenBy: 'dns', words: false })
  good(await check(thief))
  expect([await isListed(clinic), await isListed(thief)]).toEqual([true, false])
})

test('an origin belongs to one organisation: the second is told, also if both check at the same time', async () => {
  await list(clinic)
  await list(thief)
  publish(clinic, thief)
  const answers = await Promise.all([check(clinic), check(thief)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const second = answers.find(({ status }) => status === 409)
  expect(second?.body.message).toContain(`${origin} belongs to another developer organisation`)
  expect([await isListed(clinic), await isListed(thief)].sort()).toEqual([false, true])
})

test('an origin moves only after its proof no longer names the first organisation', async () => {
  await list(clinic)
  publish(clinic)
  good(await check(clinic))
  await list(thief)
  publish(clinic, thief)
  expect(refusal(await check(thief))).toEqual([409, 'conflict'])
  expect(await isListed(clinic)).toBe(true)
  publish(thief)
  good(await check(thief))
  expect([await isListed(clinic), await isListed(thief)]).toEqual([false, true])
  expect(await stateOf(clinic)).toMatchObject({ state: 'unproven', problem: 'moved' })
  // The first organisation gives the address up for the second.
  await list(thief, [])
  publish(clinic)
  good(await check(clinic))
  expect(await isListed(clinic)).toBe(true)
})

test('the own computer needs no proof, and an origin that is not listed is not checked', async () => {
  const local = 'http://localhost:3000'
  await list(clinic, [local])
  await list(thief, [local])
  expect([await isListed(clinic, local), await isListed(thief, local)]).toEqual([true, true])
  dns.asked = []
  expect(refusal(await check(clinic))).toEqual([404, 'not_found'])
  good(await check(clinic, local))
  expect(dns.asked).toEqual([])
})

test('a record of a name above or below, or with more text, proves nothing', async () => {
  await list(thief)
  const { hostname } = new URL(origin)
  const value = `${proofRecordPrefix}${thief.accessId}`
  for (const [name, text] of [
    [hostname, value],
    ['_chartside.example', value],
    [`_chartside.www.${hostname}`, value],
    [`_chartside.${hostname}`, `${value}0`],
    [`_chartside.${hostname}`, thief.accessId],
  ] as const) {
    dns.texts.clear()
    dns.texts.set(name, [text])
    good(await check(thief))
    expect([name, text, await isListed(thief)]).toEqual([name, text, false])
  }
})

test.each(['inner.example', forbidden, '2130706434', '[::ffff:127.0.0.2]', '10.0.0.1', '169.254.169.254'])(
  'the check of https://%s reaches no internal address',
  async (host) => {
    const inner = await startWebhookReceiver({ host: forbidden })
    try {
      origin = new URL(`https://${host}:${inner.port}`).origin
      await list(thief)
      good(await check(thief))
      expect(await stateOf(thief)).toMatchObject({ state: 'unproven', problem: 'address' })
      expect(inner.connections).toBe(0)
    } finally {
      await inner.stop()
    }
  },
)

describe('the file', () => {
  const id = '11111111-1111-4111-8111-111111111111'
  /** Serves one answer and reads the proof from it. Only this machine is permitted. */
  async function read(answer: Parameters<typeof createServer>[1], withinMs = 5_000) {
    const paths: string[] = []
    const http = createServer((request, response) => {
      paths.push(request.url ?? '')
      answer?.(request, response)
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    try {
      const published = await readProofFile(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
        resolve: async () => [],
        privateRanges: ['127.0.0.1/32'],
        signal: new AbortController().signal,
        withinMs,
      })
      return { published, paths }
    } finally {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    }
  }

  test('names organisations, one on each line', async () => {
    const { published, paths } = await read((_, response) => response.end(`${id}\r\n\n ${id.replace('1', '2')}`))
    expect(published).toEqual({ accessIds: [id, '', id.replace('1', '2')] })
    expect(paths).toEqual([proofFileName])
  })

  test('proves nothing if the id stands within other text', async () => {
    const { published } = await read((_, response) => response.end(`<p>${id}</p>`))
    expect(published).toEqual({ accessIds: [`<p>${id}</p>`] })
  })

  test('is not looked for where a redirect points', async () => {
    const { published, paths } = await read((_, response) => response.writeHead(302, { location: '/other' }).end())
    expect([published, paths]).toEqual([{ problem: 'status' }, [proofFileName]])
  })

  test('is not read beyond its largest size, also if it never ends', async () => {
    const { published } = await read((_, response) => {
      const more = () => response.write(`${id}\n`.repeat(100), () => !response.destroyed && setImmediate(more))
      more()
    })
    expect(published).toEqual({ problem: 'too-large' })
  })

  test.each([
    ['no answer', () => undefined],
    ['a body that never ends', (_: unknown, response: { write(text: string): void }) => response.write(`${id}\n`)],
  ])('is given up after the time limit with %s', async (_, answer) => {
    const { published } = await read(answer as Parameters<typeof createServer>[1], 300)
    expect(published).toEqual({ problem: 'timeout' })
  })
})
