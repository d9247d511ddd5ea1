import type { OpenForm } from '../adapters/adapter.ts'
import { isLasting } from '../fill/lasting.ts'
import type { PageField, PageForm, PageReading } from '../shapes.ts'
import type { Found } from './found.ts'
import { scan } from './scan.ts'

// Not randomUUID: that is missing in pages served over plain http.
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

/** A choice lasts only where nothing behind the list answers for its way back, once something of the page's world is there to be asked. */
function told({ field, found }: { field: PageField; found: Found }): PageField {
  if (!field.lasting || isLasting(found)) return field
  const { lasting: _, ...rest } = field
  return rest
}

/** Reads a page: whose chart it is and what its form asks. `nonce` names this scan; a write must present it. */
export function read(document: Document, url: string, nonce: string = freshNonce()): PageReading {
  const { adapter, patient, form, identity, address, fields } = scan(document, url)
  return {
    source: adapter.source,
    nonce,
    url: address,
    patient,
    form: form && fields.length + Number(form.signed) > 0 ? formOf(form, identity) : null,
    fields: fields.map(told),
  }
}
