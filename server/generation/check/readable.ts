import type { Field } from '../../../lib/contracts/index.ts'
import { isEnglish } from '../reading/language.ts'
import type { Cited, Said } from './said.ts'

const withoutLabel = (turn: string): string => turn.replace(/^\s*\[?[^:\]\s][^:\]\n]{0,59}\]?\s*:\s*/, '')

/** The first of these texts whose words tell its language decides; where none does, it is taken for English. */
function firstTold(texts: Iterable<string>): boolean {
  for (const text of texts) {
    const told = isEnglish(text)
    if (told !== null) return told
  }
  return true
}

/**
 * Whether the rules of the check can read both a value and the words it stands on. They read English: in any other language they
 * would take a number word for no number, and a German noun for a name.
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
