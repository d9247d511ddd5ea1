import type { Adapter, OpenForm } from '../adapters/adapter.ts'
import { adapterFor } from '../adapters/index.ts'
import { sitePatient, siteTitle } from '../adapters/site-rules.ts'
import {
  areDrawnRadios,
  type Control,
  controlSelector,
  documentsOf,
  isChecked,
  isInput,
  isSelect,
  isShown,
  isTicked,
} from '../controls/controls.ts'
import { currentValue, type LabelCandidate, type ScannedField, withDayOrder } from '../controls/fields.ts'
import { halvesOf } from '../controls/halves.ts'
import { offersNone, showsPlaceholder, takesSeveral } from '../controls/lists.ts'
import { selectChoices } from '../controls/select-choices.ts'
import { formerIds, identify, maskedAction } from '../form/identity.ts'
import { rulesMeet } from '../form/rules-meet.ts'
import { askModel } from '../models/model.ts'
import { attribute, localName, nodeType, one, parentOf } from '../natives.ts'
import type { ControlKind, PageField, PageForm, PagePatient, PagePorts, PageReading, PageSource } from '../shapes.ts'
import { fold, hash, squash } from '../words.ts'

const generated = /[:«»]|[0-9a-f]{8}|\d[a-z]+\d/i

/** Describes a field by its markup only: the type of its first control, and the control's id if it has no name. */
export function structureOf({ controls: [control], names }: ScannedField): string {
  if (!control) return ''
  const type = isInput(control) ? `input:${control.type}` : localName(control)
  const id = names.length === 0 ? (attribute(control, 'id') ?? '') : ''
  return id === '' || generated.test(id) ? type : `${type} ${id}`
}

const inferredKinds: ReadonlySet<ControlKind> = new Set(['date', 'time', 'date_time'])

/**
 * Returns the kind that is used in the field's id. It must stay the same each time the form is read. So it does not
 * depend on the text around the control, from which a date may have been inferred, or on the options of a custom list,
 * which may exist only while the list is open.
 */
export function ownKind({ kind, offers, controls: [control] }: ScannedField): ControlKind {
  if (offers) return 'text'
  return control && isInput(control) && control.type === 'text' && inferredKinds.has(kind) ? 'text' : kind
}

const textsMost = 3
const sideMost = 60
/** Stop after this many nodes, because a page may have long parts without text. */
const nodesMost = 400

const silent = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION', 'TEMPLATE', 'TEXTAREA'])

function textsFrom(control: Element, side: 'before' | 'after'): string {
  const walker = control.ownerDocument.createTreeWalker(control.getRootNode(), NodeFilter.SHOW_ALL)
  walker.currentNode = control
  const texts: string[] = []
  for (let count = 0; count < nodesMost && texts.length < textsMost; count++) {
    const node = side === 'before' ? walker.previousNode() : walker.nextNode()
    if (!node) break
    const parent = parentOf(node)
    if (nodeType(node) !== Node.TEXT_NODE || !parent || silent.has(parent.tagName) || control.contains(node)) continue
    const text = squash(node.textContent ?? '')
    if (!/[\p{L}\p{N}]/u.test(text) || !isShown(parent)) continue
    if (side === 'before') texts.unshift(text)
    else texts.push(text)
  }
  const around = texts.join(' ')
  if (around.length <= sideMost) return around
  return side === 'before' ? `…${around.slice(-sideMost)}` : `${around.slice(0, sideMost)}…`
}

export function nearText({ controls }: ScannedField): string {
  const [first, last] = [controls[0], controls.at(-1)]
  if (!first || !last) return ''
  const [textsBefore, textsAfter] = [textsFrom(first, 'before'), textsFrom(last, 'after')]
  return textsBefore || textsAfter ? squash(`${textsBefore} [ ] ${textsAfter}`) : ''
}

/**
 * Removes the part after `#`, except if it contains `/` or `=`. Single-page applications write the open chart there, as
 * in `#/patients/1` or `#patient=1`. Any other part is the name of a place in the page. It changes when the user jumps
 * to this place, and the chart stays the same.
 */
