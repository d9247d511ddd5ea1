import type { Template } from '../../../lib/contracts/index.ts'
import { essentials, lostWords, planted } from '../../generation/essentials/essentials.ts'
import { seeded } from '../../generation/lies/random.ts'
import { layouts, sessions } from '../../generation/score.ts'
import { visitTemplate } from '../../generation/visits/visits.ts'
import { type Half, publicVisits } from '../reading-lists.ts'
import { writeNote } from '../write-note.ts'

interface Count {
  planted: number
  found: number
}
export interface EssentialsFigures {
  kinds: Record<string, Count>
  held: Count
  bare: Count
  all: Count
  lost: string[]
}

/**
 * Adds exchanges that no note may lose to public visits and to the bundled sessions, one to each visit, and counts those
 * of which every word of `said` is quoted by a field or an omission.
 */
export async function essentialsFigures(
  data: string,
  { half, seed, visits }: { half: Half; seed: number; visits: number },
): Promise<EssentialsFigures> {
  const random = seeded(seed)
  const told = [
    ...publicVisits(data, half, seed).slice(0, visits),
    ...sessions.map((one) => ({ ...one, id: one.name })),
  ]
  const templates: Template[] = [visitTemplate, ...layouts]
  const count = (): Count => ({ planted: 0, found: 0 })
  const figures: EssentialsFigures = { kinds: {}, held: count(), bare: count(), all: count(), lost: [] }
  for (const [index, essential] of essentials(random, 4).entries()) {
    const visit = told[index % told.length]
    const template = templates[index % templates.length]
    if (visit === undefined || template === undefined) continue
    const at = random.below(visit.turns.length + 1)
    const turns = planted(visit.turns, essential, at)
    const output = await writeNote({ turns, template, context: visit.context })
    const lost = lostWords(essential, at, output)
    const kind = figures.kinds[essential.kind] ?? count()
    figures.kinds[essential.kind] = kind
    for (const one of [
      kind,
      figures.all,
      ...(essential.held ? [figures.held] : []),
      ...(essential.bare ? [figures.bare] : []),
    ]) {
      one.planted += 1
      if (lost.length === 0) one.found += 1
    }
    // Wordings that were set aside are only counted.
    if (lost.length > 0 && !essential.held) figures.lost.push(`${essential.turns.join(' / ')} → ${lost.join(', ')}`)
  }
  return figures
}

/** Returns the rows of the table of figures. */
export function essentialsRows({ kinds, held, bare, all }: EssentialsFigures) {
  const row = (measure: string, { planted: of, found }: Count) => ({
    measure,
    figure: `${found} of ${of}: ${((100 * found) / Math.max(1, of)).toFixed(1)} %`,
    limit: '>= 97 %',
  })
  return [
    ...Object.entries(kinds).map(([kind, one]) => row(kind, one)),
    row('wordings that were set aside', held),
    row('without punctuation', bare),
    row('all', all),
  ]
}
