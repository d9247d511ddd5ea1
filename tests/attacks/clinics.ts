import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type DirectorySettings, directorySettings, socketPath } from '../../lib/contracts/index.ts'
import { systemClock } from '../../server/clock.ts'
import { embeddedWriter } from '../../server/generation/index.ts'
import type { Generate } from '../../server/generation/request.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { deleteExpired } from '../../server/services/retention.ts'
import { licenses } from '../../server/store/schema/index.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { smallLayout } from '../server/ask.ts'
import { as, join, newDirectory, type TestPerson } from '../server/directory.ts'
import { stating } from '../server/scripted-writer.ts'
import { startTestServer } from '../server/start-server.ts'

type Clinic = Awaited<ReturnType<typeof newDirectory>>

/** A rule of an organisation, and how to find out if it holds for a person. */
export interface Rule {
  settings: Partial<DirectorySettings>
  /** The credits of the organisation. Absent: it has no licence. */
  credits?: number
  /** The strongest contrary settings that a person can give an own organisation. */
  contrary: Partial<DirectorySettings>
  holds(person: TestPerson): Promise<boolean>
}

export const ruleNames = ['credits', 'consent', 'models', 'retention', 'hosts'] as const
export type RuleName = (typeof ruleNames)[number]

/** The places in which a person can work. */
export const placeNames = [
  'the clinic',
  'no organisation',
  'an own organisation',
  'an own organisation with contrary rules',
  'another organisation without rules',
  'another organisation with contrary rules',
] as const
export type Place = (typeof placeNames)[number]

const dayMs = 24 * 60 * 60_000

