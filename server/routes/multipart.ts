import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Problem } from '../problem.ts'

export interface FilePart {
  name: string
  fields: Record<string, string>
  bytes: AsyncIterable<Uint8Array>
}

const limits = { files: 20, fields: 20, parts: 40, fieldSize: 100_000, headerPairs: 100 }

/**
 * Makes a scope accept multipart forms only. File sizes are not limited here, so the handler that reads a file must
 * limit its size.
 */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { limits: { ...limits, fileSize: Number.POSITIVE_INFINITY } })
}

/**
 * Yields the files of a form in order, until the signal aborts. The consumer must read each file completely, or leave
 * the loop.
 */
export async function* filesOf(request: FastifyRequest, signal: AbortSignal): AsyncGenerator<FilePart> {
  // Fastify rejects other content types, but a request without a body has no content type.
  if (!request.isMultipart()) throw new Problem('invalid_request', 'Send the request as a multipart form with files.')
  for await (const part of readable(request.files())) {
    // Stops reading when the signal aborts. Without this, a client that stalls would prevent the server from closing.
    const stop = () => part.file.destroy()
    signal.addEventListener('abort', stop, { once: true })
    part.file.once('close', () => signal.removeEventListener('abort', stop))
    try {
      yield { name: part.fieldname, fields: textsOf(part), bytes: readable(part.file) }
    } finally {
      // If the handler has stopped before the end of the file, the rest of the request is read without the parser: the
      // parser stops reading when the request is answered. If the rest were not read, the next request on this
      // connection would never be answered.
      if (!part.file.readableEnded) request.raw.unpipe().resume()
    }
  }
}

function textsOf({ fields }: MultipartFile): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const part of Object.values(fields)) {
    // If several parts have the same name, the last part is used.
    const last = Array.isArray(part) ? part.at(-1) : part
    if (last?.type === 'field' && typeof last.value === 'string') texts[last.fieldname] = last.value
  }
  return texts
}

/**
 * Maps errors of the form parser to `invalid_request` or `too_large`. The parser's own messages are not sent to the
 * client.
 */
async function* readable<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  const next = async () => {
    try {
      return await iterator.next()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (/_LIMIT$/.test(code))
        throw new Problem('too_large', 'The form has too many parts. Send fewer parts.').because(error)
      throw new Problem('invalid_request', 'The form is incomplete or malformed. Send the form again.').because(error)
    }
  }
  try {
    for (let step = await next(); !step.done; step = await next()) yield step.value
  } finally {
    await iterator.return?.()
  }
}

/** Returns the text fields of a form. Throws `invalid_request` if they do not have this shape. */
export function readFields<Shape extends z.ZodType>(shape: Shape, fields: Record<string, string>): z.output<Shape> {
  const result = shape.safeParse(fields)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message }))
  throw new Problem('invalid_request', undefined, issues)
}
