import { currentValue, sameValue } from '../controls/fields.ts'
import { parseMoment } from '../dates.ts'
import { samePatient } from '../form/patient.ts'
import { urlOf } from '../natives.ts'
import { type Scan, scan } from '../scan/scan.ts'
import type { FilledRecord, FilledValue, PagePorts, RecordAgain, ShownAgain } from '../shapes.ts'
import { survey } from '../survey/survey.ts'
import { fold, labelText, squash } from '../words.ts'
import { sameMeaning } from './same-meaning.ts'

const choiceKinds: ReadonlySet<string> = new Set(['single_choice', 'multiple_choice', 'boolean'])
const dateKinds: ReadonlySet<string> = new Set(['date', 'time', 'date_time'])
const ownWords = 4

const keyOf = (label: string): string => fold(labelText(label))

function sameMoment(one: string, otherText: string, format: string | undefined): boolean | null {
  const [first, second] = [one, otherText].map((text) => parseMoment(text, format))
  return first && second ? JSON.stringify(first) === JSON.stringify(second) : null
}

function inForm({ fields }: Scan, filledValue: FilledValue): ShownAgain | 'empty' | null {
  const alike = fields.filter(({ field }) => keyOf(field.label) === keyOf(filledValue.label))
  const match =
    fields.find(({ field }) => field.id === filledValue.fieldId) ?? (alike.length === 1 ? alike[0] : undefined)
  if (!match) return null
  const { field, found: scannedField } = match
  const value = currentValue(scannedField)
  if (sameValue(value, filledValue.value) || sameMeaning(field.kind, filledValue.value, value)) return 'kept'
  if (dateKinds.has(field.kind) && sameMoment(value.join(' '), filledValue.value.join(' '), filledValue.format))
    return 'kept'
  return value.every((each) => each.trim() === '') ? 'empty' : 'changed'
}

function holds(text: string, words: string, from: 'start' | 'anywhere'): boolean {
  const at = from === 'start' ? (text.startsWith(words) ? 0 : -1) : text.indexOf(words)
  return at >= 0 && !/[\p{L}\p{N}]/u.test(text.charAt(at + words.length))
}

function inText(linesAfter: string[], { kind, value, options = [], format }: FilledValue): ShownAgain {
  const text = fold(linesAfter.join(' '))
  const [line = ''] = linesAfter
  const valueWords = value.map((each) => fold(each)).filter((each) => each !== '')
  if (text === '' || valueWords.length === 0) return 'not-shown'
  if (choiceKinds.has(kind)) {
    const pieces = line.split(/[,;•·|]/).map((each) => fold(each))
    if (valueWords.every((each) => pieces.includes(each)) && pieces.length === valueWords.length) return 'kept'
    const others = options.length > 0 ? options.map((each) => fold(each)) : ['yes', 'no']
    return pieces.every((each) => others.includes(each)) ? 'changed' : 'not-shown'
  }
  if (dateKinds.has(kind)) {
    if (holds(text, valueWords.join(' '), 'start')) return 'kept'
    const isSame = sameMoment(line, value.join(' '), format)
    return isSame === null ? 'not-shown' : isSame ? 'kept' : 'changed'
  }
  const words = valueWords.join(' ')
  if (holds(text, words, words.split(' ').length < ownWords ? 'start' : 'anywhere')) return 'kept'
  if (sameMeaning(kind === 'number' ? 'number' : 'text', [squash(value.join(' '))], [squash(line)])) return 'kept'
  const isCut = /(?:…|\.\.\.)$/.test(line)
  return isCut && words.startsWith((text.split(/…|\.\.\./, 1)[0] ?? '').trimEnd()) ? 'not-shown' : 'changed'
}

function linesOf(document: Document, ports: PagePorts): string[] {
  const lines: string[] = []
  let position = -1
  for (const item of survey(document, ports).items) {
    if (item.kind !== 'text') continue
    if (item.line === position) lines[lines.length - 1] += ` ${item.written}`
    else lines.push(item.written)
    position = item.line
  }
  return lines.map(squash).filter((line) => line !== '')
}

const mostLines = 80

function textsAfter(lines: string[], label: string, labels: ReadonlySet<string>): string[][] {
  const key = keyOf(label)
  return lines.flatMap((line, at) => {
    const isAlone = keyOf(line) === key
    const colon = line.indexOf(':')
    const isBefore = !isAlone && colon > 0 && keyOf(line.slice(0, colon)) === key
    if (!isAlone && !isBefore) return []
    const rest = lines.slice(at + 1, at + mostLines)
    const isLabel = (each: string): boolean => labels.has(keyOf(each)) || labels.has(keyOf(each.split(':', 1)[0] ?? ''))
    const end = rest.findIndex(isLabel)
    const linesAfter = end < 0 ? rest : rest.slice(0, end)
    return [isBefore ? [line.slice(colon + 1).trim(), ...linesAfter] : linesAfter]
  })
}

/**
 * Compares what a page shows of the same patient with what a fill has left in the form, after the clinician has saved
 * it. Reads only. Returns null if the page is of another patient or visit, or does not show the record.
 */
export function recordAgain(document: Document, record: FilledRecord, ports: PagePorts): RecordAgain | null {
  const newScan = scan(document, urlOf(document), ports)
  if (!newScan.patient || !samePatient(newScan.patient, record.patient)) return null
  const encounter = newScan.form?.encounter
  if (encounter && record.encounter && encounter !== record.encounter) return null

  const inFields = record.values.map((each) => inForm(newScan, each))
  const empty = inFields.filter((each) => each === 'empty').length
  // A new form for the next visit is no record that has lost its values.
  if (empty * 2 > record.values.length) return null
  const lines = inFields.includes(null) ? linesOf(document, ports) : []
  const labels = new Set(record.values.map(({ label }) => keyOf(label)))
  const result: RecordAgain = record.values.map((filledValue, at) => {
    const formResult = inFields[at]
    if (formResult) return { fieldId: filledValue.fieldId, shown: formResult === 'empty' ? 'changed' : formResult }
    const comparisons = textsAfter(lines, filledValue.label, labels).map((linesAfter) =>
      inText(linesAfter, filledValue),
    )
    const isChanged = comparisons.length === 1 && comparisons[0] === 'changed'
    return {
      fieldId: filledValue.fieldId,
      shown: comparisons.includes('kept') ? 'kept' : isChanged ? 'changed' : 'not-shown',
    }
  })
  return result.some(({ shown: outcome }) => outcome === 'kept') ? result : null
}
