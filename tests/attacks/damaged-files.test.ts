import puppeteer, { type Browser, type Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.ts'
import { ensureLanguageData } from '../../scripts/language-data.ts'
import { ensureSoundDecoder } from '../../scripts/sound-decoder.ts'
import type { EngineEvent, SpeechEngine } from '../../server/providers/speech/engine.ts'
import { createEventQueue } from '../../server/providers/speech/event-queue.ts'
import { isExhaustive } from '../exhaustive.ts'
import { seeded } from '../generation/lies/random.ts'
import { ask, newPerson } from '../server/ask.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { ensureHeicEncoder } from '../server/transcript-files/heic.ts'
import { type Damage, damageFile, damages } from './damaged-files/damages.ts'
import { type Kind, kinds, makeOriginal, type Words } from './damaged-files/originals.ts'

const rateHz = 16_000
/** Files that are read at the same time. */
const atOnce = 4

/** An engine that says how much sound it heard: one word for each second of it that is loud. */
const counting: SpeechEngine = {
  name: 'counting',
  label: 'Counts the seconds of sound. For tests only.',
  languages: ['en'],
  diarizes: false,
  takesTerms: false,
  channels: 1,
  async open() {
    const queue = createEventQueue<EngineEvent>()
    let loud = 0
    let frames = 0
    return {
      events: queue,
      async write({ pcm }) {
        frames += pcm.length
        for (const sample of pcm) if (Math.abs(sample) > 200) loud++
      },
      async finish() {
        const text = `loud ${Math.round((loud * 10) / rateHz)}`
        if (loud > 0)
          queue.push({
            type: 'segment',
            segment: { channel: 0, text, fromFrame: 0, toFrame: frames, final: true },
          })
        queue.push({ type: 'processed', channel: 0, toFrame: frames })
        queue.end()
      },
      close: () => queue.end(),
    }
  },
  async close() {},
}

interface Case {
  kind: Kind
  damage: Damage
  seed: number
}
const cases: Case[] = kinds.flatMap((kind, row) =>
  damages.flatMap((damage, column) => [1, 2].map((seed) => ({ kind, damage, seed: seed + 10 * column + 100 * row }))),
)
const share = isExhaustive('hostile files') ? cases : cases.filter((_, at) => at % 37 === 5)

let server: TestServer
let browser: Browser
let page: Page
beforeAll(async () => {
  ensureLanguageData()
  ensureHeicEncoder()
  await ensureSoundDecoder()
  server = await startTestServer({ deps: { speech: { engine: counting, message: null } } })
  browser = await puppeteer.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
  page = await browser.newPage()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** Sends a file as a new person, and returns its status and its words when it was read. */
async function read(bytes: Buffer): Promise<{ status: string; why: string; turns: string[] }> {
  const token = (await newPerson(server.url)).accessToken
  const form = new FormData()
  form.set('file', new Blob([bytes as Buffer<ArrayBuffer>]), 'a.bin')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${server.url}/api/user/transcripts/submit/file`, { method: 'POST', headers, body: form })
  const body = await sent.json()
  if (!sent.ok) return { status: `refused ${sent.status}`, why: body.message, turns: [] }
  const get = async () => (await ask(server.url, `GET /api/user/transcripts/${body.id}`, { token })).body
  await expect.poll(async () => (await get()).status, { timeout: 120_000 }).toMatch(/^(ready|incomplete|failed)$/)
  const { status, statusText, turns } = await get()
  await ask(server.url, `DELETE /api/user/transcripts/${body.id}`, { token })
  return { status, why: statusText ?? '', turns }
}

/** True if the words that were read are all that the original file says. */
function isAll(words: Words, turns: readonly string[]): boolean {
  const text = turns.join('\n')
  if ('seconds' in words) {
    const loud = Number(/loud (\d+)/.exec(text)?.[1] ?? 0) / 10
    return loud >= words.seconds * 0.95 - 0.5
  }
  const numbers = text.match(/\d{4,}/g) ?? []
  return JSON.stringify(numbers) === JSON.stringify(words.numbers)
}

interface DamagedFile extends Case {
  bytes: Buffer
  words: Words
  isWhole: boolean
}
async function makeFile(one: Case): Promise<DamagedFile> {
  const { kind, damage, seed } = one
  const original = await makeOriginal(kind, seeded(seed), page)
  const turned = async (degrees: number) => (await makeOriginal(kind, seeded(seed), page, degrees)).bytes
  const bytes = await damageFile(damage, original, seeded(seed + 50), turned)
  return { ...one, bytes: bytes ?? original.bytes, words: original.words, isWhole: bytes === undefined }
}

/** Kinds that are incomplete also without a damage. */
const isAlwaysIncomplete = (kind: Kind) => kind === 'PDF with columns'

/** Returns what is wrong with how a file was read. Null: nothing. */
async function faultOf({ kind, bytes, words, isWhole }: DamagedFile): Promise<string | null> {
  const { status, why, turns } = await read(bytes)
  if (status !== 'ready' && why === '') return `${status} without a reason`
  if (status === 'ready' && !isAll(words, turns)) return `ready with less: ${turns.join(' | ').slice(0, 200)}`
  return isWhole && status !== 'ready' && !isAlwaysIncomplete(kind) ? `whole, but ${status}: ${why}` : null
}

test('no damaged file is ready with less than was there', async () => {
  const files: DamagedFile[] = []
  for (const one of share) files.push(await makeFile(one))
  const faults: string[] = []
  const readNext = async () => {
    for (let file = files.shift(); file !== undefined; file = files.shift()) {
      const fault = await faultOf(file)
      if (fault !== null) faults.push(`${file.kind}, ${file.damage}, seed ${file.seed}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readNext))
  expect(faults).toEqual([])
}, 1_800_000)
