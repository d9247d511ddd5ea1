import {
  field as fieldShape,
  fieldTypes,
  limits,
  type QuestionnaireLinks,
  type Template,
  template as templateShape,
} from '../../contracts/index.ts'
import type { TemplateProblem } from '../problem.ts'
import { keyCount, keyMax, templateProblems } from '../problems.ts'
import { templateFromQuestionnaire } from './questionnaire.ts'
import { sentenceOf } from './sentence.ts'

/** Either the complete template or its problems, never a part of a template. */
export type ReadTemplate = Read | Refused

interface Refused {
  problems: TemplateProblem[]
}

interface Read {
  template: Template
  notes: string[]
}

const problemsMax = 20

/**
 * Reads a template from a JSON file, in Chartside's own format or as a FHIR Questionnaire. Content is never interpreted
 * as markup. If anything is invalid, returns the problems, with messages that name the field.
 */
export function readTemplate(json: string): ReadTemplate {
  if (json.length > limits.sessionBodyMaxBytes)
    return refused('This file is too large for a template. Choose another file.')
  let content: unknown
  try {
    content = JSON.parse(json)
  } catch {
    return refused('This file is not valid JSON. Choose a template that was exported as JSON.')
  }
  if (!isRecord(content))
    return refused('This file contains no template. Choose a file that was exported from Chartside.')
  if (content.resourceType === 'Questionnaire') return readQuestionnaire(content)
  if (!Array.isArray(content.fields))
    return refused('This file contains no template, because it has no list of fields. Choose another file.')
  const { fields } = content
  if (fields.length > limits.fieldsMax) {
    return refused(`This template has ${fields.length} fields. A template can have at most ${limits.fieldsMax} fields.`)
  }
  const problems = fields.flatMap(shapeProblems)
  if (problems.length > 0) return cut(problems)
  const parsedTemplate = templateShape.safeParse({ id: '', name: '', instructions: '', ...content })
  if (!parsedTemplate.success)
    return cut(
      parsedTemplate.error.issues.map((issue) => ({ message: sentenceOf('The template', issue), level: 'error' })),
    )
  return checked({ template: parsedTemplate.data, notes: [] })
}

/** Formats a template as a file that `readTemplate` can read back without changes. */
export const writeTemplate = (template: Template): string => `${JSON.stringify(template, null, 2)}\n`

/**
 * Reads a template from a FHIR Questionnaire. `links` says which field answers which item of the Questionnaire. If
 * anything is invalid, returns the problems instead.
 */
export function readQuestionnaire(resource: unknown): (Read & { links: QuestionnaireLinks }) | Refused {
  try {
    return checked(templateFromQuestionnaire(resource))
  } catch {
    return refused(
      'This FHIR Questionnaire cannot be read, because parts of it are not valid. Correct the file, or choose another file.',
    )
  }
}

function checked<Found extends Read>(result: Found): Found | Refused {
  const errors = templateProblems(result.template).filter(({ level }) => level === 'error')
  return errors.length > 0 ? cut(errors) : result
}

function refused(message: string): Refused {
  return { problems: [{ message, level: 'error' }] }
}

function cut(problems: TemplateProblem[]): Refused {
  if (problems.length <= problemsMax) return { problems }
  const restSentence = `There are ${problems.length - problemsMax} more problems.`
  return { problems: [...problems.slice(0, problemsMax), { message: restSentence, level: 'error' }] }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string'

function shapeProblems(entry: unknown, index: number): TemplateProblem[] {
  const place = `Field ${index + 1}`
  if (!isRecord(entry)) return [{ message: `${place} is no field.`, level: 'error' }]
  const { id, name, type, options } = entry
  const fieldName = isText(name) && name.trim() !== '' ? name : isText(id) ? id : undefined
  const subject = fieldName === undefined ? place : `“${fieldName.slice(0, 60)}”`
  const problem = (message: string): TemplateProblem[] => [
    { ...(isText(id) && id !== '' ? { fieldId: id } : {}), message, level: 'error' },
  ]
  if (!isText(type) || !fieldTypes.some((fieldType) => fieldType === type)) {
    const typePhrase = isText(type) ? `the type “${type.slice(0, 60)}”, which does not exist` : 'no type'
    return problem(`${subject} has ${typePhrase}.`)
  }
  if (Array.isArray(options) && options.length > limits.optionsMax) {
    return problem(`${subject} has ${options.length} options. A field can have at most ${limits.optionsMax} options.`)
  }
  const most = keyMax(type)
  if (most !== undefined && keyCount(entry) > most) {
    return problem(`${subject} has too many settings. A field of this type can have at most ${most} settings.`)
  }
  const parsed = fieldShape.safeParse(entry)
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => problem(sentenceOf(subject, issue)))
}
