import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureLanguageData } from '../../scripts/language-data.ts'
import { ask, newPerson } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'
import { ensureHeicEncoder, heic, tiledHeic } from './transcript-files/heic.ts'
import { pictureOf, tilesOf } from './transcript-files/picture-of.ts'
import { tiff } from './transcript-files/tiff.ts'

const lines = ['Clinician: How many tablets?', 'Patient: I take 15 in a week.']

let server: TestServer
let token: string
let photo: Buffer
beforeAll(async () => {
  ensureLanguageData()
  ensureHeicEncoder()
  server = await startTestServer()
  token = (await newPerson(server.url)).accessToken
  photo = heic([await pictureOf(lines)])
})
afterAll(() => server?.close())

interface Answer {
  status: string
  message?: string
  statusText?: string
  turns?: string[]
}
/** Sends a picture, and waits until it was read. */
async function read(bytes: Buffer): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob([bytes as Buffer<ArrayBuffer>]), 'IMG_0001')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${server.url}/api/user/transcripts/submit/file`, { method: 'POST', headers, body: form })
  const body = await sent.json()
  if (!sent.ok) return { status: `refused ${sent.status}`, ...body }
  const get = async () => (await ask(server.url, `GET /api/user/transcripts/${body.id}`, { token })).body
  await expect.poll(async () => (await get()).status, { timeout: 60_000 }).not.toBe('ocr-waiting')
  return get()
}
const damaged = { status: 'failed', statusText: expect.stringContaining('This HEIC photo is damaged or was cut.') }

test('a HEIC photo is read', async () => {
  expect(await read(photo)).toMatchObject({ status: 'ready', turns: lines })
})

test('a photo in tiles, as phones store it, is read and turned as it says', async () => {
  const tiles = (await tilesOf(lines, { tilePixels: 512, columns: 2, rows: 1 })).map((tile) => heic([tile]))
  expect(await read(tiledHeic(tiles, 2, 512))).toMatchObject({ status: 'ready', turns: lines })
  const [left, right] = await tilesOf(lines, { tilePixels: 512, columns: 2, rows: 1, isOnSide: true })
  const onSide = [left, right].map((tile) => heic([tile ?? new Uint8Array()]))
  expect(await read(tiledHeic(onSide, 1, 512, 1))).toMatchObject({ status: 'ready', turns: lines })
  // A decoder shows the tile before in place of the missing words.
  const file = tiledHeic(tiles, 2, 512)
  file.fill(0, file.length - 2000, file.length - 1000)
  expect(await read(file)).toMatchObject(damaged)
})

test('every photo of a HEIC file is read, and every page of a TIFF file', async () => {
  const pages = [await pictureOf(lines), await pictureOf(['Clinician: And the other 24?'])]
  const all = { status: 'ready', turns: [...lines, 'Clinician: And the other 24?'] }
  expect(await read(heic(pages))).toMatchObject(all)
  expect(await read(tiff(pages))).toMatchObject(all)
})

test.each([
  ['was cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 500)],
  [
    'has one wrong bit',
    (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === bytes.length - 900 ? byte ^ 16 : byte))),
  ],
  ['ends in zeros', (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.length - 1500)],
])('a HEIC photo that %s is not read', async (_, damage) => {
  expect(await read(damage(photo))).toMatchObject(damaged)
})

test('a HEIC photo with too many pixels is refused before it is decoded', async () => {
  const large = Buffer.from(photo)
  large.writeUInt32BE(600_000, large.indexOf('ispe') + 8)
  expect(await read(large)).toMatchObject({ status: 'refused 413', code: 'too_large' })
  const none = Buffer.from(photo).fill('x', photo.indexOf('ispe'), photo.indexOf('ispe') + 4)
  expect(await read(none)).toMatchObject({ status: 'refused 415' })
})

test('an AVIF photo is refused with the kind that is read', async () => {
  const head = Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1')
  expect(await read(head)).toMatchObject({ status: 'refused 415', message: expect.stringContaining('as a JPEG') })
})