function pageUrl(url: string): string {
  const at = url.indexOf('#')
  return at < 0 || /[/=]/.test(url.slice(at)) ? url : url.slice(0, at)
}

/**
 * Returns the page's address and the addresses of all frames that contain controls, separated by spaces. The page's
 * address alone is not enough: it stays the same if only a frame opens another chart. Frames without an address
 * (`srcdoc`) are left out.
 */
export function addressOf(document: Document, url: string): string {
  const inner = documentsOf(document)
    .filter((each) => each !== document && !each.URL.startsWith('about:') && one(each, controlSelector))
    .map((each) => pageUrl(each.URL))
  return [pageUrl(url), ...inner].join(' ')
}

export interface Scan {
  adapter: Adapter
  patient: PagePatient | null
  form: OpenForm | null
  identity: string
  address: string
  ports: PagePorts
  fields: { field: PageField; found: ScannedField }[]
}

const labelOf = ({ labels: [label] }: ScannedField): LabelCandidate =>
  label?.text ? label : { text: '', rule: label?.rule ?? 'name', score: 0 }

/** Caches the ids of the fields, so that reading the same fields again is fast. */
const cache = new WeakMap<ScannedField[], { source: string; action: string; ids: string[] }>()

function idsOf(scannedFields: ScannedField[], source: PageSource, action: string): string[] {
  const cacheEntry = cache.get(scannedFields)
  if (cacheEntry?.source === source && cacheEntry.action === action) return cacheEntry.ids
  const ids = identify(
    scannedFields.map((scannedField) => ({
      source,
      action,
      section: scannedField.section,
      label: labelOf(scannedField).text,
      kind: ownKind(scannedField),
      options: scannedField.choices.map(({ caption }) => caption),
      names: scannedField.names,
      structure: structureOf(scannedField),
    })),
  )
  cache.set(scannedFields, { source, action, ids })
  return ids
}

const noPorts: PagePorts = {}

export function scan(document: Document, url: string, pagePorts: PagePorts = noPorts): Scan {
  const where = new URL(url)
  const { siteRules } = pagePorts
  const ports = siteRules && !rulesMeet(siteRules, where.hostname) ? { ...pagePorts, siteRules: null } : pagePorts
  const address = addressOf(document, url)
  const adapter = adapterFor(document, where)
  const patient = adapter.patient(document, where) ?? sitePatient(document, ports)
  const openForm = adapter.form(document)
  const titledForm = openForm && { ...openForm, title: siteTitle(document, ports) || openForm.title }
  if (!titledForm) return { adapter, patient, form: null, identity: '', address, ports, fields: [] }

  const formatOf = (control: Control) => modelOf(control)?.format
  const asRead = adapter.fields(document, titledForm, ports)
  const scannedFields = withDayOrder(asRead, adapter.dayOrder ?? null, ports.dayOrder ?? null, formatOf)
  const ids = idsOf(scannedFields, adapter.source, titledForm.action)
  const idOf = new Map(
    scannedFields.flatMap(({ controls }, at) => controls.map((control): [Control, string] => [control, ids[at] ?? ''])),
  )
  const fields = scannedFields.map((scannedField, at) => ({
    field: fieldOf(scannedField, ids[at] ?? '', idOf),
    found: scannedField,
  }))
  const identity = hash([adapter.source, maskedAction(titledForm.action), fold(titledForm.title)].join('\u0000'))
  return { adapter, patient, form: titledForm, identity, address, ports, fields }
}

