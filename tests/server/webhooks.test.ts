import { randomUUID } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Generate } from '../../server/generation/request.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts'
import { administrator, asking, auditOf, someone } from './administrator.ts'
import { ask, refusal, smallLayout } from './ask.ts'
import { bearing, good, newPartner, type Partner, tokenOf } from './partner.ts'
import { stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'
import { addWebhook, deliveriesOf, generate, makeCustomer, once, permitting, remove } from './webhook-world.ts'

let server: TestServer
let partner: Partner
let receiver: WebhookReceiver
beforeAll(async () => {
  const generate: Generate = async (request) => {
    if (request.template.name === 'Broken') throw new Error('This note cannot be written.')
    return stating(request)
  }
  server = await startTestServer({ env: permitting, deps: { generate } })
})
afterAll(() => server.close())
beforeEach(async () => {
  partner = await newPartner(server)
  await makeCustomer(server, partner.live)
  receiver = await startWebhookReceiver()
})
afterEach(() => receiver.stop())

const members = () => asking(server, partner.owner)
const path = (name: string, ...ids: string[]) =>
  `/api/user/access/webhooks/${name}/${[partner.accessId, ...ids].join('/')}`
/** The body and the headers of the first request. */
function firstOf({ received }: WebhookReceiver): { body: string; headers: Record<string, string> } {
  const [first] = received
  if (first === undefined) throw new Error('Nothing was received.')
  const headers = Object.entries(first.headers).map(([name, value]) => [name, String(value)])
  return { body: first.body, headers: Object.fromEntries(headers) }
}
const types = () => receiver.accepted().map(({ payload }) => payload.type)

describe('an event', () => {
  test('names the output, the transcript and the customer, and holds no word of them', async () => {
    await addWebhook(server, partner, receiver.url)
    const call = bearing(server, await tokenOf(server, partner.live, 'clinic', 'nurse'))
    const word = `secret${randomUUID().slice(0, 8)}`
    const made = good(
      await call('POST /api/customer/output/generate?wait=30', {
        template: { ...smallLayout, instructions: '' },
        transcript: `Speaker 1: I sleep well, ${word}.`,
        outputIdentifier: 'note-1',
        title: word,
        description: word,
      }),
    )
    await expect.poll(types).toEqual(expect.arrayContaining(['transcript.ready', 'output.ready']))
    const told = receiver.accepted().find(({ payload }) => payload.type === 'output.ready')?.payload
    expect(told).toEqual({
      type: 'output.ready',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        id: made.id,
        outputIdentifier: 'note-1',
        customerIdentifier: 'clinic',
        userIdentifier: 'nurse',
        status: 'ready',
        test: false,
      },
    })
    expect(JSON.stringify(receiver.received)).not.toContain(word)
  })

  test('is signed as Standard Webhooks say, so that a changed body or a foreign secret does not fit', async () => {
    const { secret } = await addWebhook(server, partner, receiver.url, { events: ['output.ready'] })
    await generate(server, partner.live)
    await expect.poll(() => receiver.received.length).toBe(1)
    const { body, headers: signed } = firstOf(receiver)
    expect(new StandardWebhook(secret).verify(body, signed)).toEqual(JSON.parse(body))
    expect(() => new StandardWebhook(secret).verify(body.replace('ready', 'great'), signed)).toThrow()
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    expect(() => new StandardWebhook(other).verify(body, signed)).toThrow()
  })

  test('of a failed output, of a deleted one and of a removed customer are told', async () => {
    await addWebhook(server, partner, receiver.url, { events: ['output.ready', 'output.failed', 'output.deleted'] })
    const broken = await generate(server, partner.live, {
      template: { ...smallLayout, instructions: '', name: 'Broken' },
    })
    await expect.poll(types).toEqual(['output.failed'])
    expect(receiver.received[0]?.payload.data).toMatchObject({ id: broken, status: 'failed' })
    const [first, second] = [await generate(server, partner.live), await generate(server, partner.live)]
    await remove(server, partner.live, first)
    good(await members()(`DELETE /api/user/customers/${partner.accessId}/clinic`))
    const order = (id: string) =>
      receiver
        .accepted()
        .filter(({ payload }) => 'id' in payload.data && payload.data.id === id)
        .map(({ payload }) => payload.type)
    for (const id of [first, second]) await expect.poll(() => order(id)).toEqual(['output.ready', 'output.deleted'])
  })

  test('of a test key is marked', async () => {
    await makeCustomer(server, partner.test)
    await addWebhook(server, partner, receiver.url, { events: ['output.ready'] })
    const [sandbox, live] = [await generate(server, partner.test), await generate(server, partner.live)]
    const marks = () =>
      Object.fromEntries(receiver.accepted().map(({ payload: { data } }) => ('id' in data ? [data.id, data.test] : [])))
    await expect.poll(marks).toEqual({ [sandbox]: true, [live]: false })
  })

  test('that is not wanted, or that belongs to a person or to another organisation, is not sent', async () => {
    const { webhookId } = await addWebhook(server, partner, receiver.url, { events: ['output.deleted'] })
    const other = await newPartner(server)
    await makeCustomer(server, other.live)
    await remove(server, other.live, await generate(server, other.live))
    const body = { text: 'Speaker 1: I sleep well.' }
    good(await members()('POST /api/user/transcripts/submit/text', body))
    const own = await generate(server, partner.live)
    await remove(server, partner.live, own)
    await expect.poll(types).toEqual(['output.deleted'])
    expect(await deliveriesOf(server, partner, webhookId)).toMatchObject([{ subjectId: own, event: 'output.deleted' }])
  })

  test('is not sent if the change that caused it is not committed', async () => {
    const { webhookId } = await addWebhook(server, partner, receiver.url)
    const call = bearing(server, partner.live)
    const draft = { customer_id: 'clinic', text: 'Speaker 1: I sleep well.', transcriptIdentifier: 'visit' }
    good(await call('POST /api/transcripts/submit/text', draft))
    expect(refusal(await call('POST /api/transcripts/submit/text', draft))).toEqual([409, 'conflict'])
    const body = {
      customer_id: 'clinic',
      template: { ...smallLayout, instructions: '' },
      transcript: 'Speaker 1: I sleep well.',
    }
    const key = once()
    const taken = { ...body, outputIdentifier: 'taken' }
    good(await call('POST /api/outputs/generate?wait=30', taken, key))
    good(await call('POST /api/outputs/generate?wait=30', taken, key))
    expect(refusal(await call('POST /api/outputs/generate', taken))).toEqual([409, 'conflict'])
    await expect.poll(() => types().sort()).toEqual(['output.ready', 'transcript.ready', 'transcript.ready'])
    expect(await deliveriesOf(server, partner, webhookId)).toHaveLength(3)
  })
})

