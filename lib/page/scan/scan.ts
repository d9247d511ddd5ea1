import type { Adapter, OpenForm } from '../adapters/adapter.ts'
import { adapterFor } from '../adapters/index.ts'
import { memoryIfAny } from '../ask.ts'
import { identify, maskedAction } from '../form/identity.ts'
import { rulesMeet, sitePatient, siteTitle } from '../form/site-rules.ts'
import { one } from '../natives.ts'
import type { PagePorts } from '../ports.ts'
import type { PageField, PagePatient, PageSource } from '../shapes.ts'
import { fold, hash } from '../words.ts'
import { controlSelector, documentsOf } from './controls.ts'
import type { LabelCandidate, ScannedField } from './scanned-field.ts'
import { ownKind, structureOf } from './structure.ts'
import { currentValue } from './value.ts'

/** Removes the part after `#`: the same page scrolled to another place is the same page. */
const pageUrl = (url: string): string => url.replace(/#.*$/, '')

/**
 * Returns the page's address and the addresses of all frames that contain controls, separated by spaces. A frameset
 * keeps its own address while another chart is opened inside it. Frames without an address (`srcdoc`) are left out.
 */
export function addressOf(document: Document, url: string): string {
  const inner = documentsOf(document)
    .filter((each) => each !== document && !each.URL.startsWith('about:') && one(each, controlSelector))
    .map((each) => pageUrl(each.URL))
  return [pageUrl(url), ...inner].join(' ')
}

/** The state of a page at one moment, with the controls of its fields. */
export interface Scan {
  adapter: Adapter
  patient: PagePatient | null
  form: OpenForm | null
  identity: string
  /** See `addressOf`. */
  address: string
  /** In document order. */
  fields: { field: PageField; found: ScannedField }[]
}

/** A field without a label text always gets score 0. */
const labelOf = ({ labels: [label] }: ScannedField): LabelCandidate =>
  label?.text ? label : { text: '', rule: label?.rule ?? 'name', score: 0 }

/** Caches the ids of the fields, so that reading the same fields again is fast. */
const known = new WeakMap<ScannedField[], { source: string; action: string; ids: string[] }>()

function idsOf(scannedFields: ScannedField[], source: PageSource, action: string): string[] {
  const before = known.get(scannedFields)
  if (before?.source === source && before.action === action) return before.ids
  const ids = identify(
    scannedFields.map((found) => ({
      source,
      action,
      section: found.section,
      label: labelOf(found).text,
      kind: ownKind(found),
      options: found.choices.map(({ caption }) => caption),
      names: found.names,
      structure: structureOf(found),
    })),
  )
  known.set(scannedFields, { source, action, ids })
  return ids
}

/** Scans a document. Writes nothing into it. */
export function scan(document: Document, url: string, given: PagePorts = memoryIfAny()?.ports ?? {}): Scan {
  const where = new URL(url)
  const { siteRules } = given
  const ports = siteRules && !rulesMeet(siteRules, where.hostname) ? { ...given, siteRules: null } : given
  const address = addressOf(document, url)
  const adapter = adapterFor(document, where)
  const patient = adapter.patient(document, where) ?? sitePatient(document, ports)
  const seen = adapter.form(document)
  const open = seen && { ...seen, title: siteTitle(document, ports) || seen.title }
  if (!open) return { adapter, patient, form: null, identity: '', address, fields: [] }

  const scannedFields = adapter.fields(document, open, ports)
  const ids = idsOf(scannedFields, adapter.source, open.action)
  const fields = scannedFields.map((found, at) => ({ field: fieldOf(found, ids[at] ?? ''), found }))
  const identity = hash([adapter.source, maskedAction(open.action), fold(open.title)].join('\u0000'))
  return { adapter, patient, form: open, identity, address, fields }
}

function fieldOf(found: ScannedField, id: string): PageField {
  const label = labelOf(found)
  const { section, kind, offers, names } = found
  const value = currentValue(found)
  const field: PageField = {
    id,
    label: label.text,
    section,
    kind,
    options: offers ?? found.choices.map(({ caption }) => caption),
    value,
    names,
    rule: label.rule,
    score: label.score,
  }
  if (found.format !== undefined) field.format = found.format
  if (found.maxLength !== undefined) field.maxLength = found.maxLength
  if (found.table) field.table = found.table
  if (offers && value.length === 0) field.irreversible = true
  if (found.locked) field.locked = found.locked
  if (found.labels.length > 1) field.candidates = found.labels
  return field
}
