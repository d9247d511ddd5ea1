import type { Output, Spent, Template, VisitContext } from '../../lib/contracts/index.ts'
import { embeddedWriter, generate, NoAnswerError, type Writer } from '../../server/generation/index.ts'
import { spending } from '../../server/services/reports/spending.ts'

interface Visit {
  turns: readonly string[]
  context: VisitContext
  template: Template
}

/** The model whose notes are measured. Each measure asks for the notes again, so the notes are kept. */
interface Measured {
  writer: Writer
  spent: ReturnType<typeof spending>
  notes: Map<string, Promise<Output>>
  /** Number of notes for which the model gave no usable answer. These notes count as empty. */
  failed: number
}
let measured: Measured | null = null

/** How many notes a model writes at the same time. More would exceed the rate limits of most API keys. */
const atOnce = 4
let running = 0
const waiting: (() => void)[] = []

/** Lets a model write the notes from now on, instead of the built-in writer. */
export function measureModel(writer: Writer): void {
  measured = { writer, spent: spending(() => writer), notes: new Map(), failed: 0 }
}

/** What the measured model has used, how many notes it wrote, and how many it did not write. Null: no model is measured. */
export function modelUse(): { spent: Spent[]; notes: number; failed: number } | null {
  if (measured === null) return null
  const { spent, notes, failed } = measured
  return { spent: spent.told().spent ?? [], notes: notes.size - failed, failed }
}

/** Fills a template from a conversation, with the built-in writer or with the measured model. */
export function writeNote({ turns, context, template }: Visit): Promise<Output> {
  const request = { turns, context, template, signal: AbortSignal.timeout(10 * 60_000) }
  if (measured === null) return generate({ ...request, writers: () => embeddedWriter })
  const key = JSON.stringify([turns, context, template])
  const kept = measured.notes.get(key) ?? writeByModel(measured, { turns, context, template })
  measured.notes.set(key, kept)
  return kept
}

async function writeByModel(by: Measured, visit: Visit): Promise<Output> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    const { writer, spent } = by
    const signal = AbortSignal.timeout(10 * 60_000)
    return await generate({ ...visit, writers: () => ({ ...writer, reviewer: null }), onUsage: spent.add, signal })
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error
    by.failed += 1
    console.error(error.message)
    return { results: [], omissions: [], notices: [] }
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** A note as text, with each section under its name. */
export const noteText = ({ fields }: Template, { results }: Output): string =>
  results
    .filter(({ value }) => value.some((part) => part.trim() !== ''))
    .map(({ id, value }) => `${fields.find((field) => field.id === id)?.name ?? ''}\n${value.join('\n')}`)
    .join('\n\n')
