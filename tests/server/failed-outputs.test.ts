import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '../../lib/contracts/index.ts'
import type { Writer } from '../../server/generation/index.ts'
import { asking } from './administrator.ts'
import { refusal, smallLayout } from './ask.ts'
import { bearing, good, newPartner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const tokens = { inputTokens: 1_000, outputTokens: 100 }
const writer: Writer = {
  name: 'Priced',
  price: { inputPerMillion: 1_000, outputPerMillion: 2_000 },
  write: () => {
    throw new Error('The scripted generation asks no writer.')
  },
}
const asked = {
  template: { name: 'Note', instructions: '', fields: smallLayout.fields },
  transcript: 'Speaker 0: How do you sleep?\nSpeaker 1: I sleep well again.',
}
/** True if the model reports used tokens before the generation fails. */
let isBilled = true
let server: TestServer
beforeAll(async () => {
  const generate = async ({
    onUsage,
  }: {
    onUsage?: (slot: number, counted: typeof tokens, isReview: boolean) => void
  }): Promise<Output> => {
    if (isBilled) onUsage?.(0, tokens, false)
    throw new Error('The model answers with nothing.')
  }
  server = await startTestServer({ deps: { generate, writers: () => writer } })
})
afterAll(() => server.close())

test('a failed output states its cost and tokens, and the dashboard counts both the cost and the failure', async () => {
  isBilled = true
  const { live, accessId, owner } = await newPartner(server)
  const call = bearing(server, await tokenOf(server, live, 'clinic'))
  const failed = good(await call('POST /api/customer/output/generate?wait=30', asked))
  const usage = { costUsd: 1.2, inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 100, models: ['Priced'] }
  expect(failed).toMatchObject({ status: 'failed', results: [], usage })
  const see = async (type: string) =>
    good(await asking(server, owner)(`GET /api/user/access/dashboard/get/${accessId}?type=${type}`)).rows
  expect(await see('cost')).toMatchObject([{ customerIdentifier: 'clinic', costUsd: 1.2 }])
  expect(await see('errors')).toMatchObject([{ customerIdentifier: 'clinic', code: 'output_failed', total: 1 }])
  const document = await call(`GET /api/customer/output/${failed.id}`, undefined, { accept: 'application/fhir+json' })
  expect(refusal(document)).toEqual([409, 'locked'])
  expect(document.body.message).toContain('could not be written')
})

test.each([true, false])('a failed output that a person has completed names no model as its writer', async (billed) => {
  isBilled = billed
  const { live } = await newPartner(server)
  const call = bearing(server, await tokenOf(server, live, 'clinic'))
  const { id, version } = good(await call('POST /api/customer/output/generate?wait=30', asked))
  const values = [{ id: 'mood', value: ['Calm'] }]
  const edited = good(await call(`POST /api/customer/output/edit/${id}`, { version, values }))
  expect(edited).toMatchObject({ status: 'ready', usage: { models: billed ? ['Priced'] : [] } })
  const document = await call(`GET /api/customer/output/${id}`, undefined, { accept: 'application/fhir+json' })
  expect(JSON.stringify(good(document))).not.toContain('Written with')
})