/** Starts a server, and returns everything with which people work under the rules of organisations. */
export async function startClinics() {
  /** The names of the models that wrote the fields of the last note. */
  let writtenBy: string[] = []
  const watching: Generate = (request) => {
    writtenBy = request.template.fields.map(({ model }) => request.writers(model ?? 0).name)
    return stating(request)
  }
  const script = [{ speaker: 0 as const, text: 'How did you sleep?', fromMs: 100, toMs: 800 }]
  const server = await startTestServer({
    deps: {
      generate: watching,
      writers: (slot) => ({ ...embeddedWriter, name: `Model ${slot}`, slot }),
      speech: { engine: createScriptedEngine(script), message: null },
    },
  })
  const call = (person: TestPerson) => as(server.url, person)

  /** Creates an organisation with these settings. */
  async function newClinic(settings: Partial<DirectorySettings> = {}): Promise<Clinic> {
    const clinic = await newDirectory(server.url)
    await change(clinic, settings)
    return clinic
  }

  async function change({ directoryId, owner }: Clinic, settings: Partial<DirectorySettings>): Promise<void> {
    const body = { ...directorySettings.parse({}), ...settings }
    expect((await call(owner)(`PUT /api/user/directories/settings/${directoryId}`, body)).status).toBe(200)
  }

  /** Gives an organisation a licence with this number of credits. */
  const grant = (directoryId: string, credits: number) =>
    server.store.database
      .insert(licenses)
      .values({ id: randomUUID(), product: 'standard', directoryId, documentLimit: credits, sessionLimit: credits })

  /** Writes a note whose fields ask for the models 0 and 7. Returns the answer. */
  async function write(person: TestPerson) {
    const [first, second] = smallLayout.fields
    const layout = await call(person)('POST /api/user/layouts', {
      ...smallLayout,
      fields: [first, { ...second, model: 7 }],
    })
    const request = { layoutId: layout.body._id, transcript: 'Speaker 1: I slept well.', patientId: 'P-1' }
    return call(person)('POST /api/user/reports?wait=30', request)
  }

  /** Records a second of sound without a consent. Returns true if the server has refused it. */
  async function isRecordingRefused(person: TestPerson): Promise<boolean> {
    const { body } = await call(person)('POST /api/user/transcription/ticket')
    const socket = connectRaw(`${server.url.replace('http', 'ws')}${socketPath}`, { ticket: body.ticket })
    await socket.send(startMessage({ channels: 1, diarize: false }))
    await socket.sound(1000, 1)
    await socket.send({ type: 'finish' })
    return (await socket.closed()) !== 1000
  }

  /** Deletes old data as if this many days had passed. */
  async function afterDays(days: number): Promise<void> {
    const { store } = server
    const clock = { ...systemClock, now: () => new Date(Date.now() + days * dayMs) }
    await deleteExpired({ database: store.database, store, clock } as never, new AbortController().signal)
  }

  /** Stores a text, and returns its path. */
  async function keep(person: TestPerson): Promise<string> {
    const { body } = await call(person)('POST /api/user/transcripts/submit/text', { text: 'Speaker 1: I slept well.' })
    return `transcripts/${body.id}`
  }
  const statusOf = async (person: TestPerson, path: string) => (await call(person)(`GET /api/user/${path}`)).status

  const hosts = ['ehr.clinic.example']
  const rules: Record<RuleName, Rule> = {
    credits: { settings: {}, credits: 0, contrary: {}, holds: async (person) => (await write(person)).status === 402 },
    consent: {
      settings: { consent: { required: true, text: 'The patient knows.', version: 3 } },
      contrary: { consent: { required: false, text: 'No.', version: 9 } },
      async holds(person) {
        const { consent } = (await call(person)('GET /api/user/directories/rules')).body
        return consent?.text === 'The patient knows.' && consent.version === 3 && (await isRecordingRefused(person))
      },
    },
    models: {
      settings: { models: [3] },
      contrary: { models: [0, 3, 7] },
      async holds(person) {
        expect((await write(person)).status).toBe(201)
        const { models } = (await call(person)('GET /api/user/directories/rules')).body
        return models?.join() === '3' && writtenBy.join() === 'Model 3,Model 3'
      },
    },
    retention: {
      settings: { retentionDays: { transcripts: 30, outputs: 30 } },
      contrary: { retentionDays: { transcripts: 9000, outputs: 9000 } },
      async holds(person) {
        const words = await keep(person)
        const note = `reports/${(await write(person)).body._id}`
        await afterDays(29)
        expect([await statusOf(person, words), await statusOf(person, note)]).toEqual([200, 200])
        await afterDays(31)
        const after = [await statusOf(person, words), await statusOf(person, note)]
        expect(new Set(after).size).toBe(1)
        return after[0] === 404
      },
    },
    hosts: {
      settings: { allowedHosts: hosts },
      contrary: { allowedHosts: ['mail.example', ...hosts] },
      async holds(person) {
        const { allowedHosts } = (await call(person)('GET /api/user/directories/rules')).body
        return allowedHosts.some((list: string[]) => list.join() === hosts.join())
      },
    },
  }

  const choose = async (person: TestPerson, directoryId: string | null) =>
    expect((await call(person)('POST /api/user/directories/choose', { directoryId })).status).toBe(200)

  /** Where a person works. Each entry moves a member of a clinic there. */
  const places: Record<Place, (person: TestPerson, rule: Rule) => Promise<unknown>> = {
    'the clinic': async () => undefined,
    'no organisation': (person) => choose(person, null),
    async 'an own organisation'(person) {
      await call(person)('POST /api/user/directories', { name: 'Mine' })
    },
    async 'an own organisation with contrary rules'(person, rule) {
      const { body } = await call(person)('POST /api/user/directories', { name: 'Mine' })
      await change({ directoryId: body.directoryId, owner: person }, rule.contrary)
    },
    async 'another organisation without rules'(person) {
      const other = await newClinic()
      await join(server.url, other, [], person)
      await choose(person, other.directoryId)
    },
    async 'another organisation with contrary rules'(person, rule) {
      const other = await newClinic(rule.contrary)
      await join(server.url, other, [], person)
      await choose(person, other.directoryId)
    },
  }

  /** A member of a clinic with this rule, who works in this place. */
  async function memberIn(place: Place, name: RuleName, over: Partial<DirectorySettings> = {}) {
    const rule: Rule = rules[name]
    const clinic = await newClinic({ ...rule.settings, ...over })
    if (rule.credits !== undefined) await grant(clinic.directoryId, rule.credits)
    const member = await join(server.url, clinic)
    await places[place](member, rule)
    return { clinic, member, rule }
  }

  return {
    server,
    call,
    newClinic,
    grant,
    write,
    lastWriters: () => writtenBy,
    afterDays,
    keep,
    statusOf,
    choose,
    rules,
    places,
    memberIn,
  }
}
