import { isIP } from 'node:net'
import type { Dispatcher } from 'undici'
import { type OriginProblem, proofFileName, proofRecordName, proofRecordPrefix } from '../../../lib/contracts/index.ts'
import type { ResolveText } from './addresses.ts'
import { type Guard, guardedRequest } from './request.ts'

/** Maximum time in ms for the file, and for the DNS record. */
const withinMs = 8_000
const fileMaxBytes = 8_192

type Published = { accessIds: string[] } | { problem: OriginProblem }
export interface PublishedProofs {
  dns: Published
  file: Published
}

/** Reads the proofs of an origin (product 12.102). */
export type OriginProofs = (origin: string, signal: AbortSignal) => Promise<PublishedProofs>

export const originProofs =
  (guard: Pick<Guard, 'resolve' | 'privateRanges'> & { resolveText: ResolveText }): OriginProofs =>
  async (origin, signal) => {
    const [dns, file] = await Promise.all([
      readRecord(origin, guard.resolveText, signal),
      readProofFile(origin, { ...guard, signal, withinMs }),
    ])
    return { dns, file }
  }

async function readRecord(origin: string, resolveText: ResolveText, signal: AbortSignal): Promise<Published> {
  if (isIP(new URL(origin).hostname.replace(/^\[|\]$/g, '')) !== 0) return { accessIds: [] }
  const tooLong = AbortSignal.timeout(withinMs)
  try {
    const texts = await resolveText(proofRecordName(origin), AbortSignal.any([signal, tooLong]))
    const records = texts.filter((text) => text.startsWith(proofRecordPrefix))
    return { accessIds: records.map((text) => text.slice(proofRecordPrefix.length).trim().toLowerCase()) }
  } catch (error) {
    if (signal.aborted) throw error
    return { problem: tooLong.aborted ? 'timeout' : 'name' }
  }
}

export async function readProofFile(origin: string, guard: Guard): Promise<Published> {
  const url = `${origin}${proofFileName}`
  const outcome = await guardedRequest({ url, method: 'GET', headers: { accept: 'text/plain' } }, guard, idsIn)
  return 'problem' in outcome ? outcome : outcome.result
}

async function idsIn({ statusCode, body }: Dispatcher.ResponseData): Promise<Published> {
  if (statusCode === 404 || statusCode === 410) return { accessIds: [] }
  if (statusCode !== 200) return { problem: 'status' }
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > fileMaxBytes) return { problem: 'too-large' }
    parts.push(part)
  }
  const lines = Buffer.concat(parts).toString('utf8').split('\n')
  return { accessIds: lines.map((line) => line.trim().toLowerCase()) }
}
