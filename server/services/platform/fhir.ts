import type { CustomerOutput, Result } from '../../../lib/contracts/index.ts'
import {
  emptyText,
  extractsLabel,
  mentioned,
  type NoteSection,
  reviewNotice,
  tableRows,
  toNote,
  toText,
  writerOf,
} from '../../../lib/report/index.ts'
import { Problem } from '../../problem.ts'
import { absentReason, responseItems } from './fhir-questionnaire.ts'
import { fhirText } from './fhir-text.ts'

/** A FHIR R4 resource. The tests validate its parts against the published structure definitions. */
export interface FhirResource {
  resourceType: string
  [part: string]: unknown
}

/**
 * Escapes a text for the XHTML of a FHIR narrative, so that no character of the text acts as markup. Removes characters
 * that XML does not allow.
 */
const escaped = (text: string): string =>
  fhirText(text).replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
const paragraphs = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')
const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`
const row = (cells: readonly string[], tag: 'th' | 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`

const narrative = (content: string) => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`,
})

/**
 * Returns the value of a section as XHTML. `unanswered`: the language model did not answer this field, so it is not
 * known whether the field was discussed.
 */
function contentOf(section: NoteSection, result: Result | undefined, unanswered: boolean): string {
  switch (section.layout) {
    case 'empty':
      return `<p>${result === undefined || unanswered ? 'No value.' : emptyText(result)}</p>`
    case 'unclear':
      return `<p>${mentioned}.</p>`
    case 'list':
      return list(section.value)
    case 'table': {
      const rows = tableRows(section).map((cells) => row(cells, 'td'))
      return `<table>${row(section.headers, 'th')}${rows.join('')}</table>`
    }
    default:
      return paragraphs(section.value.join('\n'))
  }
}

const reference = (id: string, display: string) => ({ reference: `urn:uuid:${id}`, display })
const entry = (id: string, resource: FhirResource) => ({ fullUrl: `urn:uuid:${id}`, resource: { ...resource, id } })

/**
 * Makes the id of a resource of the document, such as the patient, from the id of the output. `part` is the number of
 * the resource, from 1 on. So repeated exports of an output contain the same ids.
 */
const derived = (id: string, part: number) =>
  `${id.slice(0, -1)}${((Number.parseInt(id.slice(-1), 16) + part) % 16).toString(16)}`

const noteType = {
  coding: [{ system: 'http://loinc.org', code: '34109-9', display: 'Note' }],
  text: 'Clinical note',
}

/**
 * Converts an output to a FHIR R4 document (product 12.81): a Bundle with a Composition, a DocumentReference with the
 * note as text, and a QuestionnaireResponse if the template was made from a Questionnaire. The Composition has one
 * section for each field that was asked, with the quotes below the value. The status of the note is preliminary,
 * because nobody has signed it. Throws `locked` if the output is not written yet, or if it failed.
 */
export function toFhirDocument(output: CustomerOutput): FhirResource {
  if (output.status === 'failed')
    throw new Problem('locked', 'This output could not be written, so there is no document. Generate a new output.')
  if (output.status !== 'ready')
    throw new Problem('locked', 'This output is not written yet. Send the request again later.')
  const { id, title, template, results, unanswered = [], context, updatedAt, usage, questionnaire } = output
  const note = toNote(title || template.name, template, results)
  const byId = new Map(results.map((result) => [result.id, result]))
  const [patientId, deviceId, referenceId, responseId] = [
    derived(id, 1),
    derived(id, 2),
    derived(id, 3),
    derived(id, 4),
  ]
  const { patient } = context
  const subject = patient === undefined ? {} : { subject: reference(patientId, patient.name ?? 'Patient') }
  const author = [reference(deviceId, 'Chartside')]
  // If a person has entered every value, for example because the models failed, no model has written the note. The
  // document then names no model, even if `usage.models` contains the models that were tried.
  const writer = writerOf({ results, spent: usage.inputTokens > 0 ? [] : undefined })
  const madeWith = `${writer === 'embedded' ? extractsLabel : 'Written with'}: ${usage.models.join(', ')}`
  const section = note.sections.map((each) => {
    const result = byId.get(each.id)
    const said = result?.evidence.map(({ quote }) => quote) ?? []
    return {
      ...(each.layout === 'unclear' ? { extension: [absentReason] } : {}),
      title: each.label || 'Note',
      text: narrative(
        `${contentOf(each, result, unanswered.includes(each.id))}${paragraphs(each.warnings.join('\n'))}`,
      ),
      ...(said.length === 0 ? {} : { section: [{ title: 'Quotes', text: narrative(list(said)) }] }),
    }
  })
  const review = reviewNotice(results, (fieldId) => note.sections.find((each) => each.id === fieldId)?.label ?? fieldId)
  const remarks = review === null ? [] : [{ title: 'Review', text: narrative(paragraphs(review)) }]
  const composition: FhirResource = {
    resourceType: 'Composition',
    status: 'preliminary',
    type: noteType,
    ...subject,
    date: updatedAt,
    author,
    title: note.title || 'Note',
    ...(section.length + remarks.length === 0 ? {} : { section: [...section, ...remarks] }),
  }
  const device: FhirResource = {
    resourceType: 'Device',
    deviceName: [{ name: 'Chartside', type: 'manufacturer-name' }],
    ...(usage.models.length === 0 || writer === null ? {} : { note: [{ text: madeWith }] }),
  }
  const document: FhirResource = {
    resourceType: 'DocumentReference',
    status: 'current',
    docStatus: 'preliminary',
    type: noteType,
    ...subject,
    date: updatedAt,
    author,
    content: [
      {
        attachment: {
          contentType: 'text/plain; charset=utf-8',
          data: Buffer.from([toText(note), ...(review === null ? [] : [review])].join('\n\n'), 'utf8').toString(
            'base64',
          ),
          title: note.title || 'Note',
        },
      },
    ],
  }
  const answers = questionnaire === undefined ? [] : responseItems(questionnaire, output)
  const response: FhirResource = {
    resourceType: 'QuestionnaireResponse',
    ...(questionnaire?.canonical === undefined ? {} : { questionnaire: questionnaire.canonical }),
    // The status is `in-progress`, because nobody has confirmed the answers yet.
    status: 'in-progress',
    ...subject,
    authored: updatedAt,
    author: reference(deviceId, 'Chartside'),
    ...(answers.length === 0 ? {} : { item: answers }),
  }
  return {
    resourceType: 'Bundle',
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${id}` },
    type: 'document',
    timestamp: updatedAt,
    entry: [
      entry(id, composition),
      ...(patient === undefined ? [] : [entry(patientId, patientResource(patient))]),
      entry(deviceId, device),
      entry(referenceId, document),
      ...(questionnaire === undefined ? [] : [entry(responseId, response)]),
    ],
  }
}

type Patient = NonNullable<CustomerOutput['context']['patient']>

function patientResource({ name, identifier, birthDate, gender }: Patient): FhirResource {
  // A birth date that is not YYYY-MM-DD is left out, because FHIR allows no other form.
  const isDate = birthDate !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(birthDate)
  const known = ['male', 'female', 'other', 'unknown'].find((each) => each === gender?.trim().toLowerCase())
  return {
    resourceType: 'Patient',
    ...(identifier ? { identifier: [{ value: identifier }] } : {}),
    ...(name ? { name: [{ text: name }] } : {}),
    ...(isDate ? { birthDate } : {}),
    ...(known === undefined ? {} : { gender: known }),
  }
}
