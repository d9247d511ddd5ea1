import { judge, keyEntry, type Verdict } from '../../generation/score.ts'
import { judgeVisit, keyedVisits, visitEntry, visitTemplate } from '../../generation/visits/visits.ts'
import type { EvalVisit } from '../sets.ts'
import { writeNote } from '../write-note.ts'

interface Judged {
  visit: string
  field: string
  answered: boolean | 'partly'
  verdict: Verdict
}

async function judged(visits: readonly EvalVisit[]): Promise<Judged[]> {
  const rows = await Promise.all(
    visits.map(async (visit): Promise<Judged[]> => {
      if (keyedVisits.includes(visit.id)) {
        const { results } = await writeNote({ ...visit, template: visitTemplate })
        return results.map((result) => ({
          visit: visit.id,
          field: result.id,
          answered: visitEntry(visit.id, result.id).answered,
          verdict: judgeVisit(visit.id, result),
        }))
      }
      const [session = '', layout = ''] = visit.id.split(' ')
      if (visit.template.id !== layout) return []
      const { results } = await writeNote(visit)
      return results.map((result) => {
        const entry = keyEntry(session, layout, result.id)
        return { visit: visit.id, field: result.id, answered: entry.answered, verdict: judge(entry, result) }
      })
    }),
  )
  return rows.flat()
}

const percent = (part: number, of: number): number => (100 * part) / Math.max(1, of)

/** Compares the writer's answers with the answer keys. Null if no visit of the set has an answer key. */
export async function filled(visits: readonly EvalVisit[]) {
  const rows = await judged(visits)
  if (rows.length === 0) return null
  const answered = rows.filter((row) => row.answered === true)
  const silent = rows.filter((row) => row.answered === false)
  const right = answered.filter(({ verdict }) => verdict === 'right').length
  const missed = answered.filter(({ verdict }) => verdict === 'missed').length
  const wrong = (row: Judged) => row.verdict !== 'right' && row.verdict !== 'rightly empty' && row.answered !== 'partly'
  return {
    filled: percent(answered.length - missed, answered.length),
    filledRightly: percent(right, answered.length),
    pairs: answered.length,
    right,
    missed,
    invented: silent.filter(({ verdict }) => verdict === 'invented').length,
    ofNotDiscussed: silent.length,
    faults: rows.filter(wrong).map(({ visit, field, verdict }) => `${visit} ${field}: ${verdict}`),
  }
}
