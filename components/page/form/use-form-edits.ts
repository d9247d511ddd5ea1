import { useEffect, useMemo, useState } from 'react'
import type { DynamicField, FormEdit } from '../../../lib/contracts/index.ts'
import { withFormEdit } from '../../../lib/page/form/form-edits.ts'
import type { PageReading } from '../../../lib/page/shapes.ts'
import { usePorts } from '../../ports.tsx'
import { toast } from '../../ui/toast.ts'

const none: FormEdit[] = []

/**
 * Returns the instructions and conditions that the user has stored for fields of forms, and functions to change them.
 */
export function useFormEdits(email: string) {
  const { templates } = usePorts()
  const port = useMemo(() => templates.formEdits(email), [templates, email])
  const [edits, setEdits] = useState(none)
  useEffect(() => {
    let isOn = true
    const end = port.watch(setEdits)
    port.read().then(
      (storedEdits) => isOn && setEdits(storedEdits),
      () =>
        toast(
          'error',
          'Your instructions for the fields of this form could not be read on this device. Close the panel and open it again.',
        ),
    )
    return () => {
      isOn = false
      end()
    }
  }, [port])
  return {
    edits,
    /** Reads the edits from storage. Use this for a request, because `edits` is empty until the storage was read. */
    read: port.read,
    async change(reading: PageReading, field: DynamicField): Promise<void> {
      try {
        await port.change((storedEdits) => withFormEdit(storedEdits, reading, field))
      } catch {
        toast('error', 'Your change was not stored on this device. Try again.')
      }
    },
  }
}
