import { readFileSync } from 'node:fs'
import type { Field, ResultState } from '../../lib/contracts/index.ts'
import { embeddedWriter, generate } from '../../server/generation/index.ts'

interface Exchange {
  field: string
  expect: Exclude<ResultState, 'entered'>
  turns: string[]
}

/**
 * Exchanges that were written by hand. Each one has the turns about one field and the expected state of this field. The
 * file `negations.json` describes the exchanges under `about`.
 */
export const exchanges: readonly Exchange[] = (
  JSON.parse(readFileSync(new URL('./negations.json', import.meta.url), 'utf8')) as { cases: Exchange[] }
).cases

/** The state that the built-in writer gives a field after an exchange. */
export async function stateAfter({ field, turns }: Exchange, type: 'boolean' | 'string'): Promise<ResultState> {
  const asked: Field = { id: 'asked', name: field, type }
  const { results } = await generate({
    template: { id: 'one', name: 'One field', instructions: '', fields: [asked] },
    turns,
    context: {},
    writers: () => embeddedWriter,
    signal: AbortSignal.timeout(60_000),
  })
  return results[0]?.state ?? 'not_discussed'
}
