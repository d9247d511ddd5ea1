import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate, type Writer } from '../../server/generation/index.ts'
import { spending } from '../../server/services/reports/spending.ts'
import { accessDays } from '../../server/store/schema/index.ts'
import { ask, newPerson } from './ask.ts'
import { bearing, good, newPartner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const fields = [{ id: 'sleep', name: 'Sleep', type: 'string' }]
const transcript = 'Speaker 0: How do you sleep?\nSpeaker 1: Five hours a night.'
const tokens = { inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 100 }
const writer: Writer = {
  name: 'Priced',
  price: { inputPerMillion: 1_000, outputPerMillion: 2_000 },
  followsInstructions: true,
  async *write({ fields, onUsage }) {
    const evidence = [{ turn: 1, quote: 'Five hours a night.' }]
    for (const { id } of fields) yield { id, value: ['Sleeps 5 hours.'], confidence: 1, state: 'stated', evidence }
    onUsage?.(tokens)
  },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ deps: { generate, writers: () => writer } })
})
afterAll(() => server.close())

test('a rewritten field adds its tokens, those of the cache, and its cost to what the note has used', async () => {
  const token = (await newPerson(server.url)).accessToken
  const layout = good(await ask(server.url, 'POST /api/user/layouts', { token, body: { name: 'Note', fields } }))
  const body = { layoutId: layout._id, transcript, patientId: 'P-1' }
  const note = good(await ask(server.url, 'POST /api/user/reports?wait=60', { token, body }))
  expect(note.spent).toEqual([{ slot: 0, model: 'Priced', ...tokens, costUsd: 1.2 }])
  const path = `POST /api/user/reports/${note._id}/fields/sleep/rewrite`
  const rewritten = good(
    await ask(server.url, path, { token, body: { version: note.version, instruction: 'Shorter' } }),
  )
  const twice = { inputTokens: 2_000, cachedInputTokens: 1_200, outputTokens: 200 }
  expect(rewritten.spent).toEqual([{ slot: 0, model: 'Priced', ...twice, costUsd: 2.4 }])
})

test('tokens from and into the cache of the provider have prices of their own', () => {
  const prices = { inputPerMillion: 1_000, outputPerMillion: 2_000, cachedPerMillion: 100, keptPerMillion: 1_250 }
  const counted = { ...tokens, keptInputTokens: 200 }
  const costOf = (price: Writer['price']) => {
    const spent = spending(() => ({ ...writer, ...(price === undefined ? {} : { price }) }))
    spent.add(0, counted)
    return spent.told().spent?.[0]
  }
  expect(costOf(prices)).toEqual({ slot: 0, model: 'Priced', ...tokens, costUsd: 0.2 + 0.06 + 0.25 + 0.2 })
  expect(costOf({ inputPerMillion: 1_000, outputPerMillion: 2_000 })?.costUsd).toBeCloseTo(1.2)
})

test('an example of a customer adds its cost to that of the customer', async () => {
  const partner = await newPartner(server)
  const call = bearing(server, await tokenOf(server, partner.live, 'clinic'))
  good(
    await call('POST /api/customer/template/generate-example', {
      template: { name: 'N', instructions: '', fields },
      transcript,
      context: {},
      outputs: [],
    }),
  )
  const days = await server.store.database.select().from(accessDays).where(eq(accessDays.what, 'cost'))
  expect(days.map(({ accessId, total }) => [accessId, total])).toEqual([[partner.accessId, 1_200_000]])
})
