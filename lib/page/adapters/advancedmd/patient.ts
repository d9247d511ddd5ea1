import { isoDay } from '../../form/patient.ts'
import { all, one, textOf } from '../../natives.ts'
import { documentsOf, isShown } from '../../scan/controls.ts'
import type { PagePatient } from '../../shapes.ts'
import { squash } from '../../words.ts'
import { frameOf, isSeen, noteDocument } from './frames.ts'
import { advancedmd } from './selectors.ts'

/** The patient a document's banner shows; null where it shows none, or several. */
function banner(document: Document): PagePatient | null {
  if (!isSeen(document)) return null
  const names = all(document, advancedmd.patientName).filter(isShown)
  const [shown] = names
  const shownNames = new Set(names.map((each) => squash(textOf(each))))
  if (!shown || shownNames.size !== 1) return null
  const [last = '', first = ''] = [...shownNames][0]?.split(',').map(squash) ?? []
  const name = squash(`${first} ${last}`)
  const facts = one(document, advancedmd.patientFacts)
  const born = isoDay(/\d{1,2}-\d{1,2}-\d{4}/.exec(facts ? textOf(facts) : '')?.[0] ?? '')
  return name ? { name, identifier: '', ...(born && { birthDate: born }) } : null
}

/**
 * Whose chart the open note belongs to: the banner in the nearest page around the note. Other charts may be open in
 * other tabs; where two banners could be meant, nobody is named.
 */
export function advancedmdPatient(document: Document): PagePatient | null {
  let around: Document | null = noteDocument(document) ?? document
  for (; around; around = frameOf(around)?.ownerDocument ?? null) {
    const banners = documentsOf(around)
      .map(banner)
      .filter((each) => each !== null)
    if (new Set(banners.map(({ name, birthDate }) => `${name} ${birthDate}`)).size > 1) return null
    if (banners[0]) return banners[0]
    if (around === document) return null
  }
  return null
}
