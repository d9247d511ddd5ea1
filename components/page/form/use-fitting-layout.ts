import { layoutThatFits } from '../../../lib/page/form/drift.ts'
import type { PagePatient } from '../../../lib/page/shapes.ts'
import { useLayouts } from '../../template/use-layouts.ts'
import { usePage } from '../chart-head.tsx'
import { sharedBy } from './use-page-share.ts'

/**
 * Finds the template that was made from the open form (product 11.11), if the page shows this patient. `layouts`: all
 * templates of this EHR. Null while they load.
 */
export function useFittingLayout(patient: PagePatient | null, email: string) {
  const page = usePage()
  const reading = page.status === 'ready' ? page.reading : null
  const ofSource = useLayouts(reading ? { source: reading.source } : {}, email)
  const layouts = ofSource.isSuccess ? ofSource.items : null
  const own = sharedBy(reading, patient)
  return { reading, own, layouts, fitting: own && layouts ? layoutThatFits(layouts, own) : null }
}
