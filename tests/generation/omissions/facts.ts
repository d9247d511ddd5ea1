import { readFileSync } from 'node:fs'
import type { Omission, Result } from '../../../lib/contracts/index.ts'
import { findOmissions } from '../../../server/generation/index.ts'
import { sessions } from '../score.ts'

interface Fact {
  kind: Omission['kind']
  turn: number
  quote: string
  /** The words in the note. */
  note: string
}

interface FactSession {
  turns?: string[]
  facts: Fact[]
  allowed: number[]
}

interface Session extends FactSession {
  name: string
  turns: string[]
}

function read(file: string): Session[] {
  const kept = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as {
    sessions: Record<string, FactSession>
  }
  return Object.entries(kept.sessions).map(([name, session]) => {
    const turns = session.turns ?? sessions.find((bundled) => bundled.name === name)?.turns
    if (turns === undefined) throw new Error(`No session is called ${name}.`)
    return { ...session, name, turns }
  })
}

/**
 * Sessions with their important facts. If `facts.json` has no turns for a session, the turns come from
 * `assets/example-sessions`.
 */
export const factSessions = read('./facts.json')

/** Sessions that nobody used while the rules for the list of omissions were developed. */
export const unseenSessions = read('./unseen-facts.json')

/** The note that a scripted model writes from facts: one text per kind, one line per fact with a quote. */
export function noteOf(facts: readonly Fact[]): Result[] {
  const kinds = [...new Set(facts.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const ofKind = facts.filter((fact) => fact.kind === kind)
    return {
      id: kind,
      type: 'string',
      value: [ofKind.map(({ note }) => `- ${note}`).join('\n')],
      confidence: 0.9,
      state: 'stated',
      evidence: ofKind.map(({ turn, quote }) => ({ turn, quote })),
      flags: [],
    }
  })
}

const names = (omission: Omission, fact: Fact, turns: readonly string[]): boolean => {
  if (omission.turn !== fact.turn) return false
  const words = turns[fact.turn] ?? ''
  const [start, from] = [words.indexOf(fact.quote), words.indexOf(omission.quote)]
  return start >= 0 && from >= 0 && from < start + fact.quote.length && start < from + omission.quote.length
}

/**
 * Deletes some facts from one note. Returns the deleted facts that the list of omissions contains, and the false
 * entries of the list.
 */
function withDeleted(session: Session, deleted: readonly Fact[]) {
  const left = session.facts.filter((fact) => !deleted.includes(fact))
  const listed = findOmissions(session.turns, noteOf(left))
  const named = deleted.filter((fact) => listed.some((omission) => names(omission, fact, session.turns)))
  const alarms = listed.filter(
    (omission) =>
      !session.allowed.includes(omission.turn) && !deleted.some((fact) => names(omission, fact, session.turns)),
  )
  return { named, alarms }
}

/**
 * Deletes known facts from complete notes. From each note, first deletes one fact at a time, and then one third of the
 * facts at a time. Returns the percentage of deleted facts that the list of omissions contains, and the average number
 * of false entries in a list.
 */
export function measureOmissions(held: readonly Session[] = factSessions) {
  let named = 0
  let deleted = 0
  let alarms = 0
  let notes = 0
  const missed: string[] = []
  const false_: string[] = []
  for (const session of held) {
    const thirds = [0, 1, 2].map((rest) => session.facts.filter((_, index) => index % 3 === rest))
    for (const gone of [...session.facts.map((fact) => [fact]), ...thirds]) {
      const found = withDeleted(session, gone)
      notes++
      deleted += gone.length
      named += found.named.length
      alarms += found.alarms.length
      missed.push(...gone.filter((fact) => !found.named.includes(fact)).map(({ quote }) => `${session.name}: ${quote}`))
      false_.push(...found.alarms.map(({ kind, quote }) => `${session.name}: ${kind} ${quote}`))
    }
  }
  return {
    namedPercent: (100 * named) / deleted,
    deleted,
    falseAlarmsPerNote: alarms / notes,
    notes,
    missed: [...new Set(missed)],
    falseAlarms: [...new Set(false_)],
  }
}
