import type { Field, FieldOf, Flag } from '../../../lib/contracts/index.ts'
import { writeMultipleChoice, writeSingleChoice } from '../embedded/choice.ts'
import { writeDate, writeNumber } from '../embedded/measure.ts'
import type { Session } from '../embedded/session.ts'
import { writeYesNo } from '../embedded/yes-no.ts'
import { leaning } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import { polarityAt } from './flips.ts'
import { type Cited, onlyCited, type Said } from './said.ts'
import { anchorsOf, stemSet } from './stems.ts'

const says = (value: string): Flag => ({ severity: 3, text: '', reason: `The session says “${value}”.` })
const unsure = (text: string): Flag => ({
  severity: 1,
  text,
  reason: 'The words shown do not clearly speak for this answer.',
})

/** What the words speak for: the words that are cited, else the whole session. */
function secondReading(said: Said, cited: Cited, read: (session: Session) => string | undefined): string | undefined {
  return read(onlyCited(said, cited)) ?? read(said.session)
}

/** How the cited words speak of anything that has one of the stems: as so, as not so, or not plainly. */
function mentioned(stems: ReadonlySet<string>, sentence: Sentence): 'so' | 'not' | 'unclear' {
  const own = anchorsOf(sentence.low).filter(({ stem }) => stems.has(stem))
  const heard = new Set(own.map(({ at }) => polarityAt(sentence.low, at)))
  if (heard.has('so') && !sentence.asks) return 'so'
  if (heard.has('not')) return 'not'
  const asked = sentence.answers.some(({ low }) => anchorsOf(low).some(({ stem }) => stems.has(stem)))
  const lean = asked && sentence.place === 0 ? leaning(sentence.low) : 'neither'
  return lean === 'yes' ? 'so' : lean === 'no' ? 'not' : 'unclear'
}

function heardOf(text: string, cited: Cited): 'so' | 'not' | 'unclear' {
  const stems = stemSet(text)
  const heard = new Set(cited.quoted.map((sentence) => mentioned(stems, sentence)))
  return heard.has('so') ? 'so' : heard.has('not') ? 'not' : 'unclear'
}

const absence = /^(?:deni|den(?:y|ies)|none|no\b|not\b|never|absent|negative)/i

function checkBoolean(field: Field, value: string, said: Said, cited: Cited): Flag[] {
  const read = secondReading(said, cited, (session) => writeYesNo(session, field)?.value[0])
  if (read !== undefined) return read === value ? [] : [says(read)]
  const heard = heardOf(field.name, cited)
  const turned = absence.test(field.name)
  const other = value === 'Yes' ? 'No' : 'Yes'
  if (heard === 'unclear') return [unsure('')]
  return ((heard === 'so') !== turned) === (value === 'Yes') ? [] : [says(other)]
}

function checkSingle(field: FieldOf<'single_choice'>, value: string, said: Said, cited: Cited): Flag[] {
  const read = secondReading(said, cited, (session) => writeSingleChoice(session, field)?.value[0])
  if (read !== undefined) return read === value ? [] : [says(read)]
  if (absence.test(value)) {
    const heard = heardOf(field.name, cited)
    if (heard === 'so') return [{ severity: 3, text: '', reason: 'The session says the opposite.' }]
    return heard === 'not' ? [] : [unsure('')]
  }
  const heard = heardOf(value, cited)
  return heard === 'so' ? [] : [unsure('')]
}

function checkMultiple(field: FieldOf<'multiple_choice'>, value: readonly string[], said: Said, cited: Cited): Flag[] {
  const shown = new Set(
    [onlyCited(said, cited), said.session].flatMap((session) => writeMultipleChoice(session, field)?.value ?? []),
  )
  return value.flatMap((option): Flag[] => {
    if (shown.has(option)) return []
    const heard = heardOf(option, cited)
    if (heard === 'so') return []
    return heard === 'not'
      ? [{ severity: 3, text: option, reason: `The session says that “${option}” is not so.` }]
      : [unsure(option)]
  })
}

/**
 * Reads the cited words anew for what a choice, a Yes/No, a number or a date answers. Another reading contradicts the value
 * (severity 3); where there is none, the words have to name what was chosen (severity 1).
 */
export function crossRead(field: Field, value: readonly string[], said: Said, cited: Cited): Flag[] {
  const [first] = value
  if (first === undefined) return []
  switch (field.type) {
    case 'boolean':
      return checkBoolean(field, first, said, cited)
    case 'single_choice':
      return checkSingle(field, first, said, cited)
    case 'multiple_choice':
      return checkMultiple(field, value, said, cited)
    case 'date': {
      const read = writeDate(onlyCited(said, cited), field)?.value[0]
      return read === undefined || read === first ? [] : [says(read)]
    }
    case 'number': {
      const read = writeNumber(onlyCited(said, cited), field)?.value[0]
      return read === undefined || Number(read) === Number(first) ? [] : [says(read)]
    }
    default:
      return []
  }
}
