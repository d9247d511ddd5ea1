import { parse } from 'secure-json-parse'
import { type Excess, excessOf } from '../json-excess.ts'
import { hasHalfCharacter } from './body.ts'

export type Refusal = Excess | 'half' | 'malformed'

export type Parsed = { value: unknown } | { refusal: Refusal }

/** Reads a JSON body, by the rules of Fastify's own parser. Also the work of the thread for large bodies. */
export default function read(bytes: Uint8Array): Parsed {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const excess = excessOf(body)
  if (excess !== null) return { refusal: excess }
  try {
    const json = body.toString()
    const value: unknown = parse(json, { protoAction: 'error', constructorAction: 'error' })
    return hasHalfCharacter(json, value) ? { refusal: 'half' } : { value }
  } catch {
    return { refusal: 'malformed' }
  }
}
