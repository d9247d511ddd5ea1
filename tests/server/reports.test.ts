import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReportEvent, reportEvent } from '../../lib/contracts/index.ts'
import { NothingSaidError } from '../../server/generation/index.ts'
import type { Generate } from '../../server/generation/request.ts'
import { ask, newPerson, refusal, smallLayout } from './ask.ts'
import { gated, stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token: string
let layoutId: string
/** The generation that the server runs. Each test sets its own. */
let generation: Generate = stating
beforeAll(async () => {
  server = await startTestServer({ deps: { generate: (request) => generation(request) } })
  token = (await newPerson(server.url)).accessToken
  layoutId = (await ask(server.url, 'POST /api/user/layouts', { token, body: smallLayout })).body._id
})
afterAll(() => server.close())

const words = 'Speaker 1: My mood is better.'
const create = (wait: number, more: object = {}) =>
  ask(server.url, `POST /api/user/reports?wait=${wait}`, {
    token,
    body: { layoutId, transcript: words, patientId: 'MRN 1', ...more },
  })
const get = (id: string) => ask(server.url, `GET /api/user/reports/${id}`, { token })
const countOf = async (table: string) =>
  Number((await server.store.database.execute(`select count(*) as n from ${table}`)).rows[0]?.n)

/** Reads a report's event stream to its end. */
async function eventsOf(id: string, onEvent: (event: ReportEvent) => void = () => {}): Promise<ReportEvent[]> {
  const response = await fetch(`${server.url}/api/user/reports/${id}/events`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events: ReportEvent[] = []
  let rest = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks.filter((one) => one.startsWith('data: '))) {
      const event = reportEvent.parse(JSON.parse(block.slice('data: '.length)))
      events.push(event)
      onEvent(event)
    }
  }
  return events
}

describe('writing a note', () => {
  test('answers at once while the note is being written; later it is ready with results and one credit', async () => {
    const gate = gated()
    generation = gate.generate
    const credits = await countOf('usage')
    const made = await create(0)
    expect([made.status, made.body.status]).toEqual([201, 'generating'])
    expect(made.body).toMatchObject({ patientId: 'MRN 1', title: 'Progress note', results: [] })
    gate.open()
    const events = await eventsOf(made.body._id)
    expect(events.at(-1)).toMatchObject({ type: 'report', report: { status: 'ready' } })
    const { body } = await get(made.body._id)
    expect(body.results.map(({ id, value }: { id: string; value: string[] }) => [id, value])).toEqual([
      ['mood', [words]],
      ['sleeps', [words]],
    ])
    expect(await countOf('usage')).toBe(credits + 1)
  })

  test('waits for the note on request', async () => {
    generation = stating
    expect((await create(20)).body).toMatchObject({ status: 'ready' })
  })

  test('sends each result as it comes, from the beginning, to every client that follows', async () => {
    const gate = gated()
    generation = gate.generate
    const { body } = await create(0)
    const early = eventsOf(body._id, (event) => {
      if (event.type === 'status' && event.status === 'generating') gate.open()
    })
    const late = early.then(() => eventsOf(body._id))
    const kinds = (events: ReportEvent[]) => events.map((event) => event.type).filter((type) => type !== 'status')
    expect(kinds(await early)).toEqual(['result', 'result', 'report'])
    expect(kinds(await late)).toEqual(['result', 'result', 'report'])
    const told = [...(await early), ...(await late)].flatMap((event) => (event.type === 'status' ? [event.status] : []))
    expect(new Set(told)).toEqual(new Set(['generating']))
  })

  test('stores the words as a transcript, and the template as it was', async () => {
    generation = stating
    const own = await ask(server.url, 'POST /api/user/layouts', { token, body: { ...smallLayout, name: 'Old name' } })
    const { body } = await create(20, { layoutId: own.body._id })
    const change = { version: 1, layout: { ...smallLayout, name: 'New name' } }
    await ask(server.url, `PUT /api/user/layouts/${own.body._id}`, { token, body: change })
    await ask(server.url, `DELETE /api/user/layouts/${own.body._id}`, { token })
    expect((await get(body._id)).body.template.name).toBe('Old name')
    const transcript = await ask(server.url, `GET /api/user/transcripts/${body.transcriptId}`, { token })
    expect(transcript.body.turns).toEqual([words])
  })

  test('for a session without any words is refused in plain words, costs nothing and stores nothing', async () => {
    const before = [await countOf('outputs'), await countOf('usage'), await countOf('transcripts')]
    const answer = await create(0, { transcript: 'Speaker 0:\n  \n' })
    expect(refusal(answer)).toEqual([422, 'nothing_said'])
    expect(answer.body.message).toBe('Nothing was said in this session, so there is no note to write.')
    expect([await countOf('outputs'), await countOf('usage'), await countOf('transcripts')]).toEqual(before)
  })

  test('needs words from exactly one source, and only things of the same person', async () => {
    expect(refusal(await create(0, { transcript: undefined }))).toEqual([400, 'invalid_request'])
    const other = await newPerson(server.url)
    const text = { token: other.accessToken, body: { text: words } }
    const theirs = await ask(server.url, 'POST /api/user/transcripts/submit/text', text)
    const stolen = await create(0, { transcript: undefined, transcriptId: theirs.body.id })
    expect(refusal(stolen)).toEqual([404, 'not_found'])
  })

  test.each([
    [new Error('a writer broke over: My mood'), 'The note could not be written. Try again.'],
    [new NothingSaidError(), 'Nothing was said in this session, so there is no note to write.'],
  ])('that fails says so in a plain sentence, and costs nothing', async (error, sentence) => {
    generation = () => Promise.reject(error)
    const credits = await countOf('usage')
    const { body } = await create(20)
    expect(body).toMatchObject({ status: 'failed', statusText: sentence, results: [] })
    expect(await countOf('usage')).toBe(credits)
  })

  test('a repeated call with the same key writes one note and uses one credit', async () => {
    generation = stating
    const credits = await countOf('usage')
    const call = () =>
      ask(server.url, 'POST /api/user/reports?wait=20', {
        token,
        body: { layoutId, transcript: words, patientId: 'MRN 2' },
        headers: { 'idempotency-key': 'one-note' },
      })
    const [first, second] = await Promise.all([call(), call()])
    expect(second.body._id).toBe(first.body._id)
    expect((await call()).body).toMatchObject({ _id: first.body._id, status: 'ready' })
    expect(await countOf('usage')).toBe(credits + 1)
  })
})

