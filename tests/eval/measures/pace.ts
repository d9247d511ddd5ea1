import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { layouts } from '../../generation/score.ts'
import { visitTemplate } from '../../generation/visits/visits.ts'
import type { EvalVisit } from '../sets.ts'
import { writeNote } from '../write-note.ts'

const wordsWanted = 7000
const fieldsWanted = 40

/** Joins several conversations to one session of 7,000 words, and several templates to 40 fields. */
function longSession(visits: readonly Pick<EvalVisit, 'turns'>[]) {
  const turns: string[] = []
  let words = 0
  for (let at = 0; words < wordsWanted; at++) {
    for (const turn of visits[at % visits.length]?.turns ?? []) {
      if (words >= wordsWanted) break
      turns.push(turn)
      words += turn.split(/\s+/).length
    }
  }
  const fields = [visitTemplate, ...layouts].flatMap((layout) => layout.fields).slice(0, fieldsWanted)
  const named = fields.map((field, index) => {
    const { condition: _, ...rest } = field
    return { ...rest, id: `field-${index}` }
  })
  return { turns, context: {}, template: { id: 'long', name: 'Long', instructions: '', fields: named } }
}

/**
 * Measures ten runs on a long session: the median and the slowest time in ms, and the growth of the heap in MB after
 * the third run.
 */
export async function pace(visits: readonly Pick<EvalVisit, 'turns'>[]) {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  const heapMb = () => {
    collect()
    return process.memoryUsage().heapUsed / 1024 / 1024
  }
  const visit = longSession(visits)
  const times: number[] = []
  let before = 0
  for (let run = 0; run < 10; run++) {
    if (run === 3) before = heapMb()
    const from = performance.now()
    await writeNote(visit)
    times.push(performance.now() - from)
  }
  return {
    words: wordsWanted,
    fields: visit.template.fields.length,
    medianMs: Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0),
    slowestMs: Math.round(Math.max(...times)),
    heapGrowthMb: Math.round((heapMb() - before) * 10) / 10,
  }
}
