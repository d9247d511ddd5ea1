import type { Field, Flag } from '../../../lib/contracts/index.ts'
import type { Polarity } from '../reading/clause.ts'
import { plainWords } from '../reading/sentences.ts'
import { type Clause, clausesOf, statedBy } from './opposites.ts'
import type { Cited } from './prepared-session.ts'
import { stemSet } from './stems.ts'

const opposite: Omit<Flag, 'text'> = { severity: 3, reason: 'The quote says the opposite of this answer.' }
const another = (option: string): Omit<Flag, 'text'> => ({
  severity: 3,
  reason: `The quote says “${option}”.`,
})

/** How an option or a name begins that says that something is absent. */
export const absence = /^(?:deni|den(?:y|ies)|none|no\b|not\b|never|absent|negative)/i

const within = (few: ReadonlySet<string>, many: ReadonlySet<string>): boolean => [...few].every((one) => many.has(one))

const kinds =
  /\b(?:ideation|thoughts?|symptoms?|presence|present|current(?:ly)?|status|level|any|recent|reported|endorsed|screen(?:ing)?)\b/gi

function mention(text: string, stated: readonly Clause[]): Polarity {
  const stems = stemSet(text.replaceAll(kinds, ' '))
  if (stems.size === 0) return 'unclear'
  const polarities = new Set(stated.filter((clause) => within(stems, clause.stems)).map(({ polarity }) => polarity))
  const [only, ...more] = polarities
  return only === undefined || more.length > 0 ? 'unclear' : only
}

const namesAbsence = (name: string): boolean =>
  clausesOf(plainWords(name).toLowerCase()).some(({ polarity }) => polarity !== 'so')

export function contradictedChoices(field: Field, value: readonly string[], cited: Cited): Flag[] {
  const stated = cited.quoted.flatMap(statedBy)
  if (field.type === 'boolean') {
    const [answer] = value
    const said = namesAbsence(field.name) ? 'unclear' : mention(field.name, stated)
    const wrong = (said === 'so' && answer === 'No') || (said === 'not' && answer === 'Yes')
    return wrong ? [{ ...opposite, text: '' }] : []
  }
  if (field.type === 'single_choice') {
    const [chosen = ''] = value
    if (mention(chosen, stated) === 'so') return []
    if (mention(chosen, stated) === 'not') return [{ ...opposite, text: chosen }]
    const named = field.options.filter((option) => option !== chosen && mention(option, stated) === 'so')
    const [only, ...more] = named
    if (only !== undefined && more.length === 0) return [{ ...another(only), text: chosen }]
    const said = namesAbsence(field.name) ? 'unclear' : mention(field.name, stated)
    const wrong =
      (said === 'so' && absence.test(chosen)) || (said === 'not' && !absence.test(chosen) && hasAbsence(field))
    return wrong ? [{ ...opposite, text: chosen }] : []
  }
  if (field.type !== 'multiple_choice') return []
  return value
    .filter((option) => mention(option, stated) === 'not')
    .map((option): Flag => ({ ...opposite, text: option }))
}

/** Without such an option, a plain "no" to the question of the field does not show that the chosen option is wrong. */
const hasAbsence = ({ options }: { options: readonly string[] }): boolean =>
  options.some((option) => absence.test(option))
