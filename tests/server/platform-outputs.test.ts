import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { refusal, smallLayout } from './ask.ts'
import { bearing, good, newPartner, type Partner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let partner: Partner
beforeAll(async () => {
  server = await startTestServer()
  partner = await newPartner(server)
})
afterAll(() => server.close())

const said = 'Speaker 0: How do you sleep?\nSpeaker 1: I sleep well again.'

describe('a customer token', () => {
  test('leads from a transcript and a template to an output with its evidence, cost and latency', async () => {
    const call = bearing(server, await tokenOf(server, partner.live, 'clinic', 'nurse'))
    const template = good(await call('POST /api/customer/template', { ...smallLayout, templateIdentifier: 'progress' }))
    expect(template).toMatchObject({
      templateIdentifier: 'progress',
      customerIdentifier: 'clinic',
      userIdentifier: 'nurse',
    })
    const transcript = good(
      await call('POST /api/customer/transcript/submit/text', { text: said, transcriptIdentifier: 'visit 1/a' }),
    )
    expect(transcript).toMatchObject({ transcriptIdentifier: 'visit 1/a', turns: said.split('\n'), test: false })
    const made = await call('POST /api/customer/output/generate?wait=30', {
      outputIdentifier: 'note-1',
      templateIdentifier: 'progress',
      transcriptIdentifier: 'visit 1/a',
      context: { patient: { name: 'Ana' } },
      description: 'First visit',
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      outputIdentifier: 'note-1',
      templateIdentifier: 'progress',
      transcriptIdentifier: 'visit 1/a',
      status: 'ready',
      description: 'First visit',
      usage: { costUsd: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
      context: { patient: { name: 'Ana' } },
    })
    expect(made.body.results[0].evidence).not.toEqual([])
    const { firstFieldMs, totalMs } = made.body.latency
    expect(totalMs).toBeGreaterThanOrEqual(firstFieldMs)
    expect(made.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    for (const name of ['note-1', made.body.id])
      expect(good(await call(`GET /api/customer/output/${name}`))).toEqual(made.body)
    const list = good(await call('GET /api/customer/output?search=NOTE'))
    expect(list).toMatchObject({ total: 1, items: [{ outputIdentifier: 'note-1' }] })
    const stored = good(await call(`GET /api/customer/transcript/${encodeURIComponent('visit 1/a')}`))
    expect(stored).toEqual(transcript)
  })

  test('says in which language a text is and a note is written; without it, a text is English', async () => {
    const call = bearing(server, await tokenOf(server, partner.live, 'languages'))
    const request = { template: { name: 'Note', fields: smallLayout.fields, language: 'de' }, transcript: said }
    const languageOf = async ({ transcriptIdentifier }: { transcriptIdentifier: string }) =>
      good(await call(`GET /api/customer/transcript/${transcriptIdentifier}`)).language
    const spanish = good(await call('POST /api/customer/output/generate?wait=30', { ...request, language: 'es' }))
    expect(spanish.template).toMatchObject({ language: 'de' })
    expect(await languageOf(spanish)).toBe('es')
    expect(await languageOf(good(await call('POST /api/customer/output/generate?wait=30', request)))).toBe('en')
    const { transcript: _, ...stored } = { ...request, transcriptIdentifier: spanish.transcriptIdentifier }
    const refused = await call('POST /api/customer/output/generate', { ...stored, language: 'es' })
    expect(refusal(refused)).toEqual([400, 'invalid_request'])
    const layout = { ...smallLayout, templateIdentifier: 'in German', language: 'de' }
    expect(good(await call('POST /api/customer/template', layout))).toMatchObject({ language: 'de' })
    const named = { templateIdentifier: 'in German', transcript: said }
    const { template } = good(await call('POST /api/customer/output/generate?wait=30', named))
    expect(template).toMatchObject({ language: 'de' })
  })

  test('finds a row by an identifier in the form of an id, before the row with this id', async () => {
    const call = bearing(server, await tokenOf(server, partner.live, 'clinic-of-ids'))
    const identifier = randomUUID()
    const body = { text: said, transcriptIdentifier: identifier }
    const named = good(await call('POST /api/customer/transcript/submit/text', body))
    expect(good(await call(`GET /api/customer/transcript/${identifier}`))).toEqual(named)
    const other = { text: 'Speaker 0: Hello.', transcriptIdentifier: named.id }
    const confusing = good(await call('POST /api/customer/transcript/submit/text', other))
    expect(good(await call(`GET /api/customer/transcript/${named.id}`))).toEqual(confusing)
  })

  test('edits the description, values and words, and refuses an edit that another one has overtaken', async () => {
    const call = bearing(server, await tokenOf(server, partner.live, 'editing'))
    const { id, version } = good(
      await call('POST /api/customer/output/generate?wait=30', {
        template: { name: 'Note', instructions: '', fields: smallLayout.fields },
        transcript: said,
      }),
    )
    const edit = (body: object) => call(`POST /api/customer/output/edit/${id}`, body)
    const edited = good(await edit({ version, description: 'Changed', values: [{ id: 'mood', value: ['Calm'] }] }))
    expect(edited).toMatchObject({ description: 'Changed', version: version + 1 })
    expect(edited.results.find((one: { id: string }) => one.id === 'mood')).toMatchObject({ value: ['Calm'] })
    expect(refusal(await edit({ version, description: 'Late' }))).toEqual([409, 'changed_meanwhile'])
    expect(good(await edit({ description: '' }))).not.toHaveProperty('description')
    const [{ transcriptIdentifier }] = good(await call('GET /api/customer/transcript')).items
    const corrected = good(
      await call(`PUT /api/customer/transcript/${transcriptIdentifier}`, { text: 'Speaker 1: I sleep badly.' }),
    )
    expect(corrected.turns).toEqual(['Speaker 1: I sleep badly.'])
  })
})

describe('a key as bearer', () => {
  const inside = (more: object) => ({ customer_id: 'bearers', ...more })

  test('names the customer in each call, and deletes what it has made', async () => {
    await tokenOf(server, partner.live, 'bearers', 'u 1')
    const call = bearing(server, partner.live)
    const query = 'customer_id=bearers&user_id=u%201'
    good(
      await call('POST /api/templates/submit', {
        ...smallLayout,
        ...inside({ user_id: 'u 1', templateIdentifier: 't' }),
      }),
    )
    good(
      await call(
        'POST /api/transcripts/submit/text',
        inside({ user_id: 'u 1', text: said, transcriptIdentifier: 's' }),
      ),
    )
    const body = inside({ user_id: 'u 1', templateIdentifier: 't', transcriptIdentifier: 's', outputIdentifier: 'o' })
    good(await call('POST /api/outputs/generate?wait=30', body))
    for (const [noun, id] of [
      ['templates', 't'],
      ['transcripts', 's'],
      ['outputs', 'o'],
    ]) {
      expect(good(await call(`GET /api/${noun}/list?${query}`))).toMatchObject({ total: 1 })
      good(await call(`GET /api/${noun}/get/${id}?${query}`))
    }
    const filtered = (more: string) => call(`GET /api/outputs/list?${query}&${more}`)
    expect(good(await filtered('status=ready&templateIdentifier=t&transcriptIdentifier=s')).total).toBe(1)
    expect(good(await filtered('transcriptIdentifier=other')).total).toBe(0)
    const edit = await call(`POST /api/outputs/edit/o?${query}`, { description: 'For the file' })
    expect(good(edit).description).toBe('For the file')
    for (const [noun, id] of [
      ['templates', 't'],
      ['transcripts', 's'],
      ['outputs', 'o'],
    ]) {
      good(await call(`DELETE /api/${noun}/delete/${id}?${query}`))
      expect(refusal(await call(`GET /api/${noun}/get/${id}?${query}`))).toEqual([404, 'not_found'])
    }
  })

  test('keeps a file as a transcript, once for each Idempotency-Key', async () => {
    await tokenOf(server, partner.live, 'files')
    const send = async (key: string, name: string) => {
      const form = new FormData()
      form.set('file', new Blob([said]))
      const url = `${server.url}/api/transcripts/submit/file?customer_id=files&transcriptIdentifier=${name}`
      const headers = { authorization: `Bearer ${partner.live}`, 'idempotency-key': key }
      const answer = await fetch(url, { method: 'POST', headers, body: form })
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    }
    const [one, two] = await Promise.all([send('k', 'f'), send('k', 'f')])
    expect(good(one)).toMatchObject({ transcriptIdentifier: 'f', turns: said.split('\n') })
    expect(two.body).toEqual(one.body)
    expect(refusal(await send('k', 'g'))).toEqual([409, 'idempotency_mismatch'])
    expect(refusal(await send('other', 'f'))).toEqual([409, 'conflict'])
    for (const wrong of ['', 'k'.repeat(256)]) expect(refusal(await send(wrong, 'h'))).toEqual([400, 'invalid_request'])
    expect(good(await bearing(server, partner.live)('GET /api/transcripts/list?customer_id=files')).total).toBe(1)
  })
})

describe('who sees what', () => {
  test('a customer reads everything of its users and writes only what belongs to none of them', async () => {
    const call = bearing(server, await tokenOf(server, partner.live, 'shared'))
    const nurse = bearing(server, await tokenOf(server, partner.live, 'shared', 'nurse'))
    const text = { text: said, transcriptIdentifier: 'visit' }
    const theirs = good(await nurse('POST /api/customer/transcript/submit/text', text))
    expect(good(await call('GET /api/customer/transcript/visit'))).toEqual(theirs)
    const change = { title: 'Renamed' }
    expect(refusal(await call('PUT /api/customer/transcript/visit', change))).toEqual([404, 'not_found'])
    const own = good(await call('POST /api/customer/transcript/submit/text', { ...text, title: 'Own' }))
    expect(good(await call('GET /api/customer/transcript/visit'))).toEqual(own)
    expect(good(await nurse('GET /api/customer/transcript/visit'))).toEqual(theirs)
    expect(good(await nurse('GET /api/customer/transcript')).total).toBe(1)
    expect(good(await call('GET /api/customer/transcript')).total).toBe(2)
    const doctor = bearing(server, await tokenOf(server, partner.live, 'shared', 'doctor'))
    expect(refusal(await doctor('GET /api/customer/transcript/visit'))).toEqual([404, 'not_found'])
    for (const user of [nurse, doctor])
      await user('POST /api/customer/transcript/submit/text', { ...text, transcriptIdentifier: 'both' })
    expect(refusal(await call('GET /api/customer/transcript/both'))).toEqual([409, 'conflict'])
  })

  test('a test key has customers of its own, even with the same identifiers, and costs nothing', async () => {
    const live = bearing(server, await tokenOf(server, partner.live, 'twin'))
    const sandbox = bearing(server, await tokenOf(server, partner.test, 'twin'))
    const asked = { template: { name: 'Note', instructions: '', fields: smallLayout.fields }, transcript: said }
    const { id } = good(await live('POST /api/customer/output/generate?wait=30', asked))
    expect(refusal(await sandbox(`GET /api/customer/output/${id}`))).toEqual([404, 'not_found'])
    const own = good(await sandbox('POST /api/customer/output/generate?wait=30', asked))
    expect(own).toMatchObject({ status: 'ready', test: true, usage: { costUsd: 0, models: ['The built-in writer'] } })
    expect(good(await live('GET /api/customer/output')).total).toBe(1)
    const long = { text: `Speaker 1: ${'well '.repeat(30_000)}` }
    expect(refusal(await sandbox('POST /api/customer/transcript/submit/text', long))).toEqual([413, 'too_large'])
    expect((await live('POST /api/customer/transcript/submit/text', long)).status).toBe(201)
  })
})

describe('an Idempotency-Key', () => {
  test('makes one output, one count and one answer of parallel calls, for each customer and user apart', async () => {
    const { live, accessId, owner } = await newPartner(server)
    const key = randomUUID()
    const asked = { template: { name: 'Note', instructions: '', fields: smallLayout.fields }, transcript: said }
    const tokens = [
      await tokenOf(server, live, 'a'),
      await tokenOf(server, live, 'a', 'u'),
      await tokenOf(server, live, 'b'),
    ]
    const answers = await Promise.all(
      tokens.flatMap((token) =>
        Array.from({ length: 4 }, () =>
          bearing(server, token)('POST /api/customer/output/generate', asked, { 'idempotency-key': key }),
        ),
      ),
    )
    expect(new Set(answers.map((answer) => good(answer).id)).size).toBe(3)
    const call = bearing(server, tokens[0] ?? '')
    expect(refusal(await call('POST /api/customer/output/generate?wait=1', asked, { 'idempotency-key': key }))).toEqual(
      [409, 'idempotency_mismatch'],
    )
    const dashboard = bearing(server, owner.token)
    const { rows } = good(await dashboard(`GET /api/user/access/dashboard/get/${accessId}?type=usage`))
    const total = (meter: string) =>
      rows
        .filter((row: { meter: string }) => row.meter === meter)
        .reduce((sum: number, row: { total: number }) => sum + row.total, 0)
    expect([total('output'), total('transcript')]).toEqual([3, 3])
  })
})

test('an organisation that starts too many outputs is refused for a while, and every answer names its request', async () => {
  const own = await startTestServer({ deps: { attempts: { ...attemptLimits, expensivePerAccess: 1 } } })
  try {
    const { live, accessId, owner } = await newPartner(own)
    const call = bearing(own, await tokenOf(own, live, 'clinic'))
    const asked = { template: { name: 'Note', instructions: '', fields: [] }, transcript: said }
    const [first, second] = [
      await call('POST /api/customer/output/generate', asked),
      await call('POST /api/customer/output/generate', asked),
    ]
    expect(first.status).toBe(201)
    expect(refusal(second)).toEqual([429, 'too_many_requests'])
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    const audio = new FormData()
    audio.set('file', new Blob([Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(64)])]))
    const headers = { authorization: `Bearer ${live}` }
    const url = `${own.url}/api/transcripts/submit/file?customer_id=clinic`
    const unheard = await fetch(url, { method: 'POST', headers, body: audio })
    expect(unheard.status).toBe(503)
    expect(Number(unheard.headers.get('retry-after'))).toBeGreaterThan(0)
    const unknown = await call('GET /api/nothing')
    const ids = [first, second, unheard, unknown].map((answer) => answer.headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(4)
    expect(ids).not.toContain(null)
    const dashboard = bearing(own, owner.token)
    await expect
      .poll(async () => good(await dashboard(`GET /api/user/access/dashboard/get/${accessId}?type=errors`)).rows)
      .toMatchObject([{ code: 'no_engine' }, { code: 'too_many_requests' }])
  } finally {
    await own.close()
  }
})

test('a key lists, gets and deletes without naming a customer, and reaches no other organisation and no live data from the sandbox', async () => {
  const own = await newPartner(server)
  const call = bearing(server, own.live)
  const made: { id: string; templateIdentifier: string }[] = []
  for (const [customer, user] of [['north'], ['south', 'nurse']] as const) {
    await tokenOf(server, own.live, customer, user)
    const named = { customer_id: customer, ...(user ? { user_id: user } : {}) }
    made.push(
      good(await call('POST /api/templates/submit', { ...smallLayout, templateIdentifier: 'shared', ...named })),
    )
    good(await call('POST /api/transcripts/submit/text', { text: said, transcriptIdentifier: customer, ...named }))
    const request = { template: { name: 'Note', fields: smallLayout.fields }, transcript: said }
    good(await call('POST /api/outputs/generate?wait=30', { ...request, outputIdentifier: `of ${customer}`, ...named }))
  }
  const templates = good(await call('GET /api/templates/list'))
  expect(templates.items.map((one: { customerIdentifier: string }) => one.customerIdentifier).sort()).toEqual([
    'north',
    'south',
  ])
  expect(good(await call('GET /api/templates/list?customer_id=south')).total).toBe(1)
  expect(good(await call('GET /api/outputs/list')).total).toBe(2)
  expect(good(await call('GET /api/outputs/list?templateIdentifier=shared')).total).toBe(0)
  expect(good(await call('GET /api/transcripts/list?search=sou')).items).toMatchObject([{ userIdentifier: 'nurse' }])
  expect(good(await call('GET /api/outputs/get/of%20south'))).toMatchObject({ userIdentifier: 'nurse' })
  expect(refusal(await call('GET /api/templates/get/shared'))).toEqual([409, 'conflict'])
  expect(refusal(await call('GET /api/templates/get/shared?user_id=nurse'))).toEqual([400, 'invalid_request'])
  expect(good(await call(`GET /api/templates/get/${made[1]?.id}`))).toMatchObject({ customerIdentifier: 'south' })

  for (const stranger of [bearing(server, partner.live), bearing(server, own.test)]) {
    for (const kind of ['templates', 'outputs', 'transcripts']) {
      const items = good(await stranger(`GET /api/${kind}/list?limit=100`)).items as { id: string }[]
      expect(items.map(({ id }) => id)).not.toContain(made[0]?.id)
    }
    expect(refusal(await stranger(`GET /api/templates/get/${made[0]?.id}`))).toEqual([404, 'not_found'])
    expect(refusal(await stranger(`DELETE /api/templates/delete/${made[0]?.id}`))).toEqual([404, 'not_found'])
    expect(refusal(await stranger('GET /api/outputs/get/of%20south'))).toEqual([404, 'not_found'])
    expect(refusal(await stranger('DELETE /api/transcripts/delete/south'))).toEqual([404, 'not_found'])
  }
  good(await call(`DELETE /api/templates/delete/${made[1]?.id}`))
  good(await call('DELETE /api/outputs/delete/of%20south'))
  good(await call('DELETE /api/transcripts/delete/south'))
  expect(good(await call('GET /api/templates/get/shared'))).toMatchObject({ customerIdentifier: 'north' })
  expect(good(await call('GET /api/outputs/list')).total).toBe(1)
})

test('the id of a thing of another customer cannot be taken as an identifier', async () => {
  const own = await newPartner(server)
  const call = bearing(server, own.live)
  for (const customer of ['north', 'south']) await tokenOf(server, own.live, customer)
  const first = good(await call('POST /api/templates/submit', { ...smallLayout, customer_id: 'north' }))
  good(await call('POST /api/templates/submit', { ...smallLayout, customer_id: 'south', templateIdentifier: first.id }))
  expect(good(await call(`GET /api/templates/get/${first.id}`))).toMatchObject({ customerIdentifier: 'north' })
})
