import { type Condition, type Field, limits, type QuestionnaireLinks, type Template } from '../../contracts/index.ts'
import { fieldIdFrom } from '../field-id.ts'
import { blankField } from '../make-field.ts'
import { type LinkedItem, linksOf, optionText, other } from './questionnaire-links.ts'
import { type QuestionnaireItem, questionnaire } from './questionnaire-shape.ts'

const { nameMax, instructionsMax, optionsMax, fieldsMax, identifierMax } = limits
const cutTo = (text: string, most: number) => text.trim().slice(0, most)

/**
 * Converts a FHIR Questionnaire (R4 or R5) to a template. `notes` tells the user what a template cannot express and was
 * left out. `links` says which field answers which item. Throws if the resource is not a Questionnaire.
 */
export function templateFromQuestionnaire(resource: unknown): {
  template: Template
  notes: string[]
  links: QuestionnaireLinks
} {
  const parsed = questionnaire.safeParse(resource)
  if (!parsed.success) throw new Error('This file is not a FHIR Questionnaire.')
  const { url, version, title, name, description, item = [] } = parsed.data
  const reading: Reading = {
    fields: [],
    notes: [],
    idOfLink: new Map(),
    instructions: [cutTo(description ?? '', 2000)],
  }
  const top: Place = { section: '', lead: [] }
  for (const each of item) readItem(reading, each, top)
  reading.instructions.push(...top.lead)
  for (const { item: each, fieldId } of reading.idOfLink.values()) {
    addCondition(reading, each, fieldId)
  }
  const fields = reading.fields.slice(0, fieldsMax)
  if (reading.fields.length > fieldsMax) {
    reading.notes.push(`Only the first ${fieldsMax} questions were imported.`)
  }
  const allInstructions = cutTo(reading.instructions.filter(Boolean).join('\n'), instructionsMax)
  const templateName = cutTo(title ?? name ?? 'Questionnaire', nameMax)
  const template = { id: fieldIdFrom(templateName, []), name: templateName, instructions: allInstructions, fields }
  const canonical = url === undefined ? {} : { canonical: version === undefined ? url : `${url}|${version}` }
  const items = linksOf(item, reading.idOfLink, new Set(fields.map(({ id }) => id)))
  return { template, notes: reading.notes, links: { format: 1, ...canonical, items } }
}

interface Reading {
  fields: Field[]
  notes: string[]
  /**
   * The field that was made from each question. The key is the `linkId` that the Questionnaire gives the question. The
   * order is that of the questions.
   */
  idOfLink: Map<string, LinkedItem>
  instructions: string[]
}

interface Place {
  section: string
  lead: string[]
}

function readItem(reading: Reading, item: QuestionnaireItem, place: Place): void {
  if (reading.fields.length > fieldsMax) return
  const children = item.item ?? []
  if (item.type === 'display') {
    if (item.text !== undefined) place.lead.push(item.text)
    return
  }
  if (item.type === 'group') {
    const leaves = children.filter(({ type }) => type !== 'group' && type !== 'display')
    if ((item.repeats === true && leaves.length >= 2) || controlOf(item) === 'table') {
      addTable(reading, item, leaves, place)
      return
    }
    if (item.enableWhen !== undefined && item.enableWhen.length > 0) {
      const name = cutTo(item.text ?? item.linkId, 60)
      reading.notes.push(
        `The condition of the section “${name}” could not be imported. The section is now always part of the note.`,
      )
    }
    const inner: Place = { section: item.text ?? place.section, lead: [] }
    for (const child of children) readItem(reading, child, inner)
    reading.instructions.push(...inner.lead)
    return
  }
  addQuestion(reading, item, place)
  const inner: Place = { section: item.text ?? place.section, lead: [] }
  for (const child of children) readItem(reading, child, inner)
}

const types: Partial<Record<string, Field['type']>> = {
  boolean: 'boolean',
  string: 'string',
  text: 'string',
  url: 'string',
  integer: 'number',
  decimal: 'number',
  quantity: 'number',
  date: 'date',
  dateTime: 'date',
}

/**
 * Returns the name, id and instructions of a question's field. The texts of `display` items go into the instructions of
 * the first question after them.
 */
function base(reading: Reading, item: QuestionnaireItem, place: Place, suffix = '') {
  const text = cutTo(item.text ?? item.linkId, nameMax - suffix.length) + suffix
  const takenIds = reading.fields.map(({ id }) => id)
  const longText = item.text !== undefined && item.text.trim().length > nameMax ? item.text : ''
  const section = place.section === '' ? '' : `Section: ${place.section}`
  const instructions = cutTo([section, ...place.lead.splice(0), longText].filter(Boolean).join('\n'), instructionsMax)
  const id = fieldIdFrom(suffix === '' ? cutTo(item.text ?? item.linkId, 60) : text, takenIds)
  return { id, name: text, ...(instructions === '' ? {} : { instructions }) }
}

