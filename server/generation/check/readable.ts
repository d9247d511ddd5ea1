import type { Field } from '../../../lib/contracts/index.ts'
import { isEnglish } from '../reading/language.ts'
import type { Cited, PreparedSession } from './prepared-session.ts'

const withoutLabel = (turn: string): string => turn.replace(/^\s*\[?[^:\]\s][^:\]\n]{0,59}\]?\s*:\s*/, '')

/** True if the first text whose language can be recognised is English, or if no language can be recognised. */
function firstVerdict(texts: Iterable<string>): boolean {
  for (const text of texts) {
    const verdict = isEnglish(text)
    if (verdict !== null) return verdict
  }
  return true
}

/**
 * True if both a value and the words it cites are English. In another language, the rules for English would miss number
 * words, and would mistake a German noun for a name.
 */
export function canRead(field: Field, value: readonly string[], { session }: PreparedSession, cited: Cited): boolean {
  if (session.language !== null && session.language !== 'en') return false
  const quoted = cited.quoted.map(({ text }) => text).join('\n')
  const near = [...cited.turns].map((turn) => withoutLabel(session.turns[turn] ?? '')).join('\n')
  const whole = () => session.turns.map(withoutLabel).join('\n')
  const quotedTexts = function* () {
    yield quoted
    yield near
    yield whole()
  }
  if (!firstVerdict(quotedTexts())) return false
  return firstVerdict([value.join('\n'), `${field.name} ${field.instructions ?? ''}`])
}
