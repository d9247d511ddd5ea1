import type { Field } from '../../../lib/contracts/index.ts'
import { isEnglish } from '../reading/language.ts'
import type { Cited, Said } from './said.ts'

const withoutLabel = (turn: string): string => turn.replace(/^\s*\[?[^:\]\s][^:\]\n]{0,59}\]?\s*:\s*/, '')

/** True if the first text whose language can be recognised is English, or if no language can be recognised. */
function firstTold(texts: Iterable<string>): boolean {
  for (const text of texts) {
    const told = isEnglish(text)
    if (told !== null) return told
  }
  return true
}

/**
 * True if both a value and the words it cites are English. In another language, the rules would miss number words, and
 * would mistake a German noun for a name.
 */
export function canRead(field: Field, value: readonly string[], { session }: Said, cited: Cited): boolean {
  const quoted = cited.quoted.map(({ text }) => text).join('\n')
  const near = [...cited.turns].map((turn) => withoutLabel(session.turns[turn] ?? '')).join('\n')
  const whole = () => session.turns.map(withoutLabel).join('\n')
  const said = function* () {
    yield quoted
    yield near
    yield whole()
  }
  if (!firstTold(said())) return false
  return firstTold([value.join('\n'), `${field.name} ${field.instructions ?? ''}`])
}