describe('a webhook', () => {
  test('shows its secret once, and stores neither secret nor address readably', async () => {
    const key = once()
    const draft = { url: `${receiver.url}?token=hidden-${randomUUID()}`, events: ['output.ready'] }
    const add = () => members()(`POST ${path('add')}`, draft, key)
    const { secret, webhookId, ...shown } = good(await add())
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/)
    expect(refusal(await add())).toEqual([409, 'conflict'])
    const list = good(await members()(`GET ${path('list')}`))
    expect(list.items).toEqual([{ webhookId, ...shown }])
    for (const table of ['webhooks', 'webhook_deliveries', 'idempotency_keys', 'audit_entries']) {
      const { rows } = await server.store.database.execute(`select t::text as row from ${table} t`)
      const hex = (text: string) => Buffer.from(text).toString('hex')
      for (const hidden of [secret, hex(secret), draft.url, hex(draft.url)])
        expect(JSON.stringify(rows)).not.toContain(hidden)
    }
    expect(await auditOf(server, webhookId)).toEqual([['webhook.create', partner.owner.userId, null]])
  })

  test('signs with the earlier secret too after a rotation', async () => {
    const { webhookId, secret } = await addWebhook(server, partner, receiver.url)
    const rotated = good(await members()(`POST ${path('rotate', webhookId)}`))
    expect(Date.parse(rotated.earlierSecretUntil) - Date.now()).toBeGreaterThan(23.9 * 60 * 60_000)
    good(await members()(`POST ${path('test', webhookId)}`))
    await expect.poll(types).toEqual(['webhook.test'])
    const { body, headers } = firstOf(receiver)
    for (const each of [secret, rotated.secret]) new StandardWebhook(each).verify(body, headers)
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (let more = 0; more < 3; more += 1) good(await members()(`POST ${path('rotate', webhookId)}`))
    expect(refusal(await members()(`POST ${path('rotate', webhookId)}`))).toEqual([409, 'conflict'])
  })

  test('that is disabled gets nothing until it is enabled; one that is removed gets nothing more', async () => {
    const { webhookId } = await addWebhook(server, partner, receiver.url, {
      events: ['output.ready', 'output.deleted'],
    })
    receiver.react = () => 503
    const id = await generate(server, partner.live)
    await expect.poll(() => receiver.received.length).toBe(1)
    good(await members()(`POST ${path('update', webhookId)}`, { enabled: false }))
    await remove(server, partner.live, id)
    const [waiting, ...others] = await deliveriesOf(server, partner, webhookId)
    expect([waiting, others]).toEqual([expect.objectContaining({ event: 'output.ready', status: 'waiting' }), []])
    expect(waiting).not.toHaveProperty('nextTryAt')
    for (const call of [path('test', webhookId), path('replay', waiting?.deliveryId ?? '')])
      expect(refusal(await members()(`POST ${call}`))).toEqual([409, 'conflict'])
    receiver.react = () => 200
    good(await members()(`POST ${path('update', webhookId)}`, { enabled: true }))
    await expect.poll(types).toEqual(['output.ready'])

    receiver.react = () => 503
    await generate(server, partner.live)
    await expect.poll(() => receiver.received.length).toBe(3)
    good(await members()(`DELETE ${path('remove', webhookId)}`))
    await generate(server, partner.live)
    const rows = await server.store.database.execute(
      `select 1 from webhook_deliveries where webhook_id = '${webhookId}'`,
    )
    expect([rows.rows, receiver.received.length]).toEqual([[], 3])
  })

  test('is changed, also its address, and an organisation has at most ten', async () => {
    const elsewhere = await startWebhookReceiver()
    const { webhookId } = await addWebhook(server, partner, receiver.url)
    const change = { url: elsewhere.url, events: ['transcript.failed'] }
    expect(good(await members()(`POST ${path('update', webhookId)}`, change))).toMatchObject(change)
    good(await members()(`POST ${path('test', webhookId)}`))
    await expect.poll(() => elsewhere.accepted().length).toBe(1)
    await elsewhere.stop()
    const draft = { url: receiver.url, events: ['output.ready'] }
    const more = await Promise.all(Array.from({ length: 12 }, () => members()(`POST ${path('add')}`, draft)))
    expect(more.filter(({ status }) => status === 201)).toHaveLength(9)
  })

  test.each([
    ['ftp://hooks.example/x'],
    ['https://name:password@hooks.example/x'],
    ['https://hooks.example/#part'],
    ['not an address'],
  ])('does not take the address %s', async (url) => {
    const answer = await members()(`POST ${path('add')}`, { url, events: ['output.ready'] })
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
  })
})

