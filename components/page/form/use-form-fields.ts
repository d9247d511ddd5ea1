import { useCallback, useMemo, useRef } from 'react'
import type { DynamicField } from '../../../lib/contracts/index.ts'
import { editedFields } from '../../../lib/page/form/form-edits.ts'
import { usePage } from '../chart-head.tsx'
import { useFormEdits } from './use-form-edits.ts'

/**
 * Returns the dynamic fields of the open form with the user's edits, and a function to change one. The edits belong to
 * the form, so they apply with every template (product 2.21). Without an open form, `fields` is empty.
 */
export function useFormFields(email: string) {
  const page = usePage()
  const { edits, change: changeEdit } = useFormEdits(email)
  const reading = page.status === 'ready' ? page.reading : null
  const fields = useMemo(() => (reading ? editedFields(reading, edits) : []), [reading, edits])
  const latest = useRef({ reading, changeEdit })
  latest.current = { reading, changeEdit }
  const change = useCallback((field: DynamicField) => {
    const { reading: openReading, changeEdit: store } = latest.current
    if (openReading) void store(openReading, field)
  }, [])
  return { fields, change }
}
