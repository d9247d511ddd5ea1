import type { CustomerOutput, Result } from '../../../lib/contracts/index.ts'
import {
  emptyText,
  extractsLabel,
  isReviewNotice,
  mentioned,
  type NoteSection,
  reviewNotice,
  tableRows,
  toNote,
  toText,
  warningText,
  writerOf,
} from '../../../lib/report/index.ts'
import { Problem } from '../../problem.ts'
import { absentReason, responseItems } from './fhir-questionnaire.ts'
import { escaped, fhirText, narrative, paragraphs } from './fhir-text.ts'
import { encounterResource, patientResource, providerResource } from './fhir-visit.ts'

export interface FhirResource {
  resourceType: string
  [part: string]: unknown
}

const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`
const row = (cells: readonly string[], tag: 'th' | 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`

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

const reference = (id: string, display: string) => {
  const displayText = fhirText(display)
  return { reference: `urn:uuid:${id}`, ...(displayText === '' ? {} : { display: displayText }) }
}
/** A title of a FHIR resource, which may not be blank. */
const titleOf = (text: string, otherwise = 'Note') => fhirText(text) || otherwise
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
 * section for each field that was asked, with the quotes and every flag below the value, and sections for what the note
 * leaves out and for its notices. From the last section, all other resources can be reached. The status of the note is preliminary,
 * because nobody has signed it. Throws `locked` if the output is not written yet, or if it failed.
 */
export function toFhirDocument(output: CustomerOutput): FhirResource {
  if (output.status === 'failed')
    throw new Problem('locked', 'This output could not be written, so there is no document. Generate a new output.')
  if (output.status !== 'ready')
    throw new Problem('locked', 'This output is not written yet. Send the request again later.')
  const {
    id,
    title,
    template,
    results,
    omissions,
    notices,
    unanswered = [],
    context,
    updatedAt,
    usage,
    questionnaire,
  } = output
  const note = toNote(title || template.name, template, results)
  const byId = new Map(results.map((result) => [result.id, result]))
  const [patientId = '', deviceId = '', referenceId = '', responseId = '', providerId = '', encounterId = ''] = [
    1, 2, 3, 4, 5, 6,
  ].map((part) => derived(id, part))
  const { patient } = context
  const subject = patient === undefined ? {} : { subject: reference(patientId, patient.name ?? 'Patient') }
  const author = [reference(deviceId, 'Chartside')]
  const provider = providerResource(context)
  const encounter = encounterResource(context, {
    subject,
    provider: provider === null ? null : reference(providerId, context.provider?.name ?? 'Provider'),
  })
  // If a person has entered every value, for example because the models failed, no model has written the note. The
  // document then names no model, even if `usage.models` contains the models that were tried.
  const writer = writerOf({ results, spent: usage.inputTokens > 0 ? [] : undefined })
  const madeWith = `${writer === 'embedded' ? extractsLabel : 'Written with'}: ${usage.models.join(', ')}`
  const section = note.sections.map((each) => {
    const result = byId.get(each.id)
    const quotes = result?.evidence.map(({ quote }) => quote) ?? []
    // Nobody of the receiving program can look at the output again, so every flag goes with it, not only severe ones.
    const flags = result?.flags.filter(({ verdict }) => verdict === undefined).map(warningText) ?? []
    return {
      ...(each.layout === 'unclear' ? { extension: [absentReason] } : {}),
      title: titleOf(each.label),
      text: narrative(`${contentOf(each, result, unanswered.includes(each.id))}${paragraphs(flags.join('\n'))}`),
      ...(quotes.length === 0 ? {} : { section: [{ title: 'Quotes', text: narrative(list(quotes)) }] }),
    }
  })
  const review = reviewNotice(results, (fieldId) => note.sections.find((each) => each.id === fieldId)?.label ?? fieldId)
  const remarks = [
    { title: 'Said, but not in the note', lines: omissions.map(({ quote }) => quote), show: list },
    { title: 'Notices', lines: notices.filter((notice) => !isReviewNotice(notice)) },
    { title: 'Review', lines: review === null ? [] : [review] },
  ].filter(({ lines }) => lines.length > 0)
  const remarkSections = remarks.map(({ title, lines, show }) => ({
    title,
    text: narrative(show?.(lines) ?? paragraphs(lines.join('\n'))),
  }))
  const remarkTexts = remarks.map(({ title, lines }) =>
    (title === 'Review' ? lines : [`${title}:`, ...lines]).join('\n'),
  )
  const attached = {
    title: 'Attachments',
    entry: [
      reference(referenceId, 'The note as text'),
      ...(questionnaire === undefined ? [] : [reference(responseId, 'The answers to the questionnaire')]),
    ],
  }
  const composition: FhirResource = {
    resourceType: 'Composition',
    status: 'preliminary',
    type: noteType,
    ...subject,
    ...(encounter === null ? {} : { encounter: reference(encounterId, 'Visit') }),
    date: updatedAt,
    author,
    title: titleOf(note.title),
    section: [...section, ...remarkSections, attached],
  }
  const device: FhirResource = {
    resourceType: 'Device',
    deviceName: [{ name: 'Chartside', type: 'manufacturer-name' }],
    ...(usage.models.length === 0 || writer === null ? {} : { note: [{ text: fhirText(madeWith) }] }),
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
          data: Buffer.from([toText(note), ...remarkTexts].join('\n\n'), 'utf8').toString('base64'),
          title: titleOf(note.title),
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
      ...(provider === null ? [] : [entry(providerId, provider)]),
      ...(encounter === null ? [] : [entry(encounterId, encounter)]),
      ...(questionnaire === undefined ? [] : [entry(responseId, response)]),
    ],
  }
}
