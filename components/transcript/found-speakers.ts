import { readLabel } from '../../lib/contracts/speaker-label.ts'
import { remarkLabel } from '../../lib/contracts/transcript.ts'

export const speakerRoles = ['Clinician', 'Patient', 'Relative', 'Interpreter'] as const
export type SpeakerRole = (typeof speakerRoles)[number]

export interface FoundSpeaker {
  /** As it stands before the words, for example "Rita Sommer" or "Patient (Rita Sommer)". */
  label: string
  name: string
  /** Null: the transcript does not say it. */
  role: SpeakerRole | null
  turns: number
  sample: string
}

const label = /^\s*([^:\n]{1,120}):\s+/u
const voice = /^speaker \d+$/i
const assigned = new RegExp(`^(${speakerRoles.join('|')}) \\(([^()]{1,60})\\)$`)
const shownMost = 12
const sampleLength = 80

const labelOf = (turn: string): string | null =>
  turn.startsWith(remarkLabel) ? null : (label.exec(turn)?.[1]?.trim() ?? null)

function roleOf(label: string): SpeakerRole | null {
  if (voice.test(label)) return null
  const [, role] = assigned.exec(label) ?? []
  if (role !== undefined) return role as SpeakerRole
  const words = label.toLowerCase()
  const known = readLabel(`${label}: `).role
  if (known === 'provider') return 'Clinician'
  if (known === 'patient') return 'Patient'
  if (words === 'interpreter' || words === 'translator') return 'Interpreter'
  return known === 'other' ? 'Relative' : null
}

/** Finds the speakers of a transcript: labels that name a role, or that begin at least two turns. */
export function speakersFound(turns: readonly string[]): FoundSpeaker[] {
  const found = new Map<string, FoundSpeaker>()
  for (const turn of turns) {
    const name = labelOf(turn)
    if (name === null) continue
    const speaker = found.get(name)
    if (speaker !== undefined) speaker.turns++
    else
      found.set(name, {
        label: name,
        name: assigned.exec(name)?.[2] ?? name,
        role: roleOf(name),
        turns: 1,
        sample: turn.replace(label, '').slice(0, sampleLength),
      })
  }
  return [...found.values()].filter(({ role, turns: count }) => role !== null || count > 1).slice(0, shownMost)
}

/** Writes the role of a speaker before each of its turns. Null: only the name. No other word changes. */
export function withRole(
  turns: readonly string[],
  speaker: Pick<FoundSpeaker, 'label' | 'name'>,
  role: SpeakerRole | null,
): string[] {
  const name = speaker.name.replace(/[()]/g, ' ').trim()
  const written = role === null ? name : role.toLowerCase() === name.toLowerCase() ? role : `${role} (${name})`
  return turns.map((turn) => (labelOf(turn) === speaker.label ? `${written}: ${turn.replace(label, '')}` : turn))
}
