import { lockReason } from '../form/patient.ts'
import { urlOf } from '../natives.ts'
import { type Scan, scan } from '../scan/scan.ts'
import type { LastFill, Receipt } from '../shapes.ts'
import type { PageAccess } from './guard.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { undo } from './undo.ts'

interface WrittenEntry {
  fieldId: string
  entry: JournalEntry
  fill: Journal
}

function writtenFields(currentScan: Scan, journal: Journal, confirmedPatient: string | null): WrittenEntry[] {
  const fills: Journal[] = []
  for (let fill: Journal | undefined = journal; fill; fill = fill.earlier)
    if (lockReason(currentScan, { ...fill, confirmedPatient }) === null) fills.push(fill)
  const entries = fills.flatMap((fill) => fill.entries.map((entry) => ({ fill, entry })))
  return currentScan.fields.flatMap(({ field: { id: fieldId }, found: { controls } }) => {
    const ownWrite =
      entries.find(({ entry }) => entry.controls[0] === controls[0]) ??
      entries.find(({ entry }) => entry.fieldId === fieldId && entry.controls[0]?.isConnected !== true)
    return ownWrite && ownWrite.entry.irreversible === undefined ? [{ fieldId, ...ownWrite }] : []
  })
}

type Access = PageAccess & { confirmedPatient: string | null }

export function lastFillOf(
  document: Document,
  journal: Journal,
  at: number | undefined,
  { ports, confirmedPatient }: Pick<Access, 'ports' | 'confirmedPatient'>,
): LastFill | undefined {
  const { entries, id: fillId } = journal
  if (at === undefined || entries.length === 0) return undefined
  const currentScan = scan(document, urlOf(document), ports)
  if (lockReason(currentScan, { ...journal, confirmedPatient }) !== null) return undefined
  const fieldIds = writtenFields(currentScan, journal, confirmedPatient).map(({ fieldId }) => fieldId)
  return { fillId, at, count: entries.length, fieldIds }
}

/** Undoes the last write of one field, whichever fill has made it. Throws if no fill has written the field. */
export async function undoField(
  document: Document,
  journal: Journal,
  fieldId: string,
  access: Access,
): Promise<Receipt[]> {
  const currentScan = scan(document, urlOf(document), access.ports)
  const writtenField = writtenFields(currentScan, journal, access.confirmedPatient).find(
    (each) => each.fieldId === fieldId,
  )
  if (!writtenField) throw new Error('The page has changed, so this field cannot be undone. Nothing was changed.')
  const receipts = await undo(document, writtenField.fill, access, writtenField.entry)
  dropEmpty(journal)
  return receipts.map((receipt) => (receipt.fieldId === writtenField.entry.fieldId ? { ...receipt, fieldId } : receipt))
}

function dropEmpty(journal: Journal): void {
  const isEmpty = ({ entries, effects }: Journal): boolean => entries.length + effects.length === 0
  for (let fill = journal; fill.earlier; ) {
    if (isEmpty(fill.earlier)) fill.earlier = fill.earlier.earlier
    else fill = fill.earlier
  }
  if (isEmpty(journal) && journal.earlier) Object.assign(journal, journal.earlier, { earlier: journal.earlier.earlier })
}
