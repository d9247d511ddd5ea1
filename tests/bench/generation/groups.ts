import type { Field } from '../../../lib/contracts/index.ts'
import type { Figure } from '../../../scripts/bench.ts'
import { generate, type Writer } from '../../../server/generation/index.ts'
import { openAiCompatibleWriter } from '../../../server/providers/language/openai-compatible.ts'
import { notedTurns, noteReply } from '../../fakes/note-model.ts'
import { startFakeOpenAi } from '../../fakes/openai-server.ts'

/** The speed of a hosted language model of medium size. */
export const pace = { firstTokenMs: 400, tokensPerSecond: 80 }
/** 30 fields in five groups. The groups differ in size, so that one of them is the slowest. */
const sizes = [4, 5, 6, 7, 8]
const ratioMax = 1.1

const groups = sizes.map((size, group) =>
  Array.from({ length: size }, (_, index): Field => {
    const temperature = (group + 1) / 10
    return { id: `f-${group}-${index}`, name: `Sleep ${group} ${index}`, type: 'string', temperature }
  }),
)

async function timed(writer: Writer, fields: Field[]): Promise<number> {
  const begunAt = performance.now()
  const { results } = await generate({
    template: { id: 't', name: 'T', instructions: '', fields },
    turns: notedTurns,
    context: {},
    // Only the writing is measured.
    writers: () => ({ ...writer, reviewer: null }),
    signal: new AbortController().signal,
  })
  if (results.some(({ value, flags }) => value.length === 0 || flags.length > 0))
    throw new Error('The scripted model was not believed.')
  return performance.now() - begunAt
}

/**
 * Compares the time of a note of all groups with the time of a note of the slowest group alone. The difference is the
 * time that the other groups add.
 */
export async function groupFigures(): Promise<Figure[]> {
  const model = await startFakeOpenAi((request) => noteReply(request, pace))
  try {
    const writer = openAiCompatibleWriter({ baseUrl: model.baseUrl, model: 'scripted' })
    await timed(writer, groups[0]?.slice(0, 1) ?? [])
    const alone: number[] = []
    for (const fields of groups) alone.push(await timed(writer, fields))
    const before = model.requests.length
    const together = await timed(writer, groups.flat())
    const calls = model.requests.length - before
    const slowest = Math.max(...alone)
    const ratio = together / slowest
    return [
      {
        measure: `${groups.flat().length} fields in ${groups.length} groups, ${calls} calls, over the slowest group asked for alone`,
        figure: `${Math.round(together)} ms over ${Math.round(slowest)} ms: ${ratio.toFixed(2)} ×`,
        limit: `at most ${ratioMax} ×`,
        holds: ratio <= ratioMax && calls === groups.length,
      },
    ]
  } finally {
    await model.close()
  }
}
