import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

/** A file of a form, to be read as it arrives: it comes no faster than it is read. */
export interface FilePart {
  name: string
  /** The text parts that came before it, by name. */
  fields: Record<string, string>
  bytes: AsyncIterable<Uint8Array>
}

const limits = { files: 20, fields: 20, parts: 40, fieldSize: 100_000, headerPairs: 100 }

/** Makes a scope take forms and nothing else. How much of a file is too much is for its reader to say. */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { limits: { ...limits, fileSize: Number.POSITIVE_INFINITY } })
}

/** The files of a form in their order, until the signal aborts. Each must be read, or left by leaving the loop. */
export async function* filesOf(request: FastifyRequest, signal: AbortSignal): AsyncGenerator<FilePart> {
  // Without a body there is no content type to refuse.
  if (!request.isMultipart()) throw new Problem('invalid_request', 'Send a form with files.')
  for await (const part of readable(request.files())) {
    // A sender that stalls must not keep a server from closing.
    const stop = () => part.file.destroy()
    signal.addEventListener('abort', stop, { once: true })
    yield { name: part.fieldname, fields: textsOf(part), bytes: readable(part.file) }
    signal.removeEventListener('abort', stop)
  }
}

function textsOf({ fields }: MultipartFile): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const part of Object.values(fields)) {
    // Of parts with the same name the last counts.
    const last = Array.isArray(part) ? part.at(-1) : part
    if (last?.type === 'field' && typeof last.value === 'string') texts[last.fieldname] = last.value
  }
  return texts
}

/** A form that is malformed or broken off is the caller's matter; what its parser says of it is not theirs to read. */
async function* readable<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  const next = async () => {
    try {
      return await iterator.next()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (/_LIMIT$/.test(code)) throw new Problem('too_large', 'The form has too many parts.')
      throw new Problem('invalid_request', 'The form is broken off or malformed.')
    }
  }
  try {
    for (let step = await next(); !step.done; step = await next()) yield step.value
  } finally {
    await iterator.return?.()
  }
}