describe('a written report', () => {
  const ready = async () => {
    generation = stating
    return (await create(20)).body
  }
  const edit = (id: string, body: object) => ask(server.url, `PUT /api/user/reports/${id}`, { token, body })

  test('can be corrected by hand: the value has no evidence and is marked as entered', async () => {
    const report = await ready()
    const edited = await edit(report._id, {
      version: report.version,
      title: 'My title',
      values: [{ id: 'mood', value: ['Improved.'] }],
    })
    expect(edited.body).toMatchObject({ title: 'My title', version: report.version + 1 })
    expect(edited.body.results[0]).toEqual({
      id: 'mood',
      type: 'string',
      value: ['Improved.'],
      confidence: 1,
      state: 'entered',
      evidence: [],
      flags: [],
    })
    expect(edited.body.results[1]).toEqual(report.results[1])
  })

  test('when two correct the same version, the second one is informed', async () => {
    const report = await ready()
    const change = { version: report.version, title: 'x' }
    const answers = await Promise.all([edit(report._id, change), edit(report._id, change)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('accepts values only for its own fields', async () => {
    const report = await ready()
    const answer = await edit(report._id, { version: report.version, values: [{ id: 'other', value: ['x'] }] })
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
  })

  test('that is signed cannot be changed or deleted', async () => {
    const report = await ready()
    await server.store.database.execute(`update outputs set status = 'signed' where id = '${report._id}'`)
    expect(refusal(await edit(report._id, { version: report.version, title: 'x' }))).toEqual([409, 'locked'])
    const deleted = await ask(server.url, `DELETE /api/user/reports/${report._id}`, { token })
    expect(refusal(deleted)).toEqual([409, 'locked'])
  })

  test('is found by its patient and can be deleted for good', async () => {
    generation = stating
    const { body } = await create(20, { patientId: 'MRN 99' })
    const list = await ask(server.url, 'GET /api/user/reports?patientId=MRN%2099', { token })
    expect(list.body.items).toMatchObject([{ _id: body._id, patientId: 'MRN 99', status: 'ready' }])
    expect(list.body.items[0]).not.toHaveProperty('results')
    await ask(server.url, `DELETE /api/user/reports/${body._id}`, { token })
    expect(refusal(await get(body._id))).toEqual([404, 'not_found'])
    expect(
      (await server.store.database.execute(`select 1 from output_events where output_id = '${body._id}'`)).rows,
    ).toEqual([])
  })

  test('cannot be corrected while it is being written', async () => {
    const gate = gated()
    generation = gate.generate
    const { body } = await create(0)
    expect(refusal(await edit(body._id, { version: 1, title: 'x' }))).toEqual([409, 'locked'])
    gate.open()
    await eventsOf(body._id)
  })
})

test('every write leaves an audit row, and no row contains the words', async () => {
  generation = stating
  const { body } = await create(20, { transcript: 'Speaker 1: These are unmistakable words.' })
  const { rows } = await server.store.database.execute('select * from audit_entries')
  expect(rows.filter((row) => row.subject_id === body._id)).toMatchObject([{ action: 'report.create' }])
  expect(rows.filter((row) => row.subject_id === body.transcriptId)).toMatchObject([{ action: 'transcript.create' }])
  expect(JSON.stringify(rows)).not.toContain('unmistakable')
  const kept = await server.store.database.execute(
    `select encode(request, 'escape') || encode(content, 'escape') as text, source from outputs where id = '${body._id}'`,
  )
  expect(JSON.stringify(kept.rows)).not.toContain('unmistakable')
  expect(kept.rows[0]?.source).toBeNull()
})
