import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../lib/contracts/index.ts'
import { ensureLanguageData } from '../../scripts/language-data.ts'
import { ensureSoundDecoder } from '../../scripts/sound-decoder.ts'
import type { SpeechEngine } from '../../server/providers/speech/engine.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { isExhaustive } from '../exhaustive.ts'
import { ask, newPerson, refusal } from '../server/ask.ts'
import { freshDatabase } from '../server/fresh-database.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import {
  deepParagraphs,
  docx,
  emptyParagraphs,
  hiddenDocx,
  pictureBomb,
  scan,
  textBomb,
  twofacedDocx,
} from '../server/transcript-files/make.ts'
import { pictureOf } from '../server/transcript-files/picture-of.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let shared: { url: string; key: Buffer }
let folder: string
let server: TestServer
let token: string
const start = () => startTestServer({ shared, env: { DATA: folder } })
beforeAll(async () => {
  database = await freshDatabase()
  shared = { url: database.url, key: randomBytes(32) }
  folder = await mkdtemp(join(tmpdir(), 'chartside-hostile-'))
  server = await start()
  token = (await newPerson(server.url)).accessToken
})
afterAll(async () => {
  await server.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function send(content: Uint8Array, to = server, by = token) {
  const form = new FormData()
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'a.bin')
  const headers = { authorization: `Bearer ${by}` }
  const url = `${to.url}/api/user/transcripts/submit/file`
  const response = await fetch(url, { method: 'POST', headers, body: form })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const transcript = async (id: string) => (await ask(server.url, `GET /api/user/transcripts/${id}`, { token })).body
const countOf = async () => (await ask(server.url, 'GET /api/user/transcripts', { token })).body.total as number

/** Ids of the child processes of this process that are reading a file. */
function readers(): number[] {
  const children = readdirSync('/proc/self/task').flatMap((thread) => {
    const path = `/proc/self/task/${thread}/children`
    return existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number) : []
  })
  return children.filter((pid) => {
    const command = `/proc/${pid}/cmdline`
    return existsSync(command) && readFileSync(command, 'utf8').includes('document-process')
  })
}

describe('A file made to exhaust the server', () => {
  test('a PDF of many large pictures is refused by the sizes it declares, before any picture is decoded', async () => {
    const bomb = pictureBomb(30)
    expect(bomb.length).toBeLessThan(1024 * 1024)
    const answer = await send(bomb)
    expect(refusal(answer)).toEqual([413, 'too_large'])
    expect(answer.body.message).toBe(
      'A page of this PDF has pictures of more than 50 million pixels. Save the PDF with a lower resolution, or send it in parts.',
    )
    expect(await countOf()).toBe(0)
  })

  const bombs: [string, () => Buffer][] = [
    ['empty paragraphs', () => emptyParagraphs(3_900_000)],
    ['paragraphs in each other', () => deepParagraphs(2_100_000)],
  ]
  test.runIf(isExhaustive('hostile files')).each(bombs)(
    'a Word document of millions of %s is read by a process of its own, and its words are kept',
    async (_, make) => {
      const bomb = make()
      expect(bomb.length).toBeLessThan(1024 * 1024)
      const before = process.memoryUsage.rss()
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss())
      }, 20)
      const answer = await send(bomb)
      clearInterval(watch)
      expect(answer.body).toMatchObject({ status: 'ready', turns: ['Client: Better.'] })
      expect((most - before) / 1024 / 1024).toBeLessThan(500)
      expect(readers()).toEqual([])
      await ask(server.url, `DELETE /api/user/transcripts/${answer.body.id}`, { token })
    },
  )

  test.each([
    ['a PDF of a few kilobytes', () => textBomb(20)],
    ['a Word document', () => docx(Array<string>(30_000).fill('sad and tired and sad again, '.repeat(4)))],
    ['a text', () => Buffer.alloc(limits.transcriptMax + 1, 'sad and tired\n')],
  ])('%s with more words than a transcript may hold is refused', async (_, make) => {
    const answer = await send(make())
    expect(refusal(answer)).toEqual([413, 'too_large'])
    expect(answer.body.message).toBe(
      'This file has more than 2,000,000 characters of text. Split the file and send the parts.',
    )
    expect(await countOf()).toBe(0)
  })

  test.each([
    ['names a part twice', twofacedDocx('Client: Better.', 'Client: Worse.')],
    ['goes on behind the parts it counts', hiddenDocx('Client: Better.', 'Client: Worse.')],
  ])('a Word document whose directory %s is refused', async (_, bytes) => {
    const answer = await send(bytes)
    expect(refusal(answer)).toEqual([415, 'unsupported_type'])
    expect(answer.body.message).toBe('This Word document is damaged. Save it again and send the new file.')
  })
})

