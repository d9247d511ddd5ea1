import { useState } from 'react'
import type { Drift } from '../../lib/page/form/drift.ts'
import type { PlannedWrite } from '../../lib/page/shapes.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { irreversibleQuestion } from './fill-words.ts'
import { driftQuestion } from './form-drift.tsx'

interface Asked {
  /** What changed in the form since the template was made. `agreed` is true if the user accepted this change before. */
  drift: Drift | null
  agreed: boolean
  onAgree: () => void
  /**
   * Returns the planned write of a field if the write makes a choice that undo could not remove, and the user has not
   * ticked the field. Otherwise undefined.
   */
  unasked: (fieldId: string) => PlannedWrite | undefined
  /** Writes the field `only`, or all ticked fields if `only` is null. */
  onFill: (only: string | null) => void
}

/** Asks before a fill: about a changed form, and about a single choice that undo could not remove. */
export function useFillQuestions({ drift, agreed, onAgree, unasked, onFill }: Asked) {
  // Keep the last question, so that its text stays visible while the dialog fades out.
  const [form, setForm] = useState<{ opened: boolean; only: string | null }>({ opened: false, only: null })
  const [irreversible, setIrreversible] = useState({ opened: false, label: '', yes: () => {} })
  const question = drift && driftQuestion(drift)

  const askForGood = (label: string, yes: () => void) => setIrreversible({ opened: true, label, yes })
  function fill(only: string | null) {
    const write = only === null ? undefined : unasked(only)
    if (write) askForGood(write.label, () => onFill(only))
    else onFill(only)
  }

  return {
    /**
     * Fills the field `only`, or all ticked fields if `only` is null. Before that, asks the questions that the user has
     * not answered yet.
     */
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
          opened={irreversible.opened}
          {...irreversibleQuestion(irreversible.label)}
          confirmLabel="Fill permanently"
          color="purple"
          onConfirm={irreversible.yes}
          onClose={() => setIrreversible({ ...irreversible, opened: false })}
        />
      </>
    ),
  }
}
