import { and, eq, getTableColumns, type SQL } from 'drizzle-orm'
import {
  type CustomerFileQuery,
  type CustomerTextDraft,
  type CustomerTranscript,
  type CustomerTranscriptChange,
  type ListQuery,
  limits,
} from '../../../lib/contracts/index.ts'
import {
  type ApiKey,
  type Customer,
  changeableBy,
  isListedFor,
  isNamed,
  ownedBy,
  ownerOf,
  theNamed,
} from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { customers, customerUsers, transcripts } from '../../store/schema/index.ts'
import { countUse } from '../access/meters.ts'
import { auditRead } from '../audit.ts'
import type { Once } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { countNewest, isOnPage, matches, type NewestFirst, newestOrder, pageOf } from '../lists.ts'
import { retryFile, submitFile } from '../transcript-files/index.ts'
import { forgetFile } from '../transcript-files/stored.ts'
import {
  correctTranscript,
  deleteTranscript as deleteAny,
  storedFileOf,
  submitText as submitAny,
  toSummary,
} from '../transcripts/index.ts'
import { readTurns, turnsOf } from '../transcripts/turns.ts'
import { ownedIn } from './owned.ts'

const selectRows = ({ database }: Context) =>
  database
    .select({
      ...getTableColumns(transcripts),
      userIdentifier: customerUsers.identifier,
      customerIdentifier: customers.identifier,
    })
    .from(transcripts)
    .innerJoin(customers, eq(customers.id, transcripts.customerId))
    .leftJoin(customerUsers, eq(customerUsers.id, transcripts.customerUserId))

type Row = Awaited<ReturnType<typeof selectRows>>[number]

function summaryOf(context: Context, row: Row, customer: Pick<Customer, 'test'>) {
  const { patientId: _, ...summary } = toSummary(context, row)
  return { ...summary, transcriptIdentifier: row.identifier ?? row.id, ...ownedIn(customer, row) }
}

const find = async (context: Context, customer: Customer, name: string, which: SQL | undefined): Promise<Row> =>
  theNamed(await selectRows(context).where(and(which, isNamed(transcripts, name))), customer, name)

export const findTranscript = (context: Context, customer: Customer, name: string): Promise<Row> =>
  find(context, customer, name, ownedBy(transcripts, ownerOf(customer)))

const findOwn = (context: Context, customer: Customer, name: string): Promise<Row> =>
  find(context, customer, name, changeableBy(transcripts, ownerOf(customer)))

/** Lists the transcripts of a customer or, for a key, of all its customers. */
export async function listTranscripts(context: Context, customer: Customer | ApiKey, query: ListQuery) {
  const list: NewestFirst = {
    table: transcripts,
    id: transcripts.id,
    at: transcripts.createdAt,
    anyOf: [isListedFor(transcripts, customer)],
    where: matches(query.search, transcripts.title, transcripts.identifier),
  }
  const total = await countNewest(context.database, list)
  const rows = await selectRows(context)
    .where(isOnPage(list, query))
    .orderBy(...newestOrder(list))
  return pageOf(
    rows.map((row) => summaryOf(context, row, customer)),
    total,
    query,
  )
}

async function getTranscript(context: Context, customer: Customer, name: string): Promise<CustomerTranscript> {
  const row = await findTranscript(context, customer, name)
  const turns = await readTurns(context.database, context.store.encryption, row.id)
  return { ...summaryOf(context, row, customer), turns, ...(await storedFileOf(context.database, row)) }
}

export async function readTranscript(context: Context, customer: Customer, name: string): Promise<CustomerTranscript> {
  const transcript = await getTranscript(context, customer, name)
  if (transcript.status === 'ready') await forgetFile(context.database, transcript.id)
  await auditRead(context, customer, 'transcript.read', transcript.id)
  return transcript
}

export function refuseLongText({ test }: Pick<Customer, 'test'>, text: string): void {
  const { sandboxTranscriptMax: most } = limits
  if (test && text.length > most)
    throw new Problem('too_large', `With a sandbox key, a transcript can have at most ${most} characters.`)
}

/**
 * Creates a transcript from a text, and counts the transcript for the monthly limit. Throws `nothing_said` if the text
 * has no words, `conflict` if the identifier is taken, `no_credit` if the monthly limit is reached, and `too_large` if
 * the text is too long. `context.database` must be a transaction.
 */
export async function submitText(
  context: Context,
  customer: Customer,
  { text, transcriptIdentifier, title, language }: CustomerTextDraft,
): Promise<CustomerTranscript> {
  refuseLongText(customer, text)
  const { id } = await submitAny(context, customer, { text, title, language, identifier: transcriptIdentifier })
  const transcript = await getTranscript(context, customer, id)
  await countUse(context, customer, 'transcript', 1)
  return transcript
}

/**
 * Creates a transcript from a file, such as a text file, a picture or a sound file. Counts the transcript for the
 * monthly limit. Throws the errors of `submitFile` in `transcript-files`.
 */
export async function submitFileOf(
  context: Context,
  customer: Customer,
  { transcriptIdentifier, title, language, diarize }: CustomerFileQuery,
  bytes: AsyncIterable<Uint8Array>,
  once: Once,
  signal: AbortSignal,
): Promise<CustomerTranscript> {
  const fields = { title, language, diarize, identifier: transcriptIdentifier }
  let answer: unknown
  // The answer that is stored for repeated calls must be the answer of this function, not that of `submitFile`.
  // Otherwise, a repeated call would get an answer with another shape than the first call.
  const answerOnce: Once = async (request, create) => {
    answer = await once(request, async (inside) => {
      const { id } = (await create(inside)) as Pick<CustomerTranscript, 'id'>
      return getTranscript(inside, customer, id)
    })
    return answer
  }
  await submitFile(context, customer, fields, bytes, answerOnce, signal)
  return answer as CustomerTranscript
}

/**
 * Reads the stored file of a transcript again. Throws the errors of `retryFile`, and `conflict` if several transcripts
 * have the identifier `name`.
 */
export async function retryFileOf(context: Context, customer: Customer, name: string): Promise<CustomerTranscript> {
  const { id } = await findOwn(context, customer, name)
  await retryFile(context, customer, id)
  return getTranscript(context, customer, id)
}

/**
 * Replaces the words of a transcript, its title, or both. Throws `not_found`, `conflict` if several transcripts have
 * the identifier `name`, `invalid_request` if the change has both a text and turns, `too_large`, and `locked` while the
 * transcript is being recorded or its file is being read.
 */
export async function changeTranscript(
  context: Context,
  customer: Customer,
  name: string,
  { text, turns, title, complete }: CustomerTranscriptChange,
): Promise<CustomerTranscript> {
  if (text !== undefined && turns !== undefined) {
    const message = 'Send either text or turns.'
    throw new Problem('invalid_request', message, [{ path: 'body.turns', message }])
  }
  refuseLongText(customer, text ?? turns?.join('\n') ?? '')
  const { id } = await findOwn(context, customer, name)
  await correctTranscript(context, customer, id, { turns: text === undefined ? turns : turnsOf(text), title, complete })
  return getTranscript(context, customer, id)
}

/**
 * Deletes a transcript permanently. Throws `not_found`, and `conflict` if several transcripts have the identifier
 * `name`.
 */
export async function deleteTranscript(context: Context, customer: Customer, name: string): Promise<void> {
  const { id } = await findOwn(context, customer, name)
  await deleteAny(context, customer, id)
}
