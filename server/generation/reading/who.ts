import type { VisitContext } from '../../../lib/contracts/index.ts'
import { type Role, readLabel } from './speakers.ts'

/** A speaker's label of up to 60 characters, also one that is not usual. */
export const label = /^\s*\[?([^:\]\s][^:\]\n]{0,59})\]?\s*:\s*/u
/** A text with more labels probably uses colons for something else. */
const labelsMax = 12

function names(label: string, name: string | undefined): boolean {
  const parts = (name ?? '').toLowerCase().match(/[\p{L}\p{M}'-]{2,}/gu) ?? []
  const last = parts.at(-1)
  const words: readonly string[] = label.toLowerCase().match(/[\p{L}\p{M}'-]{2,}/gu) ?? []
  return last !== undefined && (words.includes(last) || parts.every((part) => words.includes(part)))
}

export interface Label {
  name: string
  from: number
  /** Other words before a colon may be a part of the speech. */
  isKnown: boolean
}

export function labelOf(turn: string): Label | undefined {
  const { from } = readLabel(turn)
  const match = label.exec(turn)
  const name = match?.[1] ?? /^\s*\[([^\]\n]{1,40})\]/.exec(turn.slice(0, from))?.[1]
  if (name === undefined) return undefined
  return { name: name.trim(), from: match === null ? from : match[0].length, isKnown: from > 0 }
}

export const speakerName = (role: Role, label: string): string =>
  role === 'provider' ? 'Provider' : role === 'patient' ? 'Patient' : label

/** With `byVoice`, the numbers of the speakers do not show who is the provider. */
export function roleOfLabel(name: string, turn: string, { patient, provider }: VisitContext, byVoice: boolean): Role {
  const numbered = /^speaker \d+$/i.test(name)
  const { role } = readLabel(turn)
  if (numbered && byVoice) return 'unknown'
  const isPatient = names(name, patient?.name)
  const isProvider = names(name, provider?.name)
  if (role === 'provider' || (isProvider && !isPatient)) return 'provider'
  if (role === 'patient' || (isPatient && !isProvider)) return 'patient'
  return role
}

/** Returns a text that tells a model who the provider is and who the patient is (product 3.11). */
export function whoSpeaks(turns: readonly string[], context: VisitContext, byVoice: boolean): string {
  const labels = new Map<string, string>()
  for (const turn of turns) {
    const name = label.exec(turn)?.[1]?.trim()
    if (name === undefined || labels.has(name)) continue
    const role = roleOfLabel(name, turn, context, byVoice)
    if (role === 'provider' || role === 'patient') labels.set(name, `the ${role}`)
    else if (/^speaker \d+$/i.test(name)) labels.set(name, 'not known')
  }
  const speakerLines = [...labels].slice(0, labelsMax).map(([name, who]) => `${JSON.stringify(name)}: ${who}`)
  return speakerLines.length === 0 ? 'Who speaks which turn is not known.' : `Who speaks: ${speakerLines.join('; ')}.`
}