function fieldOf(scannedField: ScannedField, id: string, idOf: ReadonlyMap<Control, string>): PageField {
  const label = labelOf(scannedField)
  const { section, kind, offers, names } = scannedField
  const value = currentValue(scannedField)
  const field: PageField = {
    id,
    label: label.text,
    section,
    kind,
    options: offers ?? scannedField.choices.map(({ caption }) => caption),
    value,
    names,
    rule: label.rule,
    score: label.score,
  }
  if (scannedField.format !== undefined) field.format = scannedField.format
  if (scannedField.orderUnknown) field.orderUnknown = true
  if (scannedField.several) field.several = true
  if (scannedField.maxLength !== undefined) field.maxLength = scannedField.maxLength
  if (scannedField.range) field.range = scannedField.range
  if (scannedField.parts) field.parts = scannedField.parts
  if (scannedField.demand) field.demand = scannedField.demand
  if (scannedField.table) field.table = scannedField.table
  if (value.length === 0 && mayStay(scannedField)) field.irreversible = true
  const openedBy = isClosed(scannedField) && scannedField.opener && idOf.get(scannedField.opener)
  if (openedBy) field.openedBy = openedBy
  if (scannedField.locked) field.locked = scannedField.locked
  if (scannedField.labels.length > 1) field.candidates = scannedField.labels
  return field
}

export const isClosed = ({ opener, controls: [control] }: ScannedField): boolean =>
  opener?.checked === false && control !== undefined && !isShown(control)

const mayStay = ({ offers, controls }: ScannedField): boolean =>
  offers !== undefined ||
  areDrawnRadios(controls) ||
  controls.some((each) => isSelect(each) && showsPlaceholder(each) && selectChoices(each).length === each.length) ||
  controls.some((each) => isTicked(each) && isChecked(each) === null)

/**
 * Returns true if undo could not remove a choice made in this field now: nothing is chosen yet, the page's list has no
 * empty option, no hidden input submits the choice, and no framework behind it can restore every place that would store
 * it.
 */
export function isIrreversible(scannedField: ScannedField): boolean {
  const [control] = scannedField.controls
  if (!control || currentValue(scannedField).length > 0 || !mayStay(scannedField)) return false
  if (takesSeveral(control)) return false
  if (scannedField.offers ? offersNone(control) : halvesOf(scannedField).length > 0) return false
  return askModel(control, { verb: 'undoable' })?.done !== true
}

// `crypto.randomUUID` does not exist on pages served over plain HTTP.
const freshNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const formOf = ({ title, signed: isSigned, encounter, part, parts = [] }: OpenForm, identity: string): PageForm => ({
  title,
  identity,
  signed: isSigned,
  ...(encounter && { encounter }),
  ...(part && { part }),
  ...(parts.length > 0 && { parts }),
})

/** Adds the ids that earlier versions gave these fields, because a template may have been saved with them. */
function withFormerIds(fields: PageField[], { adapter, form, fields: scanned }: Scan): PageField[] {
  const former = formerIds(
    scanned.map(({ found: scannedField }) => ({
      source: adapter.source,
      action: form?.action ?? '',
      section: scannedField.section,
      labels: scannedField.labels.map(({ text }) => text),
      // The options of a custom list are often present only while it is open, so they are not part of the id.
      kind: scannedField.offers ? 'text' : scannedField.kind,
      options: scannedField.choices.map(({ caption }) => caption),
      names: scannedField.names,
    })),
  )
  return fields.map((field, at) => ({ ...field, formerIds: former[at] ?? [] }))
}

const modelOf = (control: Control) => askModel(control, { verb: 'read' })

function withDetails({ field, found: scannedField }: { field: PageField; found: ScannedField }): PageField {
  const textAround = field.label === '' ? nearText(scannedField) : ''
  const [control] = scannedField.controls
  const isOfSeveral = field.several !== true && scannedField.offers && control && modelOf(control)?.several
  const detailed = {
    ...field,
    ...(textAround && { near: textAround }),
    ...(isOfSeveral && { kind: 'multiple_choice' as const }),
  }
  if (!detailed.irreversible || isIrreversible(scannedField)) return detailed
  const { irreversible: _, ...rest } = detailed
  return rest
}

export function read(document: Document, url: string, ports: PagePorts): PageReading {
  const scanned = scan(document, url, ports)
  const { adapter, patient, form, identity, address, fields } = scanned
  return {
    source: adapter.source,
    nonce: freshNonce(),
    url: address,
    patient,
    form: form && fields.length + Number(form.signed) > 0 ? formOf(form, identity) : null,
    fields: withFormerIds(fields.map(withDetails), scanned),
  }
}
