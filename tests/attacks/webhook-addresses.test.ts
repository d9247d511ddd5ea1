import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kindOfAddress, resolveByDns } from '../../server/effects/outbound/index.ts'
import { webhooks } from '../../server/store/schema/index.ts'
import { type FakeDns, startFakeDns } from '../fakes/dns-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts'
import { asking } from '../server/administrator.ts'
import { refusal } from '../server/ask.ts'
import { good, newPartner, type Partner } from '../server/partner.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { addWebhook, deliveriesOf } from '../server/webhook-world.ts'

describe('an address is forbidden', () => {
  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.1.2.3',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'fe80::1%eth0',
    'localhost',
    '',
  ])('%s', (address) => {
    expect(kindOfAddress(address, [])).toBe('forbidden')
  })

  test.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111'])('but not %s', (address) => {
    expect(kindOfAddress(address, [])).toBe('public')
  })

  test('unless the settings permit its range, which permits nothing else', () => {
    const ranges = ['10.1.2.0/24', 'fd00:1::/64']
    const kinds = ['10.1.2.3', 'fd00:1::5', '10.1.3.1', 'fd00:2::1', '127.0.0.1', '::ffff:10.1.2.3']
    expect(kinds.map((address) => kindOfAddress(address, ranges))).toEqual([
      'permitted',
      'permitted',
      'forbidden',
      'forbidden',
      'forbidden',
      'forbidden',
    ])
  })
})

// The settings of the server permit webhooks on 127.0.0.1. The tests use 127.0.0.2 as an example of an address that is
// not permitted.
const permitted = '127.0.0.1'
const forbidden = '127.0.0.2'

describe('with a name whose address changes', () => {
  let dns: FakeDns
  let server: TestServer
  let partner: Partner
  let open: WebhookReceiver
  let inner: WebhookReceiver
  beforeAll(async () => {
    dns = await startFakeDns()
    const resolveName = resolveByDns([dns.address])
    server = await startTestServer({ env: { WEBHOOK_PRIVATE_RANGES: `${permitted}/32` }, deps: { resolveName } })
  })
  afterAll(async () => {
    await server.close()
    await dns.close()
  })
  beforeEach(async () => {
    partner = await newPartner(server)
    open = await startWebhookReceiver({ host: permitted })
    inner = await startWebhookReceiver({ host: forbidden, port: open.port })
    dns.asked = []
  })
  afterEach(async () => {
    // Delete the webhooks. Otherwise the next try of a delivery would ask the DNS server during the next test.
    await server.store.database.delete(webhooks).where(eq(webhooks.accessId, partner.accessId))
    await open.stop()
    await inner.stop()
  })

  /** Sends a test event to a new webhook with this host, and waits until the event was tried once. */
  async function tryOnce(host: string) {
    const { webhookId } = await addWebhook(server, partner, `http://${host}:${open.port}/hooks`)
    good(await asking(server, partner.owner)(`POST /api/user/access/webhooks/test/${partner.accessId}/${webhookId}`))
    const only = async () => (await deliveriesOf(server, partner, webhookId))[0]
    await expect.poll(async () => (await only())?.tries).toBe(1)
    return only()
  }
  const name = () => `${randomUUID()}.rebind.example`

  test('the connection goes to the address that was checked, with one look-up only', async () => {
    dns.answers = [[permitted], [forbidden]]
    const host = name()
    expect(await tryOnce(host)).toMatchObject({ status: 'delivered' })
    expect([dns.asked, open.accepted().length, inner.connections]).toEqual([[host], 1, 0])
    expect(open.received[0]?.headers.host).toBe(`${host}:${open.port}`)
  })

  test.each([
    ['the first answer is forbidden', [[forbidden], [permitted]]],
    ['one of several is forbidden', [[permitted, forbidden]]],
    ['one of several is forbidden, in the other order', [[forbidden, permitted]]],
  ])('nothing is sent if %s', async (_, answers) => {
    dns.answers = answers
    expect(await tryOnce(name())).toMatchObject({ status: 'waiting', lastTry: { problem: 'address' } })
    expect([dns.asked.length, open.connections, inner.connections]).toEqual([1, 0, 0])
  })

  test('a later try looks the name up again, and checks again', async () => {
    dns.answers = [[permitted], [forbidden]]
    open.react = () => 500
    const delivery = await tryOnce(name())
    expect(delivery).toMatchObject({ lastTry: { problem: 'status', answerStatus: 500 } })
    const replay = `POST /api/user/access/webhooks/replay/${partner.accessId}/${delivery?.deliveryId}`
    good(await asking(server, partner.owner)(replay))
    await expect.poll(() => dns.asked.length).toBe(2)
    const { items } = good(
      await asking(server, partner.owner)(`GET /api/user/access/webhooks/list/${partner.accessId}`),
    )
    const last = async () => (await deliveriesOf(server, partner, items[0].webhookId))[0]
    await expect.poll(last).toMatchObject({ lastTry: { problem: 'address' } })
    expect([open.connections, inner.connections]).toEqual([1, 0])
  })

  test('a name without an address is told', async () => {
    dns.answers = [[]]
    expect(await tryOnce(name())).toMatchObject({ status: 'waiting', lastTry: { problem: 'name' } })
  })

  test.each(['127.0.0.2', '2130706434', '0x7f000002', '127.2', '[::ffff:127.0.0.2]', '[::]', '0.0.0.0'])(
    'the address %s, written into the webhook, gets no connection',
    async (host) => {
      expect(await tryOnce(host)).toMatchObject({ status: 'waiting', lastTry: { problem: 'address' } })
      expect([dns.asked, open.connections, inner.connections]).toEqual([[], 0, 0])
    },
  )

  test('a redirect to a forbidden address is not followed', async () => {
    dns.answers = [[permitted]]
    open.react = () => ({ redirect: inner.url })
    expect(await tryOnce(name())).toMatchObject({ lastTry: { problem: 'status', answerStatus: 302 } })
    expect([open.received.length, inner.connections]).toEqual([1, 0])
  })

  test('a proxy of the environment is not used', async () => {
    dns.answers = [[permitted]]
    const proxies = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']
    for (const each of proxies) process.env[each] = inner.url
    try {
      expect(await tryOnce(name())).toMatchObject({ status: 'delivered' })
    } finally {
      for (const each of proxies) delete process.env[each]
    }
    expect(inner.connections).toBe(0)
  })
})

test('without permission for private ranges, no address without encryption is taken, and this machine is never reached', async () => {
  const dns = await startFakeDns([permitted])
  const server = await startTestServer({ deps: { resolveName: resolveByDns([dns.address]) } })
  const receiver = await startWebhookReceiver()
  try {
    const partner = await newPartner(server)
    const call = asking(server, partner.owner)
    const plain = { url: receiver.url, events: ['output.ready'] }
    expect(refusal(await call(`POST /api/user/access/webhooks/add/${partner.accessId}`, plain))).toEqual([
      400,
      'invalid_request',
    ])
    for (const host of [permitted, 'inner.example']) {
      const { webhookId } = await addWebhook(server, partner, `https://${host}:${receiver.port}/`)
      good(await call(`POST /api/user/access/webhooks/test/${partner.accessId}/${webhookId}`))
      const only = async () => (await deliveriesOf(server, partner, webhookId))[0]
      await expect.poll(only).toMatchObject({ tries: 1, lastTry: { problem: 'address' } })
    }
    expect(receiver.connections).toBe(0)
  } finally {
    await server.close()
    await receiver.stop()
    await dns.close()
  }
})
