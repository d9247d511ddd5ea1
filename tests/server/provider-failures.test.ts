import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { directorySettings } from '../../lib/contracts/index.ts'
import { readConfig } from '../../server/config.ts'
import { generate } from '../../server/generation/index.ts'
import { usage } from '../../server/store/schema/index.ts'
import { type FollowedWriters, followWriters } from '../../server/writers.ts'
import { isExhaustive } from '../exhaustive.ts'
import { type HostedModels, hostedEnvironment, hostedRequestId, startHostedModels } from '../fakes/hosted-models.ts'
import type { Protocol } from '../fakes/hosted-wires.ts'
import { notedTurns, notedValue } from '../fakes/note-model.ts'
import { failures, replyOf, type Scenario } from '../fakes/provider-failures.ts'
import { administrator, asking, type Someone, someone } from './administrator.ts'
import { newDirectory } from './directory.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const protocols: Protocol[] = ['openai-compatible', 'anthropic', 'azure', 'bedrock', 'ollama']
const fields = ['Sleep', 'Movement', 'Rest'].map((name) => ({ id: name, name, type: 'string' }))
/** The highest number of slots. */
const slots = 15

let hosted: HostedModels
let server: TestServer
let followed: FollowedWriters
let admin: Someone
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  hosted = await startHostedModels(replyOf)
  const env = { ...hostedEnvironment(hosted.url), MODEL_SILENCE_SECONDS: '4', MODEL_NAME: 'unused' }
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const writers = (slot: number) => followed.writers(slot)
  server = await startTestServer({ env, deps: { generate, writers, log } })
  followed = await followWriters(server.store, readConfig({ ...env, MODEL_RETRY_SECONDS: '0.01' }), log)
  admin = await administrator(server)
})
afterAll(async () => {
  followed.close()
  await server.close()
  await hosted.close()
})

/** The failures that are tried with a protocol: with the first one all, with each other one a different part of them. */
function casesFor(protocol: Protocol): [Scenario, (typeof failures)[Scenario]][] {
  const all = Object.entries(failures) as [Scenario, (typeof failures)[Scenario]][]
  const at = protocols.indexOf(protocol)
  if (at === 0 || isExhaustive('failures of models')) return all
  return all.filter((_, index) => index % (protocols.length - 1) === at - 1)
}

/** Sets the model of a slot, as an administrator does, and waits until the server uses it. */
async function setSlot(slot: number, provider: Protocol, scenario: Scenario): Promise<void> {
  const model = { provider, modelId: scenario, name: `${provider} ${scenario}`, contextSize: 0 }
  const { status } = await asking(server, admin)('POST /api/admin/models', { slot, model })
  expect(status).toBe(200)
  // `expect.poll` cannot be used in `beforeAll`.
  await vi.waitUntil(() => followed.writers(slot).name === model.name, { timeout: 120_000 })
}

/** Creates a note that the model of this slot writes, and waits until it is complete or has failed. */
async function noteOf(slot: number, author: Someone) {
  const call = asking(server, author)
  const layout = await call('POST /api/user/layouts', {
    name: `Note ${randomUUID()}`,
    fields: fields.map((field) => ({ ...field, model: slot })),
  })
  const request = { layoutId: layout.body._id, transcript: notedTurns.join('\n'), patientId: 'P-1' }
  const { body } = await call('POST /api/user/reports?wait=60', request)
  return body
}

