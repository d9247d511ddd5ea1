import { randomUUID } from 'node:crypto'
import { limits, type Transcript, type TranscriptFileFields } from '../../../lib/contracts/index.ts'
import { type Caller, ownerOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { openDocument } from '../../providers/reading/document.ts'
import { hasFfmpeg } from '../../providers/reading/ffmpeg.ts'
import { type FileKind, headBytes, kindOf, refusalOf } from '../../providers/reading/file-kind.ts'
import { checkPicture, findLanguageData } from '../../providers/reading/pictures.ts'
import { boundedText, ReaderCrashed, UnreadableFile } from '../../providers/reading/refused.ts'
import { readText } from '../../providers/reading/text.ts'
import { places } from '../../store/places.ts'
import { transcriptFiles, transcripts } from '../../store/schema/index.ts'
import { countUse, refuseOverLimit } from '../access/meters.ts'
import { audit } from '../audit.ts'
import type { Once } from '../idempotency.ts'
import { identifierOf, refuseTaken } from '../identifiers.ts'
import type { Context } from '../index.ts'
import { namedPatient } from '../patient-names.ts'
import { getTranscript } from '../transcripts/index.ts'
import { type TimedTurn, writeTurns } from '../transcripts/turns.ts'
import { announce } from '../webhooks/index.ts'
import { attachObject, putObject } from './objects.ts'
import { keepParts } from './parts.ts'
import { type Spooled, spool } from './spool.ts'
import { checkFiles } from './stored.ts'
import { endNotices, noWords, statusOf, statusTextOf, transcriptMaxOf, turnsOfFile } from './words.ts'

export { type TranscriptFileDeps, transcriptFileWork } from './job.ts'
export { sweepObjects } from './objects.ts'
export { clearSpool } from './spool.ts'
export { retryFile } from './stored.ts'

const readWithinMs = 60_000

const sizeKinds: Record<FileKind, keyof typeof limits.transcriptFileMaxBytes> = {
  text: 'text',
  docx: 'docx',
  pdf: 'pdf',
  image: 'image',
  wav: 'audio',
  mp3: 'audio',
  m4a: 'audio',
  ogg: 'audio',
  webm: 'audio',
  flac: 'audio',
  aac: 'audio',
}
const titles: Record<(typeof sizeKinds)[FileKind], string> = {
  text: 'Text file',
  docx: 'Word document',
  pdf: 'PDF',
  image: 'Picture',
  audio: 'Sound file',
}
const plurals: typeof titles = {
  text: 'Text files',
  docx: 'Word documents',
  pdf: 'PDFs',
  image: 'Pictures',
  audio: 'Sound files',
}

export type FileFields = TranscriptFileFields & { identifier?: string | undefined; diarize?: boolean | undefined }

type LaterKind = (typeof transcriptFiles.$inferInsert)['kind']
/** The turns of a file that was read now. For a file that a job must read later: the kind of the file. */
type Given = { turns: TimedTurn[]; notices: readonly string[] } | { later: LaterKind }

export async function submitFile(
  context: Context,
  principal: Caller,
  fields: FileFields,
  bytes: AsyncIterable<Uint8Array>,
  once: Once,
  signal: AbortSignal,
): Promise<Transcript> {
  const { head, whole } = await peek(bytes)
  if (head.length === 0) throw new Problem('nothing_said', noWords)
  const kind = kindOf(head)
  if (kind === null) throw new Problem('unsupported_type', refusalOf(head))
  await checkBefore(context, principal, kind, fields.language)
  const sizeKind = sizeKinds[kind]
  const limit = { maxBytes: limits.transcriptFileMaxBytes[sizeKind], name: plurals[sizeKind] }
  const file = await spool(context.config.dataFolder, whole, limit)
  try {
    signal.throwIfAborted()
    const most = transcriptMaxOf({ test: principal.kind === 'customer' && principal.test })
    const content = await read(kind, file, { most, language: fields.language }, signal).catch((error: unknown) => {
      throw error instanceof UnreadableFile ? new Problem(error.code, error.message).because(error) : error
    })
    if ('later' in content) checkLater(content.later, fields.language)
    const objectId = 'later' in content ? await putObject(context, file.read(), signal) : null
    const details = { ...fields, title: fields.title || titles[sizeKinds[kind]] }
    const transcript = await once([details, file.digest], async (inside) => {
      const id = await keep(inside, principal, details, { file, objectId }, content)
      return getTranscript(inside, principal, id)
    })
    return transcript as Transcript
  } finally {
    await file.remove()
  }
}

async function peek(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  let length = 0
  while (length < headBytes) {
    const { done, value } = await iterator.next()
    if (done === true) break
    parts.push(value)
    length += value.length
  }
  async function* whole() {
    yield* parts
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { head: Buffer.concat(parts), whole: whole() }
}

/**
 * Throws `too_many_requests` if too many files of the caller wait, and other errors for a file that this server cannot
 * process. Call it before the whole upload is read.
 */
async function checkBefore(context: Context, principal: Caller, kind: FileKind, language: string) {
  const { speech } = context
  await checkFiles(context, principal)
  if (kind === 'image') checkLater(kind, language)
  if (sizeKinds[kind] !== 'audio') return
  if (principal.kind === 'customer' && principal.test)
    throw new Problem(
      'unsupported_type',
      'Sound cannot be sent with a sandbox key, because transcribing costs money. Send text, or use a live key.',
    )
  const { engine, message } = speech
  if (engine === null) throw new Problem('no_engine', message)
  if (!engine.languages.includes(language)) {
    const sentence = `The server cannot transcribe this language. It can transcribe: ${engine.languages.join(', ')}.`
    throw new Problem('invalid_request', sentence, [{ path: 'body.language', message: sentence }])
  }
  if (kind !== 'wav' && !(await hasFfmpeg())) {
    const message = `This server cannot open ${kind} files. Send a WAV file, or ask its administrator to install ffmpeg.`
    throw new Problem('unsupported_type', message)
  }
}

function checkLater(kind: LaterKind, language: string): void {
  if ((kind === 'image' || kind === 'pdf') && findLanguageData(language) === null) {
    const message =
      'This server cannot read text in pictures in this language. Type the text, or ask the administrator of the server to install the data of tesseract for it.'
    throw new Problem('unsupported_type', message)
  }
}

/**
 * Reads the text of a file now, at most `most` characters. For an image, an audio file or a PDF with pictures, returns
 * only its kind, because a job must read it later.
 */
async function read(
  kind: FileKind,
  file: Spooled,
  { most, language }: { most: number; language: string },
  signal: AbortSignal,
): Promise<Given> {
  switch (kind) {
    case 'text': {
      const { text, notices } = readText(await file.whole(), language)
      return givenByText(boundedText(text, most), [...notices, ...endNotices(text)])
    }
    case 'docx':
    case 'pdf':
      return readDocument({ kind, bytes: await file.whole(), language }, most, signal)
    case 'image':
      checkPicture(await file.whole())
      return { later: kind }
    default:
      return { later: kind }
  }
}

async function readDocument(
  { kind, bytes, language }: { kind: 'docx' | 'pdf'; bytes: Buffer; language: string },
  most: number,
  signal: AbortSignal,
): Promise<Given> {
  const tooLong = AbortSignal.timeout(readWithinMs)
  try {
    const document = await openDocument({ kind, bytes, language: null }, AbortSignal.any([signal, tooLong]), {
      answerWithinMs: readWithinMs,
      cpuSeconds: (2 * readWithinMs) / 1000,
    })
    document.close()
    const text = document.pages.map((page) => page.text).join('\n')
    const unread = document.pages.flatMap(({ pictures }, index) => (pictures > 0 ? [index + 1] : []))
    // Without the data for the pictures, the text beside them is still worth reading.
    if (unread.length > 0 && (findLanguageData(language) !== null || text.trim() === '')) return { later: 'pdf' }
    const pictureNotices = unread.map((page) => `Page ${page} has a picture that was not read.`)
    return givenByText(boundedText(text, most), [...document.notices, ...pictureNotices])
  } catch (cause) {
    if (tooLong.aborted)
      throw new UnreadableFile(
        'Reading this file would take too long. Send a smaller file, or send the file in parts.',
        { cause },
      )
    // The reader process died. The upload is refused, because this file is not stored yet and cannot be read again. (If
    // a reader process dies in a job, another attempt reads the stored file again.)
    if (cause instanceof ReaderCrashed) {
      throw new UnreadableFile(
        'This file is too complex to be read. Save the text as a plain text file, or send the file in parts.',
        {
          cause,
        },
      )
    }
    throw cause
  }
}

function givenByText(text: string, notices: readonly string[]): Given {
  const turns = turnsOfFile(text)
  if (turns === null) throw new Problem('nothing_said', noWords)
  return { turns, notices }
}

async function keep(
  context: Context,
  principal: Caller,
  { title, patientId, patientName, language, identifier, diarize = true }: FileFields & { title: string },
  { file, objectId }: { file: Spooled; objectId: string | null },
  content: Given,
): Promise<string> {
  const id = randomUUID()
  const { encryption } = context.store
  const owner = ownerOf(principal)
  const now = context.clock.now()
  const status =
    'turns' in content
      ? statusOf(content.notices)
      : content.later === 'pdf' || content.later === 'image'
        ? 'ocr-waiting'
        : 'transcribing'
  await context.database.transaction(async (tx) => {
    const row = {
      id,
      ...owner,
      identifier: identifierOf(principal, id, identifier),
      diarize,
      title,
      patientId: patientId ?? null,
      ...(await namedPatient({ ...context, database: tx }, owner, places.transcriptPatient(id), patientName)),
      language,
      status,
      statusText: 'turns' in content ? statusTextOf(content.notices) : null,
      createdAt: now,
    } as const
    // The monthly limit of minutes is checked here and not before the upload is read. A repeated call with the same
    // Idempotency-Key must get the stored answer of the first call, even if the limit is now reached.
    if (status === 'transcribing' && principal.kind === 'customer')
      await refuseOverLimit({ ...context, database: tx }, principal, 'minute')
    const rows = await tx
      .insert(transcripts)
      .values({ ...row, updatedAt: now })
      .onConflictDoNothing()
      .returning()
    refuseTaken(rows)
    if ('turns' in content) {
      await writeTurns(tx, encryption, { transcriptId: id, from: 0, turns: content.turns })
      if (status === 'ready') await announce({ ...context, database: tx }, 'transcript.ready', rows)
    } else {
      await tx.insert(transcriptFiles).values({ id, kind: content.later })
      if (objectId === null) await keepParts(tx, encryption, id, file.read())
      else await attachObject({ database: tx }, objectId, id)
      await context.jobs.enqueue(tx, 'transcript-files', id)
    }
    await audit({ ...context, database: tx }, principal, 'transcript.create', id)
    // The transcript is counted at the end of the transaction. The count locks the meter of the organisation until the
    // commit, so every other call that counts for this organisation must wait.
    if (principal.kind === 'customer') await countUse({ ...context, database: tx }, principal, 'transcript', 1)
  })
  return id
}
