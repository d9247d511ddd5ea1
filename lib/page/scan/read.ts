import type { OpenForm } from '../adapters/adapter.ts'
import { isIrreversible } from '../fill/irreversible.ts'
import { formerIds } from '../form/former-identity.ts'
import type { PageField, PageForm, PageReading } from '../shapes.ts'
import { nearText } from './near.ts'
import { type Scan, scan } from './scan.ts'
import type { ScannedField } from './scanned-field.ts'

// `crypto.randomUUID` does not exist on pages served over plain HTTP.
const freshNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const formOf = ({ title, signed, encounter, part, parts = [] }: OpenForm, identity: string): PageForm => ({
  title,
  identity,
  signed,
  ...(encounter && { encounter }),
  ...(part && { part }),
  ...(parts.length > 0 && { parts }),
})

/** Adds the ids that earlier versions gave these fields, because a template may have been saved with them. */
function withFormerIds(fields: PageField[], { adapter, form, fields: scanned }: Scan): PageField[] {
  const former = formerIds(
    scanned.map(({ found }) => ({
      source: adapter.source,
      action: form?.action ?? '',
      section: found.section,
      labels: found.labels.map(({ text }) => text),
      // The options of a custom list are often present only while it is open, so they are not part of the id.
      kind: found.offers ? 'text' : found.kind,
      options: found.choices.map(({ caption }) => caption),
      names: found.names,
    })),
  )
  return fields.map((field, at) => ({ ...field, formerIds: former[at] ?? [] }))
}

/**
 * Adds details for the reader only: the text around a field without a label. Removes `irreversible` if a framework behind
 * the list can undo the choice.
 */
function withDetails({ field, found }: { field: PageField; found: ScannedField }): PageField {
  const near = field.label === '' ? nearText(found) : ''
  const withDetails = near ? { ...field, near } : field
  if (!withDetails.irreversible || isIrreversible(found)) return withDetails
  const { irreversible: _, ...rest } = withDetails
  return rest
}

/**
 * Reads a page: its patient and the fields of its form. `nonce` identifies this scan; a write must pass the same nonce.
 */
export function read(document: Document, url: string, nonce: string = freshNonce()): PageReading {
  const scanned = scan(document, url)
  const { adapter, patient, form, identity, address, fields } = scanned
  return {
    source: adapter.source,
    nonce,
    url: address,
    patient,
    form: form && fields.length + Number(form.signed) > 0 ? formOf(form, identity) : null,
    fields: withFormerIds(fields.map(withDetails), scanned),
  }
}