describe.each(protocols)('a note written by a model that speaks the protocol of %s', (protocol) => {
  const notes = new Map<Scenario, Awaited<ReturnType<typeof noteOf>>>()
  const cases = casesFor(protocol)
  beforeAll(async () => {
    // Use a new person for each protocol: one person may not have all these notes written within a minute.
    const author = await someone(server)
    const scenarios = cases.map(([scenario]) => scenario)
    for (let at = 0; at < scenarios.length; at += slots) {
      const batch = scenarios.slice(at, at + slots)
      for (const [slot, scenario] of batch.entries()) await setSlot(slot, protocol, scenario)
      await Promise.all(batch.map(async (scenario, slot) => notes.set(scenario, await noteOf(slot, author))))
    }
  }, 120_000)

  test.each(cases)('%s', async (scenario, failure) => {
    const note = notes.get(scenario)
    const used = await server.store.database.select().from(usage).where(eq(usage.outputId, note._id))
    const told = lines.filter(({ outputId }) => outputId === note._id)
    if (failure.ends === 'complete') {
      expect(note).toMatchObject({ status: 'ready', notices: [] })
      expect(note.results.map(({ value }: { value: string[] }) => value)).toEqual(fields.map(() => [notedValue]))
      expect(note.unanswered).toBeUndefined()
      expect(used).toHaveLength(1)
    } else {
      const sentence = typeof failure.ends === 'string' ? failure.ends : failure.ends(protocol)
      expect(note.status).toBe('failed')
      expect(note.statusText).toContain(sentence)
      expect(note.results).toEqual([])
      expect(used).toEqual([])
    }
    expect(told).toHaveLength(failure.lines)
    for (const line of told) {
      expect(line).toMatchObject({ provider: protocol, msg: 'the language model failed' })
      expect(line.requestId).toBe(line.status === null ? null : hostedRequestId)
      expect(JSON.stringify(line)).not.toMatch(/sleep|five hours|provider says/i)
    }
  })

  test('the last failure of a slot is on the page of the administrator', async () => {
    const { models } = (await asking(server, admin)('GET /api/admin/models')).body
    const [last] = models.filter(({ lastFailure }: { lastFailure: unknown }) => lastFailure !== null)
    expect(last).toMatchObject({
      provider: protocol,
      lastFailure: { kind: expect.any(String), at: expect.any(String) },
    })
  })
})

describe('a slot with a fallback', () => {
  const writeWith = async (scenario: Scenario, more: object = {}) => {
    const call = asking(server, admin)
    const writing = { provider: 'anthropic', modelId: scenario, name: `First ${scenario}`, fallbackSlot: 14, ...more }
    const fallback = { provider: 'azure', modelId: 'prose', name: 'Second' }
    await call('POST /api/admin/models', { slot: 14, model: fallback })
    await call('POST /api/admin/models', { slot: 3, model: writing })
    await expect.poll(() => followed.writers(3).fallback?.name).toBe('Second')
    await expect.poll(() => followed.writers(3).name).toBe(writing.name)
    return noteOf(3, await someone(server))
  }

  test.each<Scenario>(['401', '429-always', 'refusal'])('has its note written by it after %s', async (scenario) => {
    const note = await writeWith(scenario)
    expect(note).toMatchObject({ status: 'ready' })
    expect(note.spent).toContainEqual(expect.objectContaining({ slot: 14, model: 'Second' }))
    expect(note.statusText).toBeUndefined()
    expect(note.results.map(({ value }: { value: string[] }) => value)).toEqual(fields.map(() => [notedValue]))
    expect(note.notices).toEqual([
      `The model First ${scenario} did not answer. The model Second wrote “Sleep”, “Movement”, “Rest” instead.`,
    ])
    expect(lines.filter(({ outputId }) => outputId === note._id)).toMatchObject([{ slot: 3, provider: 'anthropic' }])
  })

  test('does not send words to a fallback that the organisation refuses', async () => {
    const { directoryId, owner } = await newDirectory(server.url)
    const settings = { ...directorySettings.parse({}), models: [3] }
    await asking(server, { token: owner.accessToken })(`PUT /api/user/directories/settings/${directoryId}`, settings)
    await writeWith('401')
    const before = hosted.requests.length
    const note = await noteOf(3, { ...admin, token: owner.accessToken })
    expect(note).toMatchObject({ status: 'failed' })
    expect(hosted.requests.slice(before).map(({ ask }) => ask.protocol)).toEqual(['anthropic'])
  })
})

test('the reasoning effort and the longest answer of a slot are sent to its provider', async () => {
  const call = asking(server, admin)
  const model = { provider: 'openai-compatible', modelId: 'prose', name: 'Thinking', maxOutputTokens: 1234 }
  await call('POST /api/admin/models', { slot: 2, model: { ...model, reasoning: 'low' } })
  await expect.poll(() => followed.writers(2).name).toBe('Thinking')
  expect(await noteOf(2, await someone(server))).toMatchObject({ status: 'ready' })
  expect(hosted.requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'low', max_tokens: 1234 })
})
