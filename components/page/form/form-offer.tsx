import { lazy, Suspense } from 'react'
import type { Layout } from '../../../lib/contracts/index.ts'
import { layoutsOfForm } from '../../../lib/page/form/drift.ts'
import type { PageReading } from '../../../lib/page/shapes.ts'
import { usePorts } from '../../ports.tsx'
import { toast } from '../../ui/toast.ts'
import { FormFieldsSwitch } from './form-fields-switch.tsx'
import { FormTemplateCard } from './form-template-card.tsx'
import { KnownFormCard } from './known-form-card.tsx'
import { StandingValues } from './standing-values.tsx'
import { useFieldNames } from './use-field-names.ts'
import { useKeepForm } from './use-keep-form.ts'
import type { usePageShare } from './use-page-share.ts'
import { useSaveTemplate } from './use-save-template.ts'

const FormFields = lazy(async () => ({ default: (await import('./form-fields.tsx')).FormFields }))

interface FormOfferProps {
  reading: PageReading
  email: string
  /** All layouts of this EHR. Null while they load. */
  layouts: readonly Layout[] | null
  chosen: Layout | null
  /**
   * Null if the page does not show the session's patient. The request for the note then contains no data of the page.
   */
  share: ReturnType<typeof usePageShare> | null
  onChoose: (layout: Layout) => void
}

/**
 * Shows what can be done with the open form while the clinician chooses a template: use the template that was made from
 * this form, or make one, and use the form's values and fields for the note.
 */
export function FormOffer({ reading, email, layouts, chosen: chosenLayout, share, onChoose }: FormOfferProps) {
  const save = useSaveTemplate()
  const keepForm = useKeepForm(email)
  const { page } = usePorts()
  const askNames = useFieldNames()
  if (!reading.form || reading.form.signed || !reading.fields.some(({ locked: isLocked }) => !isLocked)) return null
  const isKnownForm = layouts !== null && layoutsOfForm(layouts, reading).length > 0
  return (
    <>
      {isKnownForm && (
        <KnownFormCard
          reading={reading}
          layouts={layouts}
          chosenId={chosenLayout?._id ?? null}
          agreed={page}
          onChoose={(layout) => {
            onChoose(layout)
            void keepForm(layout, reading)
          }}
        />
      )}
      {layouts !== null && !isKnownForm && (
        <FormTemplateCard
          reading={reading}
          onSave={save}
          onShow={page.point}
          onAskNames={askNames}
          onSaved={(layout) => {
            toast('success', 'Template saved.')
            onChoose(layout)
          }}
        />
      )}
      {share && <StandingValues reading={reading} given={share.given} onGive={share.setGiven} />}
      {share && share.count > 0 && (
        <FormFieldsSwitch asked={share.asks} onAsk={share.setAsks}>
          <Suspense>
            <FormFields email={email} />
          </Suspense>
        </FormFieldsSwitch>
      )}
    </>
  )
}