function addQuestion(reading: Reading, item: QuestionnaireItem, place: Place): void {
  const isChoice = item.type === 'choice' || item.type === 'open-choice' || item.type === 'coding'
  const options = isChoice ? optionsOf(reading, item) : []
  const type = isChoice ? (item.repeats === true ? 'multiple_choice' : 'single_choice') : types[item.type]
  if (type === undefined) {
    reading.notes.push(
      `“${cutTo(item.text ?? item.linkId, 60)}” was left out: a template cannot have a question of the type “${cutTo(item.type, 30)}”.`,
    )
    return
  }
  const fieldBase = base(reading, item, place)
  const blank = blankField(type, fieldBase)
  const acceptsOthers =
    item.type === 'open-choice' ||
    (item.type === 'coding' && item.answerConstraint !== undefined && item.answerConstraint !== 'optionsOnly')
  if (blank.type === 'single_choice' || blank.type === 'multiple_choice') {
    reading.fields.push({
      ...blank,
      options: acceptsOthers && !options.includes(other) ? [...options, other] : options,
    })
  } else reading.fields.push(blank)
  const linked: LinkedItem = { item, fieldId: fieldBase.id }
  reading.idOfLink.set(item.linkId, linked)
  if (acceptsOthers) {
    const otherBase = base(reading, item, place, `: ${other.toLowerCase()}`)
    reading.fields.push({ ...otherBase, type: 'string', condition: { id: fieldBase.id, contains: other } })
    linked.otherFieldId = otherBase.id
  }
}

function optionsOf(reading: Reading, item: QuestionnaireItem): string[] {
  const options = [...new Set((item.answerOption ?? []).map(optionText))].filter((text) => text !== '')
  const name = cutTo(item.text ?? item.linkId, 60)
  if (item.answerValueSet !== undefined)
    reading.notes.push(`The options of “${name}” are not in this file. Add them by hand.`)
  if (options.length > optionsMax)
    reading.notes.push(`Of the options of “${name}”, only the first ${optionsMax} were imported.`)
  return options.slice(0, optionsMax)
}

function addTable(reading: Reading, item: QuestionnaireItem, leaves: readonly QuestionnaireItem[], place: Place): void {
  const headers = leaves.slice(0, 100).map((leaf) => cutTo(leaf.text ?? leaf.linkId, nameMax))
  const fieldBase = base(reading, item, place)
  reading.fields.push({ ...fieldBase, type: 'table', headers, rows: [headers.map(() => '')] })
  reading.idOfLink.set(item.linkId, { item, fieldId: fieldBase.id })
}

function controlOf(item: QuestionnaireItem): string | undefined {
  const control = item.extension?.find(({ url }) => url.endsWith('/questionnaire-itemControl'))
  return control?.valueCodeableConcept?.coding?.find(
    ({ code }) => code === 'table' || code === 'gtable' || code === 'htable',
  ) === undefined
    ? undefined
    : 'table'
}

/**
 * Converts the `enableWhen` rules of an item to a condition of its field. All rules must compare the same other
 * question with the operator `=` and a readable answer, and one true rule must be enough. Otherwise, adds a note for
 * the user and no condition.
 */
function addCondition(reading: Reading, item: QuestionnaireItem, fieldId: string): void {
  const rules = item.enableWhen ?? []
  if (rules.length === 0) return
  const name = cutTo(item.text ?? item.linkId, 60)
  const targets = new Set(rules.map(({ question }) => question))
  const [question = ''] = targets
  const target = reading.idOfLink.get(question)
  const answers = rules.map(answerOf).filter((answer) => answer !== undefined)
  const simple =
    targets.size === 1 &&
    target !== undefined &&
    target.fieldId !== fieldId &&
    rules.every(({ operator }) => operator === '=') &&
    answers.length === rules.length &&
    (rules.length === 1 || item.enableBehavior !== 'all')
  if (!simple) {
    reading.notes.push(`The condition of “${name}” could not be imported. The field is now always part of the note.`)
    return
  }
  const [first = ''] = answers
  const targetField = reading.fields.find(({ id }) => id === target.fieldId)
  const several = answers.length > 1 || targetField?.type === 'multiple_choice'
  const condition: Condition = several
    ? { id: target.fieldId, contains_any: answers.slice(0, optionsMax) }
    : { id: target.fieldId, equals: first }
  reading.fields = reading.fields.map((field) => (field.id === fieldId ? { ...field, condition } : field))
}

type EnableWhen = NonNullable<QuestionnaireItem['enableWhen']>[number]

function answerOf(rule: EnableWhen): string | undefined {
  const { answerBoolean, answerCoding, answerString, answerInteger, answerDecimal, answerDate } = rule
  if (answerBoolean !== undefined) return answerBoolean ? 'Yes' : 'No'
  const number = answerInteger ?? answerDecimal
  const text =
    answerCoding?.display ??
    answerCoding?.code ??
    answerString ??
    answerDate ??
    (number === undefined ? undefined : String(number))
  return text === undefined ? undefined : cutTo(text, Math.min(nameMax, identifierMax))
}
