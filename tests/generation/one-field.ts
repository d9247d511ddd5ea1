import type { Field, Result } from '../../lib/contracts/index.ts'
import { embeddedWriter, generate } from '../../server/generation/index.ts'

/** A field without its id. */
export type Asked = Field extends infer One ? (One extends Field ? Omit<One, 'id'> : never) : never

interface Session {
  turns: readonly string[]
  byVoice?: boolean
}

/** Writes a note of one field with the built-in writer. The visit is on 14 October 2026. */
export async function writeFrom({ turns, byVoice = false }: Session, field: Asked): Promise<Result> {
  const { results } = await generate({
    template: { id: 'one', name: 'One field', instructions: '', fields: [{ ...field, id: 'asked' } as Field] },
    turns,
    byVoice,
    context: { current_visit: { date: '2026-10-14' } },
    writers: () => embeddedWriter,
    signal: AbortSignal.timeout(60_000),
  })
  const [result] = results
  if (result === undefined) throw new Error('There is no result.')
  return result
}
export const write = (field: Asked, ...turns: string[]) => writeFrom({ turns }, field)

export const value = (field: Asked, ...turns: string[]) => write(field, ...turns).then((result) => result.value)
export const text = (name: string, ...turns: string[]) =>
  value({ type: 'string', name }, ...turns).then((lines) => lines.join('\n'))
