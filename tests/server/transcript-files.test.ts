import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../lib/contracts/index.ts'
import { ensureSoundDecoder } from '../../scripts/sound-decoder.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { ask, newPerson, refusal, smallLayout } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'
import { columnsPdf, docx, emptyParagraphs, formPdf, pdf, wav, zipBomb } from './transcript-files/make.ts'

const script = [
  { speaker: 0 as const, text: 'How did you sleep?', fromMs: 500, toMs: 1500 },
  { speaker: 0 as const, text: 'About six hours a night.', fromMs: 2000, toMs: 3500 },
]

const hasDecoder = await ensureSoundDecoder()

let server: TestServer
let folder: string
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-files-'))
  const speech = { engine: createScriptedEngine(script), message: null }
  server = await startTestServer({ env: { DATA: folder }, deps: { speech } })
  token = (await newPerson(server.url)).accessToken
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function send(content: Uint8Array | string, fields: Record<string, string> = {}, by = token, name = 'file') {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set(name, new Blob([content as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' }), 'a.bin')
  const headers = { authorization: `Bearer ${by}` }
  const response = await fetch(`${server.url}/api/user/transcripts/submit/file`, {
    method: 'POST',
    headers,
    body: form,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const get = async (id: string) => (await ask(server.url, `GET /api/user/transcripts/${id}`, { token })).body
const countOf = async () => (await ask(server.url, 'GET /api/user/transcripts', { token })).body.total as number
const rowsOf = async (table: string) => {
  const { rows } = await server.store.database.execute(`select count(*)::int as n from ${table}`)
  return rows[0]?.n
}
const spooled = async () => (existsSync(join(folder, 'spool')) ? await readdir(join(folder, 'spool')) : [])
/** Waits until the file is read or has failed. */
async function read(id: string) {
  await expect.poll(async () => (await get(id)).status).toMatch(/^(ready|incomplete|failed)$/)
  return get(id)
}

describe('a file with words', () => {
  test('of text keeps its lines and speakers, its title and its patient', async () => {
    const text = '\ufeffTherapist: How was the week?\r\nClient: Better.\n\nSpeaker 2: I agree.'
    const { status, body } = await send(text, { title: 'Intake', patientId: 'P-7', language: 'en' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'Intake', patientId: 'P-7', language: 'en', status: 'ready' })
    expect(body.turns).toEqual(['Therapist: How was the week?', 'Client: Better.', 'Speaker 2: I agree.'])
    expect((await get(body.id)).turns).toEqual(body.turns)
  })

  test('of text is read in UTF-16 and Windows-1252 too', async () => {
    const wide = await send(Buffer.from('\ufeffClient: naïve', 'utf16le'))
    const old = await send(Buffer.from('Client: na\xefve', 'latin1'))
    expect([wide.body.turns, old.body.turns]).toEqual([['Client: naïve'], ['Client: naïve']])
  })

  test('of Word is read paragraph by paragraph', async () => {
    const { status, body } = await send(await docx(['Therapist: How are you?', 'Client: Tired & sad.']))
    expect([status, body.status, body.title]).toEqual([200, 'ready', 'Word document'])
    expect(body.turns).toEqual(['Therapist: How are you?', 'Client: Tired & sad.'])
  })

  test('of PDF is read by its text layer', async () => {
    const { status, body } = await send(pdf(['Speaker 0: How are you?', 'Speaker 1: Tired.']))
    expect([status, body.status, body.title]).toEqual([200, 'ready', 'PDF'])
    expect(body.turns).toEqual(['Speaker 0: How are you?', 'Speaker 1: Tired.'])
  })
})

describe('a PDF form', () => {
  test('is read with its values beside their labels', async () => {
    const { body } = await send(
      formPdf({ 'Dose in mg:': '7.5', 'Since:': 'May 2021' }, { Smoker: false, Pregnant: true }),
    )
    expect(body).toMatchObject({
      status: 'ready',
      turns: ['Dose in mg: 7.5', 'Since: May 2021', 'Smoker ☐', 'Pregnant ☑'],
    })
  })
})

describe('a file of which a part was not read', () => {
  test('of PDF with text in columns is incomplete, and is read column by column', async () => {
    const { body } = await send(
      columnsPdf(
        ['I take one of 5', 'and in the evening 10', 'of the other one.'],
        ['20 of them are left', 'and I need 30 more', 'before next Friday, please.'],
      ),
    )
    expect(body).toMatchObject({
      status: 'incomplete',
      statusText: expect.stringContaining('Page 1 has text in columns'),
    })
    expect(body.turns.join(' ').match(/\d+/g)).toEqual(['5', '10', '20', '30'])
  })

  const cut = Buffer.from('Client: très fatiguée, éveillée à 3 h, and 2 more é').subarray(0, -1)

  test('is incomplete and says what is missing until a person accepts it', async () => {
    const { body } = await send(cut, { language: 'fr' })
    expect(body).toMatchObject({ status: 'incomplete', statusText: expect.stringContaining('One character') })
    const correct = (change: object) => ask(server.url, `PUT /api/user/transcripts/${body.id}`, { token, body: change })
    await correct({ turns: ['Client: très fatiguée.'] })
    expect((await get(body.id)).status).toBe('incomplete')
    await correct({ complete: true })
    expect(await get(body.id)).toMatchObject({ status: 'ready', turns: ['Client: très fatiguée.'] })
  })

  test('can be requested as a note, which is written when a person accepts the words', async () => {
    const layout = await ask(server.url, 'POST /api/user/layouts', { token, body: smallLayout })
    const { body } = await send(cut, { language: 'fr' })
    const request = { layoutId: layout.body._id, transcriptId: body.id, patientId: 'P' }
    const note = await ask(server.url, 'POST /api/user/reports', { token, body: request })
    expect(note.body.status).toBe('ocr-waiting')
    await ask(server.url, `PUT /api/user/transcripts/${body.id}`, { token, body: { complete: true } })
    await expect
      .poll(async () => (await ask(server.url, `GET /api/user/reports/${note.body._id}`, { token })).body.status)
      .toBe('ready')
  })
})

describe('a sound file', () => {
  test.each([
    ['16 kHz mono', { rateHz: 16_000, channels: 1, bits: 16 }],
    ['44.1 kHz stereo of 24 bits', { rateHz: 44_100, channels: 2, bits: 24 }],
    ['8 kHz of floats', { rateHz: 8000, channels: 1, bits: 32, isFloat: true }],
  ] as const)('of %s is transcribed by the speech engine', async (_, format) => {
    const sent = await send(wav({ ...format, ms: 4000 }))
    expect([sent.status, sent.body.status, sent.body.title]).toEqual([200, 'transcribing', 'Sound file'])
    const heard = await read(sent.body.id)
    expect(heard).toMatchObject({ status: 'ready', turns: ['Speaker 0: How did you sleep? About six hours a night.'] })
    expect(heard.duration).toBeCloseTo(4, 1)
    expect([await rowsOf('transcript_files'), await rowsOf('transcript_file_parts')]).toEqual([0, 0])
  })

  test('that ends before its declared length is incomplete, and its words are kept', async () => {
    const file = wav({ rateHz: 16_000, channels: 1, bits: 16, ms: 4000 })
    file.writeUInt32LE(16_000 * 2 * 9, 40)
    const { body } = await send(file)
    expect(await read(body.id)).toMatchObject({
      status: 'incomplete',
      statusText: 'The file declares 9 s of sound and ends after 4 s.',
      turns: ['Speaker 0: How did you sleep? About six hours a night.'],
    })
  })

  describe.skipIf(!hasDecoder)('of a kind that ffmpeg decodes', () => {
    // So long that a cut file still has whole pages of sound.
    const whole = wav({ rateHz: 16_000, channels: 1, bits: 16, ms: 12_000 })
    const encoded = async (...options: string[]) => {
      const name = join(folder, `sound.${options.at(-1)}`)
      const encoder = spawn('ffmpeg', ['-v', 'error', '-y', '-i', 'pipe:0', ...options.slice(0, -1), name])
      encoder.stdin.end(whole)
      await once(encoder, 'close')
      return readFile(name)
    }
    const withoutLength = ['-write_xing', '0', 'mp3']

    test.each([
      [['mp3']],
      [withoutLength],
      [['ogg']],
      [['webm']],
      [['flac']],
      [['aac']],
      [['-movflags', 'faststart', 'm4a']],
      [['-c:a', 'adpcm_ima_wav', 'wav']],
    ])('%j is read whole, and is incomplete if it was cut', async (options) => {
      const file = await encoded(...options)
      const sent = await send(file)
      expect(await read(sent.body.id)).toMatchObject({
        status: 'ready',
        turns: ['Speaker 0: How did you sleep? About six hours a night.'],
      })
      const cut = await send(file.subarray(0, Math.floor(file.length * 0.7)))
      expect(await read(cut.body.id)).toMatchObject({
        status: 'incomplete',
        statusText: expect.stringMatching(/^(The file declares|This file ends|A part of the sound) .*\.$/),
      })
    })
  })

  test('without speech ends with a sentence, and its file is stored for another attempt', async () => {
    const { body } = await send(wav({ rateHz: 16_000, channels: 1, bits: 16, ms: 300 }))
    expect(await read(body.id)).toMatchObject({
      status: 'failed',
      statusText: 'No text or speech was found in this file.',
      turns: [],
      hasFile: true,
    })
    await ask(server.url, `DELETE /api/user/transcripts/${body.id}`, { token })
    expect(await rowsOf(`transcript_file_parts where file_id = '${body.id}'`)).toBe(0)
  })

  test('that is not transcribed yet can be requested as a note: the note waits, and is written when the words are there', async () => {
    const layout = await ask(server.url, 'POST /api/user/layouts', { token, body: smallLayout })
    const sent = await send(wav({ rateHz: 16_000, channels: 1, bits: 16, ms: 60_000 }))
    const request = { layoutId: layout.body._id, transcriptId: sent.body.id, patientId: 'P' }
    const { status, body } = await ask(server.url, 'POST /api/user/reports', { token, body: request })
    expect(status).toBe(201)
    expect(['ocr-waiting', 'generating']).toContain(body.status)
    await expect
      .poll(async () => (await ask(server.url, `GET /api/user/reports/${body._id}`, { token })).body.status)
      .toBe('ready')
  })
})

describe('a file that is refused', () => {
  test.each([
    [
      'a program',
      Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0\0\0', 'latin1'), Buffer.alloc(2000)]),
      'unsupported_type',
    ],
    ['an AVIF photo', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1'), 'unsupported_type'],
    ['an old or encrypted Word document', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'unsupported_type'],
    ['rich text', Buffer.from('{\\rtf1 hello}'), 'unsupported_type'],
    [
      'text that turns out to be none',
      Buffer.concat([Buffer.alloc(2000, 'a'), Buffer.from([0, 1, 2])]),
      'unsupported_type',
    ],
    ['a zip that is no Word document', Buffer.from('PK\x03\x04 and so on', 'latin1'), 'unsupported_type'],
    ['a damaged PDF', Buffer.from('%PDF-1.4 and no more'), 'unsupported_type'],
    ['nothing', Buffer.alloc(0), 'nothing_said'],
    ['only blanks', Buffer.from(' \n\t\n'), 'nothing_said'],
    ['only a speaker’s name', Buffer.from('Speaker 0: \n'), 'nothing_said'],
    ['a PDF without words', pdf([]), 'nothing_said'],
  ] as const)('%s is refused with a sentence, and nothing is kept', async (_, content, code) => {
    const before = await countOf()
    const answer = await send(content)
    expect(answer.body.code).toBe(code)
    expect(answer.body.message).toMatch(/^[A-Z].*\.$/)
    expect([await countOf(), await spooled()]).toEqual([before, []])
  })

  test('a Word document that unpacks without end is refused', async () => {
    for (const honest of [true, false]) {
      const answer = await send(zipBomb({ honest }))
      expect(refusal(answer)).toEqual([415, 'unsupported_type'])
    }
    expect(await spooled()).toEqual([])
  })

  test.each([
    ['text', 'a', 'Text files can have 8 MB'],
    ['docx', 'PK\x03\x04', 'Word documents can have 25 MB'],
    ['pdf', '%PDF-1.7\n', 'PDFs can have 25 MB'],
    ['image', '\x89PNG\r\n\x1a\n', 'Pictures can have 20 MB'],
  ] as const)(
    'a file of kind %s that is too large is refused with a sentence that names the kind and the limit',
    async (kind, head, told) => {
      const content = Buffer.alloc(limits.transcriptFileMaxBytes[kind] + 1, 'a\n')
      content.write(head, 'latin1')
      const answer = await send(content)
      expect(refusal(answer)).toEqual([413, 'too_large'])
      expect(answer.body.message).toBe(`This file is too large. ${told} at most.`)
      expect(await spooled()).toEqual([])
    },
  )

  test('a Word document whose text unpacks too far is refused with the limit', async () => {
    const answer = await send(emptyParagraphs(6_000_000))
    expect(refusal(answer)).toEqual([413, 'too_large'])
    expect(answer.body.message).toBe(
      'The text of this Word document is larger than 24 MB. Split the document and send the parts.',
    )
  })

  test('another part, no part, or an unknown field is refused', async () => {
    expect(refusal(await send('Hello', {}, token, 'audio'))).toEqual([400, 'invalid_request'])
    expect(refusal(await send('Hello', { folder: 'x' }))).toEqual([400, 'invalid_request'])
    expect(refusal(await send('Hello', { title: 'x'.repeat(limits.nameMax + 1) }))).toEqual([400, 'invalid_request'])
  })

  test('a file from a request without a session is not even read', async () => {
    expect(refusal(await send('Hello', {}, 'nobody'))).toEqual([401, 'session_ended'])
  })
})