describe('a delivery', () => {
  test('is listed without its content, and is sent again with the same id', async () => {
    const { webhookId } = await addWebhook(server, partner, receiver.url, { events: ['output.ready'] })
    const subjectId = await generate(server, partner.live)
    await expect.poll(types).toEqual(['output.ready'])
    const only = async () => (await deliveriesOf(server, partner, webhookId))[0]
    await expect.poll(only).toMatchObject({ status: 'delivered', tries: 1 })
    const delivery = await only()
    expect(delivery).toEqual({
      deliveryId: receiver.received[0]?.id,
      event: 'output.ready',
      subjectId,
      test: false,
      status: 'delivered',
      tries: 1,
      createdAt: expect.any(String),
      lastTry: { at: expect.any(String), answerStatus: 200, latencyMs: expect.any(Number) },
    })
    good(await members()(`POST ${path('replay', delivery?.deliveryId ?? '')}`))
    await expect.poll(() => receiver.received.map(({ id }) => id)).toEqual([delivery?.deliveryId, delivery?.deliveryId])
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
  })

  test('is listed under its webhook only, and is the only one that is sent again', async () => {
    const [one, other] = [
      await addWebhook(server, partner, receiver.url),
      await addWebhook(server, partner, receiver.url),
    ]
    const sent = async ({ webhookId }: { webhookId: string }) =>
      good(await members()(`POST ${path('test', webhookId)}`)).deliveryId as string
    const [first, second] = [await sent(one), await sent(one)]
    const third = await sent(other)
    const idsOf = async ({ webhookId }: { webhookId: string }) =>
      (await deliveriesOf(server, partner, webhookId)).map(({ deliveryId }) => deliveryId)
    expect([await idsOf(one), await idsOf(other)]).toEqual([[second, first], [third]])
    await expect.poll(() => receiver.received.map(({ id }) => id).sort()).toEqual([first, second, third].sort())
    expect(good(await members()(`POST ${path('replay', second)}`))).toMatchObject({ deliveryId: second })
    await expect.poll(() => receiver.received.length).toBe(4)
    expect(receiver.received.at(-1)?.id).toBe(second)
  })

  test('that waits for its next try is sent at once when somebody asks for it', async () => {
    const { webhookId } = await addWebhook(server, partner, receiver.url)
    receiver.react = () => 500
    const { deliveryId } = good(await members()(`POST ${path('test', webhookId)}`))
    const only = async () => (await deliveriesOf(server, partner, webhookId))[0]
    await expect
      .poll(only)
      .toMatchObject({ status: 'waiting', tries: 1, lastTry: { answerStatus: 500, problem: 'status' } })
    receiver.react = () => 204
    good(await members()(`POST ${path('replay', deliveryId)}`))
    await expect.poll(only).toMatchObject({ status: 'delivered', tries: 1, lastTry: { answerStatus: 204 } })
  })
})

