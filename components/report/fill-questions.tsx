import { useState } from 'react'
import type { Drift } from '../../lib/page/form/drift.ts'
import type { PlannedWrite } from '../../lib/page/shapes.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { lastingQuestion } from './fill-words.ts'
import { driftQuestion } from './form-drift.tsx'

interface Asked {
  /** What changed in the form, and whether somebody said yes to it before. */
  drift: Drift | null
  agreed: boolean
  onAgree: () => void
  /** The write of one field that is for good and was not ticked as such. */
  unasked: (fieldId: string) => PlannedWrite | undefined
  /** Writes one field, or with null all that are ticked. */
  onFill: (only: string | null) => void
}

/** What must be asked ahead of a fill: of a form that has changed, and of one choice alone that undo could not take away. */
export function useFillQuestions({ drift, agreed, onAgree, unasked, onFill }: Asked) {
  // What was asked stays readable while its dialog fades.
  const [form, setForm] = useState<{ opened: boolean; only: string | null }>({ opened: false, only: null })
  const [lasting, setLasting] = useState({ opened: false, label: '', yes: () => {} })
  const question = drift && driftQuestion(drift)

  const askForGood = (label: string, yes: () => void) => setLasting({ opened: true, label, yes })
  function fill(only: string | null) {
    const write = only === null ? undefined : unasked(only)
    if (write) askForGood(write.label, () => onFill(only))
    else onFill(only)
  }

  return {
    /** Fills one field, or with null all that are ticked, once everything is answered. */
    ask: (only: string | null) => (drift && !agreed ? setForm({ opened: true, only }) : fill(only)),
    askForGood,
    questions: (
      <>
        <ConfirmDialog
          opened={form.opened}
          title={question?.title ?? ''}
          text={question?.text ?? ''}
          confirmLabel="Fill anyway"
          color="purple"
          onConfirm={() => {
            onAgree()
            fill(form.only)
          }}
          onClose={() => setForm({ ...form, opened: false })}
        />
        <ConfirmDialog
          opened={lasting.opened}
          {...lastingQuestion(lasting.label)}
          confirmLabel="Fill for good"
          color="purple"
          onConfirm={lasting.yes}
          onClose={() => setLasting({ ...lasting, opened: false })}
        />
      </>
    ),
  }
}
