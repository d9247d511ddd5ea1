import { type Drift, leadsAstray } from '../../lib/page/form/drift.ts'
import { driftWords } from '../page/form/draft.ts'
import { DriftList, namesOf } from '../page/form/known-form-card.tsx'
import { Notice } from '../ui/notice.tsx'

/** Shows what changed in the form since the note's template was made. */
export function FormDrift({ drift }: { drift: Drift }) {
  return (
    <Notice tone="look" title={driftTitle(drift)}>
      <DriftList drift={drift} />
    </Notice>
  )
}

/**
 * The title above the list of changes. If the form only has fields that the template does not have, the title does not
 * say that the form has changed: these fields may have been in the form already when the template was made.
 */
const driftTitle = (drift: Drift): string =>
  leadsAstray(drift)
    ? `This form has changed: ${driftWords(drift)}`
    : `This form has ${drift.added.length === 1 ? 'a field' : `${drift.added.length} fields`} that the template does not have`

/** The question asked before a changed form is filled. */
export const driftQuestion = (drift: Drift): { title: string; text: string } =>
  leadsAstray(drift)
    ? {
        title: 'This form has changed',
        text: `Changes since the template was made: ${driftWords(drift)}. Fields that were removed stay empty. A renamed field may now ask something different. Check each value before you continue.`,
      }
    : {
        title: 'This form has more fields',
        text: `${driftTitle(drift)}: ${namesOf(drift.added)}. Chartside does not fill these fields. It fills the other fields.`,
      }
