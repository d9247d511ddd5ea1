import type { Output, Template, VisitContext } from '../../lib/contracts/index.ts'
import { embeddedWriter, generate } from '../../server/generation/index.ts'

/** Fills a template from a conversation with the built-in writer. */
export const writeNote = (visit: {
  turns: readonly string[]
  context: VisitContext
  template: Template
}): Promise<Output> => generate({ ...visit, writers: () => embeddedWriter, signal: AbortSignal.timeout(10 * 60_000) })

/** A note as text, with each section under its name. */
export const noteText = ({ fields }: Template, { results }: Output): string =>
  results
    .filter(({ value }) => value.some((part) => part.trim() !== ''))
    .map(({ id, value }) => `${fields.find((field) => field.id === id)?.name ?? ''}\n${value.join('\n')}`)
    .join('\n\n')