test('somebody of another organisation sees and changes nothing, and an acting administrator makes no webhook', async () => {
  const { webhookId } = await addWebhook(server, partner, receiver.url)
  const { deliveryId } = good(await members()(`POST ${path('test', webhookId)}`))
  const other = await newPartner(server)
  const calls = [
    `GET deliveries ${webhookId}`,
    `POST update ${webhookId}`,
    `DELETE remove ${webhookId}`,
    `POST rotate ${webhookId}`,
    `POST test ${webhookId}`,
    `POST replay ${deliveryId}`,
  ].map((each) => each.split(' '))
  for (const [method, name, id] of calls)
    for (const { accessId, token } of [
      { accessId: other.accessId, token: other.owner.token },
      { accessId: partner.accessId, token: other.owner.token },
      { accessId: partner.accessId, token: (await someone(server)).token },
    ]) {
      const body = method === 'POST' && name === 'update' ? { body: { enabled: false } } : {}
      const call = `${method} /api/user/access/webhooks/${name}/${accessId}/${id}`
      expect([call, ...refusal(await ask(server.url, call, { token, ...body }))]).toEqual([call, 404, 'not_found'])
    }
  const admin = asking(server, await administrator(server))
  const { accessToken } = good(await admin(`POST /api/admin/users/login/${partner.owner.userId}`))
  const acting = bearing(server, accessToken)
  const draft = { url: receiver.url, events: ['output.ready'] }
  for (const [call, body] of [
    [`POST ${path('add')}`, draft],
    [`POST ${path('update', webhookId)}`, draft],
    [`POST ${path('rotate', webhookId)}`, undefined],
  ] as const)
    expect([call, ...refusal(await acting(call, body))]).toEqual([call, 403, 'forbidden'])
})
