import { useCallback, useRef, useState } from 'react'
import type { DynamicField, Field } from '../../../lib/contracts/index.ts'

export type AnyField = Field | DynamicField

export type ChangeField = (next: (copy: AnyField) => AnyField) => void

/** The copy a panel works on; `current` knows it before the next render does. */
export function useFieldCopy(field: AnyField) {
  const [copy, setCopy] = useState(field)
  const latest = useRef(copy)
  const change = useCallback<ChangeField>((next) => {
    latest.current = next(latest.current)
    setCopy(latest.current)
  }, [])
  const current = useCallback(() => latest.current, [])
  return { copy, change, current }
}

/** The same field with these keys; an undefined one is taken away. */
export function withKeys<Of extends AnyField>(field: Of, keys: Partial<Record<keyof Field, unknown>>): Of {
  const entries = Object.entries({ ...field, ...keys }).filter(([, value]) => value !== undefined)
  // Only keys that every field may have are written here.
  return Object.fromEntries(entries) as Of
}
