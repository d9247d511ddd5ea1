import type { Drift } from '../../lib/page/drift.ts'
import { driftWords, needsAsking } from '../page/form/draft.ts'
import { DriftList } from '../page/form/known-form-card.tsx'
import { Notice } from '../ui/notice.tsx'

/** What changed in the form since the note's template was made; nothing where fields are only new to it. */
export function FormDrift({ drift }: { drift: Drift }) {
  if (!needsAsking(drift)) return null
  return (
    <Notice tone="look" title={`This form has changed: ${driftWords(drift)}`}>
      <DriftList drift={drift} />
    </Notice>
  )
}
