import { embeddedWriter, generate } from '../server/generation/index.ts'
import { judge, keyEntry, layouts, sessions, type Verdict } from '../tests/generation/score.ts'

const verdicts: Verdict[] = ['right', 'thin', 'wrong', 'missed', 'invented', 'rightly empty']

/** Prints how the built-in writer fares on the bundled sessions and layouts, judged by the key. */
async function main(): Promise<void> {
  const rows = await Promise.all(
    sessions.flatMap((visit) =>
      layouts.map(async (layout) => {
        const signal = AbortSignal.timeout(60_000)
        const request = {
          template: layout,
          turns: visit.turns,
          context: visit.context,
          writers: () => embeddedWriter,
          signal,
        }
        const { results } = await generate(request)
        const found = results.map((result) => judge(keyEntry(visit.name, layout.id, result.id), result))
        const counts = verdicts.map((verdict) => [verdict, found.filter((other) => other === verdict).length])
        return { session: visit.name, layout: layout.id, ...Object.fromEntries(counts) }
      }),
    ),
  )
  console.table(rows)
}

await main()
