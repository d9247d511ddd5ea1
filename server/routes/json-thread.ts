import { parse } from 'secure-json-parse'
import { excessOf } from './body.ts'
import type { Parsed } from './json.ts'

/** Parses a large body in a thread of its own, by the rules of Fastify's own parser. */
export default function read(bytes: Uint8Array): Parsed {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const excess = excessOf(body)
  if (excess !== null) return { excess }
  try {
    return { value: parse(body.toString(), { protoAction: 'error', constructorAction: 'error' }) }
  } catch {
    return { malformed: true }
  }
}
