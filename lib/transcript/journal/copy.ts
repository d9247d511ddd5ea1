import { z } from 'zod'
import { confirmedConsent } from '../../contracts/consent.ts'
import { wrappedRecordingKey } from '../../contracts/recording-key.ts'
import { fromBase64, toBase64 } from './cipher.ts'
import { lockName } from './lock.ts'
import type { JournalStore, KeptChunk } from './store.ts'

// A copy is a file: `magic`, the length of the header, the header as JSON, then each chunk with its frame, its number of
// frames and its length. All numbers have 8 bytes, little-endian. The sound, the key and the patient stay encrypted as
// they are in the journal.

const magic = new TextEncoder().encode('Chartside recording 1\n')
const numberBytes = 8
const headBytes = 3 * numberBytes
const headerMax = 100_000
const chunkMax = 1_000_000
const chunksAtOnce = 256

const frame = z.number().int().min(0)
const time = z.number().int().min(0).max(8.64e15)
const header = z.strictObject({
  id: z.uuid(),
  place: z.enum(['session', 'dictation']),
  language: z.string().max(50),
  skipSave: z.boolean(),
  channels: z.union([z.literal(1), z.literal(2)]),
  serverUrl: z.string().max(2000).optional(),
  owner: z.string().max(320).nullish(),
  startedAt: time,
  finishedAt: time.optional(),
  acknowledgedFrame: frame,
  missing: z
    .array(z.object({ fromFrame: frame, endFrame: frame }))
    .max(10_000)
    .readonly()
    .optional(),
  consent: confirmedConsent.nullish(),
  userId: z.string().max(100),
  wrapped: wrappedRecordingKey,
  sealedPatient: z.base64().max(headerMax),
  chunks: z.number().int().min(1),
})

const numbers = (...values: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(Float64Array.from(values).buffer)

async function numbersAt(file: Blob, at: number, count: number): Promise<number[]> {
  const bytes = await file.slice(at, at + count * numberBytes).arrayBuffer()
  return bytes.byteLength < count * numberBytes ? [] : [...new Float64Array(bytes)]
}

/**
 * Returns an encrypted copy of a waiting recording, for a file outside of the browser (product 9.36), and notes the time.
 * Only the server can unwrap its key, for the account that made the recording. Rejects with an Error for the user if the
 * recording is gone, was sent but for parts that cannot be read, or has its key only in this browser.
 */
export async function copyRecording(store: JournalStore, id: string): Promise<Blob> {
  const recording = (await store.recordings()).find((one) => one.id === id)
  const { chunks } = await store.extent(id)
  if (recording === undefined || recording.sent || chunks === 0)
    throw new Error('This recording was already sent or erased. There is nothing to copy.')
  const { key, sealedPatient, sent: _, againAs: _again, copiedAt: _copied, ...rest } = recording
  if (key.kind === 'local') throw new Error(uncopied)
  const parts: Blob[] = []
  let count = 0
  for (let fromFrame = 0; ; ) {
    const read = await store.read(id, fromFrame, chunksAtOnce)
    const last = read.at(-1)
    if (last === undefined) break
    count += read.length
    fromFrame = last.atFrame + 1
    // The browser can move the parts of a blob to the disk, so that a long recording does not fill the memory.
    parts.push(
      new Blob(read.flatMap(({ atFrame, frames, sealed }) => [numbers(atFrame, frames, sealed.byteLength), sealed])),
    )
  }
  const head = new TextEncoder().encode(
    JSON.stringify({
      ...rest,
      userId: key.userId,
      wrapped: key.wrapped,
      sealedPatient: toBase64(sealedPatient),
      chunks: count,
    } satisfies z.input<typeof header>),
  )
  await store.note(id, { copiedAt: Date.now() })
  return new Blob([magic, numbers(head.byteLength), head, ...parts], { type: 'application/octet-stream' })
}

const uncopied =
  'This recording cannot be copied, because its key is only in this browser. Keep this browser profile until the recording was sent.'
const noCopy = 'This file is no copy of a recording. Choose a file that Chartside has saved.'

/**
 * Adds the recording of a copy to the journal. Resolves with the share of its parts that the file holds, 0 to 1: less
 * than 1 if the file is cut off. The recording is listed only after all parts are stored. Rejects with an Error for the
 * user if the file is no copy, or if the recording is still here, is open, or was erased here.
 */
export async function bringBackRecording(
  store: JournalStore,
  file: Blob,
  locks: Pick<LockManager, 'request'> = navigator.locks,
): Promise<number> {
  const start = new Uint8Array(await file.slice(0, magic.length).arrayBuffer())
  if (start.length < magic.length || magic.some((byte, at) => byte !== start[at])) throw new Error(noCopy)
  const [length = 0] = await numbersAt(file, magic.length, 1)
  const from = magic.length + numberBytes
  if (!Number.isInteger(length) || length < 1 || length > headerMax) throw new Error(noCopy)
  const parsed = header.safeParse(parseJson(await file.slice(from, from + length).text()))
  if (!parsed.success) throw new Error(noCopy)
  const { userId, wrapped, sealedPatient, chunks, ...recording } = parsed.data
  return await locks.request(lockName(recording.id), { ifAvailable: true }, async (lock) => {
    const [present, records] = await Promise.all([store.recordings(), store.records()])
    if (lock === null || present.some(({ id }) => id === recording.id))
      throw new Error('This recording is still on this computer. Nothing was changed.')
    if (records.some(({ id }) => id === recording.id))
      throw new Error('This recording was erased on this computer. It cannot be brought back.')
    let stored = 0
    for await (const part of chunksOf(file, from + length)) {
      await store.write(recording.id, part)
      stored += part.length
    }
    if (stored === 0) throw new Error('This copy is cut off. It holds no sound.')
    await store.create({
      ...recording,
      key: { kind: 'wrapped', userId, wrapped },
      sealedPatient: fromBase64(sealedPatient),
      copiedAt: Date.now(),
    })
    return Math.min(1, stored / chunks)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Yields the chunks of a copy until its end, or until the file is cut off. */
async function* chunksOf(file: Blob, start: number): AsyncGenerator<KeptChunk[]> {
  let part: KeptChunk[] = []
  for (let at = start; at < file.size; ) {
    const [atFrame = -1, frames = -1, length = -1] = await numbersAt(file, at, 3)
    const isWhole =
      [atFrame, frames, length].every((each) => Number.isSafeInteger(each) && each >= 0) &&
      length <= chunkMax &&
      at + headBytes + length <= file.size
    if (!isWhole) break
    const from = at + headBytes
    part.push({ atFrame, frames, sealed: new Uint8Array(await file.slice(from, from + length).arrayBuffer()) })
    at = from + length
    if (part.length < chunksAtOnce) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
