import { useCallback, useRef, useState } from 'react'
import type { DynamicField, Field } from '../../../lib/contracts/index.ts'

export type AnyField = Field | DynamicField

export type ChangeField = (next: (copy: AnyField) => AnyField) => void

/** Holds the copy that a panel edits. `current()` returns the latest copy, even before the next render. */
export function useFieldCopy(field: AnyField) {
  const [copy, setCopy] = useState(field)
  const latest = useRef(copy)
  const change = useCallback<ChangeField>((update) => {
    latest.current = update(latest.current)
    setCopy(latest.current)
  }, [])
  const current = useCallback(() => latest.current, [])
  return { copy, change, current }
}

/** Returns the field with these keys set. A key that is undefined is removed. */
export function withKeys<Of extends AnyField>(field: Of, keys: Partial<Record<keyof Field, unknown>>): Of {
  const entries = Object.entries({ ...field, ...keys }).filter(([, value]) => value !== undefined)
  // The cast is correct, because callers set only keys that every type of field may have.
  return Object.fromEntries(entries) as Of
}
