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

function mention(text: string, clauses: readonly Clause[]): Polarity {
  const stems = stemSet(text.replaceAll(kinds, ' '))
  if (stems.size === 0) return 'unclear'
  const polarities = new Set(clauses.filter((clause) => within(stems, clause.stems)).map(({ polarity }) => polarity))
  const [only, ...rest] = polarities
  return only === undefined || rest.length > 0 ? 'unclear' : only
}

const namesAbsence = (name: string): boolean =>
  clausesOf(plainWords(name).toLowerCase()).some(({ polarity }) => polarity !== 'so')

export function contradictedChoices(field: Field, value: readonly string[], cited: Cited): Flag[] {
  const clauses = cited.quoted.flatMap(statedBy)
  if (field.type === 'boolean') {
    const [answer] = value
    const polarity = namesAbsence(field.name) ? 'unclear' : mention(field.name, clauses)
    const isWrong = (polarity === 'so' && answer === 'No') || (polarity === 'not' && answer === 'Yes')
    return isWrong ? [{ ...opposite, text: '' }] : []
  }
  if (field.type === 'single_choice') {
    const [choice = ''] = value
    if (mention(choice, clauses) === 'so') return []
    if (mention(choice, clauses) === 'not') return [{ ...opposite, text: choice }]
    const mentions = field.options.filter((option) => option !== choice && mention(option, clauses) === 'so')
    const [only, ...rest] = mentions
    if (only !== undefined && rest.length === 0) return [{ ...another(only), text: choice }]
    const namePolarity = namesAbsence(field.name) ? 'unclear' : mention(field.name, clauses)
    const isOpposite =
      (namePolarity === 'so' && absence.test(choice)) ||
      (namePolarity === 'not' && !absence.test(choice) && hasAbsence(field))
    return isOpposite ? [{ ...opposite, text: choice }] : []
  }
  if (field.type !== 'multiple_choice') return []
  return value
    .filter((option) => mention(option, clauses) === 'not')
    .map((option): Flag => ({ ...opposite, text: option }))
}

/** Without such an option, a plain "no" to the question of the field does not show that the chosen option is wrong. */
const hasAbsence = ({ options }: { options: readonly string[] }): boolean =>
  options.some((option) => absence.test(option))