describe.skipIf(!ensureLanguageData())('A file whose reader crashes', () => {
  test('twice gets the status failed and a sentence, and no later server tries it again', async () => {
    const picture = await pictureOf(['Client: About five hours a night.'])
    const { body } = await send(picture)
    expect(body.status).toBe('ocr-waiting')
    const killed = new Set<number>()
    // Kills every reader, as the system does when memory runs out.
    const kill = async () => {
      for (const pid of readers()) {
        killed.add(pid)
        process.kill(pid, 'SIGKILL')
      }
      return (await transcript(body.id)).status
    }
    await expect.poll(kill, { interval: 5 }).toBe('failed')
    expect(killed.size).toBe(2)
    expect((await transcript(body.id)).statusText).toBe(
      'This file is too complex to be read. Save the file with a lower resolution, or split it, then add it again.',
    )
    await server.close()
    server = await start()
    expect((await transcript(body.id)).status).toBe('failed')
    // The file is stored, but only its owner can have it tried again.
    const { rows } = await server.store.database.execute('select status from transcript_files')
    expect(rows).toEqual([{ status: 'stored' }])
  })

  test('an ordinary scan is read line by line', async () => {
    const jpeg = await pictureOf(['Therapist: How do you sleep?', 'Client: About five hours a night.'], 'jpeg')
    const { body } = await send(scan(jpeg, { width: 900, height: 300 }))
    expect(body.status).toBe('ocr-waiting')
    await expect.poll(async () => (await transcript(body.id)).status).toBe('ready')
    expect((await transcript(body.id)).turns.join('\n')).toMatch(
      /Therapist: How do you sleep\?\s+Client: About five hours a night\./,
    )
  })
})

describe.skipIf(!(await ensureSoundDecoder()))('The disk of a server that transcribes a compressed file', () => {
  const script = [{ speaker: 0 as const, text: 'How did you sleep?', fromMs: 500, toMs: 1500 }]

  /**
   * A speech engine that processes nothing until it is released, so that the test can look at the disk in the meantime.
   */
  function held() {
    const engine = createScriptedEngine(script)
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const waits: SpeechEngine = {
      ...engine,
      async open(options) {
        const stream = await engine.open(options)
        return {
          ...stream,
          async write(chunk) {
            begun.resolve()
            await gate.promise
            return stream.write(chunk)
          },
        }
      },
    }
    return { engine: waits, begun: begun.promise, goOn: gate.resolve }
  }

  const seconds = isExhaustive('hostile files') ? 600 : 180

  /** Minutes of noise, the same each time. Silence would leave no bytes that the test could search for. */
  function soundFile(name: string): Buffer {
    const path = join(folder, name)
    const source = ['-f', 'lavfi', '-i', `anoisesrc=duration=${seconds}:seed=1:amplitude=0.2`]
    execFileSync('ffmpeg', ['-v', 'quiet', '-y', ...source, '-ar', '16000', path])
    const bytes = readFileSync(path)
    rmSync(path)
    return bytes
  }

  test.each(['a.m4a', 'a.mp3', 'a.ogg'])(
    'holds no part of %s in plain, and the words are transcribed',
    async (name) => {
      const sound = soundFile(name)
      expect(sound.length).toBeGreaterThan(500_000)
      const { engine, begun, goOn } = held()
      const hearing = await startTestServer({
        env: { DATA: folder },
        deps: { speech: { engine, message: null } },
      })
      try {
        const mine = (await newPerson(hearing.url)).accessToken
        const { body } = await send(sound, hearing, mine)
        const get = async () => (await ask(hearing.url, `GET /api/user/transcripts/${body.id}`, { token: mine })).body
        await begun
        const found = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
        const pieces = [0, 100_000, sound.length - 5_000].map((at) => sound.subarray(at, at + 64))
        for (const piece of pieces) expect(found.some((content) => content.includes(piece))).toBe(false)
        goOn()
        await expect.poll(async () => (await get()).status).toBe('ready')
        expect((await get()).turns).toEqual(['Speaker 0: How did you sleep?'])
        expect((await get()).duration).toBeGreaterThan(seconds - 5)
        expect(readdirSync(join(folder, 'spool'))).toEqual([])
      } finally {
        goOn()
        await hearing.close()
      }
    },
  )
})
