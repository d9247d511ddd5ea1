import type { VisitContext } from '../../../lib/contracts/index.ts'
import { readLabel } from './speakers.ts'

const label = /^\s*\[?([^:\]\s][^:\]\n]{0,59})\]?\s*:/u
/**
 * Maximum number of speaker labels that `whoSpeaks` explains to a model. A text with more labels probably uses colons
 * for something else.
 */
const labelsMax = 12

/** True if a label contains every part of a name, or its last part: "Dr. Cruz" for "Ana Cruz". */
function names(label: string, name: string | undefined): boolean {
  const parts = (name ?? '').toLowerCase().match(/[\p{L}\p{M}'-]{2,}/gu) ?? []
  const last = parts.at(-1)
  const words: readonly string[] = label.toLowerCase().match(/[\p{L}\p{M}'-]{2,}/gu) ?? []
  return last !== undefined && (words.includes(last) || parts.every((part) => words.includes(part)))
}

/**
 * Returns a text that tells a model who the provider is and who the patient is (product 3.11). `byVoice`: the speakers
 * of one microphone were distinguished by their voices, so their numbers do not show who is the provider.
 */
export function whoSpeaks(turns: readonly string[], { patient, provider }: VisitContext, byVoice: boolean): string {
  const labels = new Map<string, string>()
  for (const turn of turns) {
    const name = label.exec(turn)?.[1]?.trim()
    if (name === undefined || labels.has(name)) continue
    const numbered = /^speaker \d+$/i.test(name)
    const { role } = readLabel(turn)
    const isPatient = names(name, patient?.name)
    const isProvider = names(name, provider?.name)
    if (numbered && byVoice) labels.set(name, 'not known')
    else if (role === 'provider' || (isProvider && !isPatient)) labels.set(name, 'the provider')
    else if (role === 'patient' || (isPatient && !isProvider)) labels.set(name, 'the patient')
    else if (numbered) labels.set(name, 'not known')
  }
  const known = [...labels].slice(0, labelsMax).map(([name, who]) => `${JSON.stringify(name)}: ${who}`)
  return known.length === 0 ? 'Who speaks which turn is not known.' : `Who speaks: ${known.join('; ')}.`
}
