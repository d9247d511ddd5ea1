import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { directorySettings } from '../../lib/contracts/index.ts'
import { systemClock } from '../../server/clock.ts'
import { embeddedWriter } from '../../server/generation/index.ts'
import type { Generate } from '../../server/generation/request.ts'
import { allowedWriters } from '../../server/services/allowed-models.ts'
import { seedModels } from '../../server/services/models.ts'
import { as, newDirectory, newUser } from './directory.ts'
import { stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
/** For each field of the last note: the slot (the number of a model) that the generation was asked to use. */
let asked: (number | undefined)[] = []
/** The name of the model that writes fields without a slot, such as the fields of an open form. */
let writesOthers = ''
const watching: Generate = async (request) => {
  writesOthers = request.writers(0).name
  asked = request.template.fields.map(({ model }) => model)
  return stating(request)
}
beforeAll(async () => {
  const models = [0, 3, 7].map((slot) => ({
    slot,
    provider: 'ollama' as const,
    modelId: `model-${slot}`,
    name: `Model ${slot}`,
  }))
  // As in `chooseWriters`, a slot without a model has the writer of slot 0.
  const writers = (asked: number) => {
    const slot = models.some((one) => one.slot === asked) ? asked : 0
    return { ...embeddedWriter, name: `Model ${slot}`, slot }
  }
  server = await startTestServer({ deps: { generate: watching, writers } })
  const configured = models.map((one) => ({
    ...one,
    contextSize: 0,
    price: null,
    reviewer: 'self' as const,
    reasoning: null,
    maxOutputTokens: 0,
    fallbackSlot: null,
  }))
  await seedModels({ database: server.store.database, clock: systemClock }, configured)
})
beforeEach(() => {
  asked = []
})
afterAll(() => server.close())

const layout = {
  name: 'Progress note',
  fields: [
    { id: 'mood', name: 'Mood', type: 'string' },
    { id: 'plan', name: 'Plan', type: 'string', model: 3 },
    { id: 'risk', name: 'Risk', type: 'string', model: 7 },
  ],
}

/**
 * Writes a note as this person. Returns the slot (the number of a model) that the generation was asked to use for each
 * field.
 */
async function slotsOfNote(call: ReturnType<typeof as>) {
  const { body } = await call('POST /api/user/layouts', layout)
  const request = { layoutId: body._id, transcript: 'Speaker 1: I slept well.', patientId: 'P-1' }
  const note = await call('POST /api/user/reports?wait=30', request)
  expect([note.status, note.body.status]).toEqual([201, 'ready'])
  return asked
}
const allow = (call: ReturnType<typeof as>, directoryId: string, models: number[]) =>
  call(`PUT /api/user/directories/settings/${directoryId}`, { ...directorySettings.parse({}), models })

describe('the models of a directory', () => {
  test('write also the fields that ask for another model', async () => {
    const { directoryId, owner } = await newDirectory(server.url)
    const call = as(server.url, owner)
    await allow(call, directoryId, [3, 7])
    expect(await slotsOfNote(call)).toEqual([3, 3, 7])
    await allow(call, directoryId, [7])
    expect(await slotsOfNote(call)).toEqual([7, 7, 7])
  })

  test('are found also if slot 0 has no model', async () => {
    const { directoryId, owner } = await newDirectory(server.url)
    await allow(as(server.url, owner), directoryId, [3, 7])
    const writers = (slot: number) => (slot === 7 ? { ...embeddedWriter, name: 'Model 7', slot } : embeddedWriter)
    const writerOf = await allowedWriters(
      { database: server.store.database, writers },
      { userId: owner.userId, directoryId },
    )
    expect([0, 3, 7].map((slot) => writerOf(slot).name)).toEqual(['Model 7', 'Model 7', 'Model 7'])
  })

  test('do not matter without a list, and without a directory', async () => {
    const { owner } = await newDirectory(server.url)
    expect(await slotsOfNote(as(server.url, owner))).toEqual([undefined, 3, 7])
    expect(await slotsOfNote(as(server.url, await newUser(server.url)))).toEqual([undefined, 3, 7])
  })

  test('write also fields that name no model, such as those of an open form', async () => {
    const { directoryId, owner } = await newDirectory(server.url)
    const call = as(server.url, owner)
    await slotsOfNote(call)
    expect(writesOthers).toBe('Model 0')
    await allow(call, directoryId, [7])
    await slotsOfNote(call)
    expect(writesOthers).toBe('Model 7')
  })

  test('never write with a refused model because the model of their slot was removed', async () => {
    const { directoryId, owner } = await newDirectory(server.url)
    const call = as(server.url, owner)
    await allow(call, directoryId, [5, 7])
    await slotsOfNote(call)
    expect(writesOthers).toBe('Model 7')
    await allow(call, directoryId, [5])
    await slotsOfNote(call)
    expect(writesOthers).toBe(embeddedWriter.name)
    await allow(call, directoryId, [0, 5])
    await slotsOfNote(call)
    expect(writesOthers).toBe('Model 0')
  })

  test('are marked in the list of models', async () => {
    const { directoryId, owner } = await newDirectory(server.url)
    const call = as(server.url, owner)
    await allow(call, directoryId, [3])
    const { body } = await call('GET /api/user/models')
    const refused = body.models
      .filter((one: { refused?: boolean }) => one.refused)
      .map((one: { slot: number }) => one.slot)
    expect(refused).toContain(0)
    expect(refused).toContain(7)
    expect(refused).not.toContain(3)
  })
})
