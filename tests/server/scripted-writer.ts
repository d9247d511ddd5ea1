import type { Field, Output, Result } from '../../lib/contracts/index.ts'
import type { Generate } from '../../server/generation/request.ts'

/** A result whose value is the text of the first turn. */
export const stated = (field: Pick<Field, 'id' | 'type'>, turn: string): Result => ({
  id: field.id,
  type: field.type,
  value: [turn],
  confidence: 1,
  state: 'stated',
  evidence: [{ turn: 0, quote: turn }],
  flags: [],
})

/** A generation that answers every field with the first turn, at once. */
export const stating: Generate = async ({ template, turns, onResult }) => {
  const results = template.fields.map((field) => stated(field, turns[0] ?? ''))
  for (const result of results) onResult?.(result)
  return { results, omissions: [], notices: [] } satisfies Output
}

/** A generation that waits until the test calls `open`, or until its request is aborted. */
export function gated(): { generate: Generate; started: Promise<void>; open(): void; runs: () => number } {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let runs = 0
  return {
    started: begun.promise,
    open: gate.resolve,
    runs: () => runs,
    generate: async (request) => {
      runs += 1
      begun.resolve()
      const aborted = new Promise<never>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
      })
      await Promise.race([gate.promise, aborted])
      return stating(request)
    },
  }
}
