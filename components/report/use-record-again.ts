import { useCallback, useEffect, useRef, useState } from 'react'
import { samePatient } from '../../lib/page/form/patient.ts'
import type { FilledRecord, PageReading, Receipt, ShownAgain } from '../../lib/page/shapes.ts'
import type { PageState } from '../page/port.ts'
import { hostOfPage } from '../page/sites-port.ts'
import { usePorts } from '../ports.tsx'
import { isOnPage, isUndone } from './fill-words.ts'

/** What a fill has left in the form of this reading. Null: nothing, or the page does not show whose form it is. */
function recordOf(receipts: Receipt[], { patient, form, fields }: PageReading): FilledRecord | null {
  const values = receipts.flatMap((receipt) => {
    const field = fields.find(({ id }) => id === receipt.fieldId)
    if (!field || !isOnPage(receipt) || isUndone(receipt)) return []
    const { label, kind, options, format } = field
    return [{ fieldId: receipt.fieldId, label, kind, value: receipt.after, options, ...(format && { format }) }]
  })
  return patient && values.length > 0 ? { patient, encounter: form?.encounter ?? '', values } : null
}

/**
 * After a fill: compares what the page shows when it shows the record of the patient again, for example because the
 * clinician has saved the form. `filled` is the reading of the page that was filled. The results stay in memory, and
 * only as long as the receipts are shown.
 */
export function useRecordAgain(receipts: Receipt[], filledReading: PageReading | undefined, live: PageState) {
  const { page } = usePorts()
  const [results, setResults] = useState<ReadonlyMap<string, ShownAgain>>(new Map())
  const record = filledReading ? recordOf(receipts, filledReading) : null
  const currentReading = live.status === 'ready' ? live.reading : null
  const latest = useRef(record)
  latest.current = record

  const isEmpty = record === null
  const mayCompare =
    record !== null &&
    currentReading?.patient != null &&
    samePatient(currentReading.patient, record.patient) &&
    filledReading !== undefined &&
    hostOfPage(currentReading) === hostOfPage(filledReading)

  useEffect(() => {
    if (isEmpty) setResults(new Map())
  }, [isEmpty])

  const compare = useCallback(
    async (nonce: string): Promise<boolean> => {
      const latestRecord = latest.current
      const comparison = latestRecord && (await page.compare(nonce, latestRecord))
      if (!comparison || latest.current === null) return false
      setResults((oldResults) => {
        const newResults = new Map(oldResults)
        for (const { fieldId, shown: state } of comparison)
          if (state !== 'not-shown' || !newResults.has(fieldId)) newResults.set(fieldId, state)
        return newResults
      })
      return true
    },
    [page],
  )

  const isAgain = mayCompare && currentReading.nonce !== filledReading.nonce
  useEffect(() => {
    // The page may be gone before it has answered. The next one is compared, too.
    if (isAgain && currentReading) void compare(currentReading.nonce).catch(() => undefined)
  }, [compare, isAgain, currentReading])
  return {
    again: results,
    /** Compares with the page now, which may have saved the form without another page. Null: this is not possible. */
    compareNow: mayCompare && currentReading ? () => compare(currentReading.nonce) : null,
  }
}
