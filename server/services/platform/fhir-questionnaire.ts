import type { CustomerOutput, QuestionnaireAnswer, QuestionnaireLinks, Result } from '../../../lib/contracts/index.ts'
import { tableRows, warnedParts, warningText } from '../../../lib/report/index.ts'
import { fhirText } from './fhir-text.ts'

/**
 * The FHIR extension for the missing value of an `unclear` field. `unknown` means that the value is expected to exist but
 * is not known. `asked-unknown` would mean that the patient was asked and did not know it, and `not-asked` that nobody
 * asked; neither is certain for such a field.
 */
export const absentReason = {
  url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
  valueCode: 'unknown',
}

/**
 * The FHIR extension for an answer that is probably wrong, as long as nobody has decided about it. FHIR has no extension
 * for this.
 */
const warning = (text: string) => ({ url: 'urn:chartside:warning', valueString: text })

interface ResponseItem {
  linkId: string
  extension?: (typeof absentReason | ReturnType<typeof warning>)[]
  text?: string
  answer?: Answer[]
  item?: ResponseItem[]
}
type Answer = Record<string, unknown>

/**
 * Returns the items of a QuestionnaireResponse, in the tree of the Questionnaire (product 12.81). Items without an
 * answer are left out. Fields that were added to the template by hand belong to no item, so they are only in the
 * Composition.
 */
export function responseItems(
  links: QuestionnaireLinks,
  { results: all }: Pick<CustomerOutput, 'results'>,
): ResponseItem[] {
  const results = new Map(all.map((result) => [result.id, result]))
  return answeredItems(treeOf(links.items), (fieldId) => results.get(fieldId))
}

type Question = QuestionnaireAnswer & { below: Question[] }

function treeOf(items: readonly QuestionnaireAnswer[]): Question[] {
  const top: Question[] = []
  /** For each level of the tree, the last item that was read. The next item one level below belongs to it. */
  const path: Question[] = []
  for (const item of items) {
    const question = { ...item, below: [] }
    const parent = path[item.level - 1]
    ;(parent?.below ?? top).push(question)
    path.splice(item.level, path.length, question)
  }
  return top
}

type Find = (fieldId: string) => Result | undefined

const answeredItems = (items: readonly Question[], find: Find): ResponseItem[] =>
  items.flatMap((item) => answersTo(item, find))

function answersTo(item: Question, find: Find): ResponseItem[] {
  const { linkId, text, fieldId } = item
  const result = fieldId === undefined ? undefined : find(fieldId)
  const warnings = result === undefined ? [] : warnedParts(result).map((flag) => warning(fhirText(warningText(flag))))
  const base = {
    linkId,
    ...(warnings.length === 0 ? {} : { extension: warnings }),
    ...(text === undefined || fhirText(text) === '' ? {} : { text: fhirText(text) }),
  }
  if (result?.type === 'table')
    return result.state === 'unclear' ? [{ ...base, extension: [absentReason] }] : rowsOf(item, base, result)
  const answer =
    result === undefined
      ? []
      : result.state === 'unclear'
        ? [{ extension: [absentReason] }]
        : answersOf(item, result, find)
  const below = answeredItems(item.below, find)
  if (answer.length === 0) return below.length === 0 ? [] : [{ ...base, item: below }]
  const [first, ...others] = answer
  // In FHIR, the items below a question are part of an answer of this question.
  return [{ ...base, answer: below.length === 0 ? answer : [{ ...first, item: below }, ...others] }]
}

/**
 * Returns one group item for each row of the table. The cells of the row are the answers to the questions of the group.
 */
function rowsOf(group: Question, base: ResponseItem, { value }: Result): ResponseItem[] {
  const questions = group.below.filter(({ type }) => type !== 'group')
  return tableRows({ headers: questions.map(({ linkId }) => linkId), value })
    .map((cells) =>
      questions.flatMap((question, column) => {
        const answer = answerOf(question, cells[column] ?? '')
        return answer === null ? [] : [{ linkId: question.linkId, answer: [answer] }]
      }),
    )
    .filter((items) => items.length > 0)
    .map((item) => ({ ...base, item }))
}

function answersOf(item: QuestionnaireAnswer, result: Result, find: Find): Answer[] {
  const others = item.otherFieldId === undefined ? undefined : find(item.otherFieldId)
  return result.value.flatMap((value): Answer[] => {
    const isOffered = item.options?.some(({ text }) => text === value) === true
    // A value that is not an offered option is the answer "Other". If a separate field, `others`, contains the words of
    // this answer, the function returns these words instead of the value.
    if (!isOffered && others !== undefined && others.value.some((words) => fhirText(words) !== ''))
      return others.value.flatMap((words) => listOf(answerOf({ ...item, type: 'string' }, words)))
    return listOf(answerOf(item, value))
  })
}

const listOf = (answer: Answer | null): Answer[] => (answer === null ? [] : [answer])

const isoDay = /^\d{4}-\d{2}-\d{2}$/

/**
 * Converts a value to the type of its question. A value that does not fit the type becomes a text, so that it is not
 * lost. Null: the value is empty.
 */
function answerOf({ type, options = [] }: QuestionnaireAnswer, value: string): Answer | null {
  const text = fhirText(value)
  if (text === '') return null
  const option = options.find((each) => each.text === value)
  if (option !== undefined) {
    const { text: _, ...coding } = option
    return coding
  }
  const number = Number(text)
  switch (type) {
    case 'boolean':
      return text === 'Yes' || text === 'No' ? { valueBoolean: text === 'Yes' } : { valueString: text }
    case 'integer':
      return Number.isInteger(number) ? { valueInteger: number } : { valueString: text }
    case 'decimal':
      return Number.isFinite(number) ? { valueDecimal: number } : { valueString: text }
    case 'quantity':
      return Number.isFinite(number) ? { valueQuantity: { value: number } } : { valueString: text }
    case 'date':
      return isoDay.test(text) ? { valueDate: text } : { valueString: text }
    case 'dateTime':
      return isoDay.test(text) ? { valueDateTime: text } : { valueString: text }
    default:
      return { valueString: text }
  }
}
