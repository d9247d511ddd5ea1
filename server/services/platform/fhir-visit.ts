import type { CustomerOutput } from '../../../lib/contracts/index.ts'
import { fhirText, narrative, paragraphs } from './fhir-text.ts'

type VisitContext = CustomerOutput['context']

function isFhirDate(text: string): boolean {
  if (/^\d{4}$/.test(text)) return text !== '0000'
  const [, month = '', day] = /^\d{4}-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? []
  if (month < '01' || month > '12') return false
  const date = new Date(`${text}${day === undefined ? '-01' : ''}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/**
 * Returns the patient as the caller has named this person. A birth date or a gender that FHIR does not allow is kept as a
 * sentence.
 */
export function patientResource({ name, identifier, birthDate, gender }: NonNullable<VisitContext['patient']>) {
  const born = fhirText(birthDate ?? '')
  const word = fhirText(gender ?? '')
  const fhirGender = ['male', 'female', 'other', 'unknown'].find((each) => each === word.toLowerCase())
  const others = [
    ...(born === '' || isFhirDate(born) ? [] : [`Born: ${born}`]),
    ...(word === '' || fhirGender !== undefined ? [] : [`Gender: ${word}`]),
  ]
  return {
    resourceType: 'Patient',
    ...(others.length === 0 ? {} : { text: narrative(paragraphs(others.join('\n'))) }),
    ...(fhirText(identifier ?? '') === '' ? {} : { identifier: [{ value: fhirText(identifier ?? '') }] }),
    ...(fhirText(name ?? '') === '' ? {} : { name: [{ text: fhirText(name ?? '') }] }),
    ...(isFhirDate(born) ? { birthDate: born } : {}),
    ...(fhirGender === undefined ? {} : { gender: fhirGender }),
  }
}

export function providerResource({ provider }: VisitContext) {
  const [name, specialty] = [fhirText(provider?.name ?? ''), fhirText(provider?.specialty ?? '')]
  if (name === '' && specialty === '') return null
  return {
    resourceType: 'Practitioner',
    ...(name === '' ? {} : { name: [{ text: name }] }),
    ...(specialty === '' ? {} : { qualification: [{ code: { text: specialty } }] }),
  }
}

export function encounterResource(
  { current_visit: visit }: VisitContext,
  { subject, provider }: { subject: object; provider: object | null },
) {
  if (visit === undefined && provider === null) return null
  const { date, start, end } = visit ?? {}
  const times = [...(start ? [`From ${start}`] : []), ...(end ? [`To ${end}`] : [])]
  return {
    resourceType: 'Encounter',
    ...(times.length === 0 ? {} : { text: narrative(paragraphs(times.join('\n'))) }),
    status: 'unknown',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB', display: 'ambulatory' },
    ...subject,
    ...(provider === null ? {} : { participant: [{ individual: provider }] }),
    ...(date === undefined ? {} : { period: { start: date, end: date } }),
  }
}
