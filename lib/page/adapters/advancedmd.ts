import { documentsOf } from '../controls.ts'
import { isoDay } from '../patient.ts'
import { squash } from '../words.ts'
import type { Adapter } from './adapter.ts'
import { genericAdapter } from './generic/index.ts'

/** AdvancedMD by the generic ladder for now; its patient stands in a frame beside the note. */
export const advancedmdAdapter: Adapter = {
  ...genericAdapter,
  source: 'advancedmd',
  // H: `https://*.advancedmd.com`.
  matches: (_document, url) => /(?:^|\.)advancedmd\.com$/i.test(url.hostname),
  patient(document) {
    for (const each of documentsOf(document)) {
      // M: `.amds-patient-name` ("LAST,FIRST"), `.amds-patient-demo` ("(MM-DD-YYYY, 51y, M)").
      const name = squash(each.querySelector('.amds-patient-name')?.textContent ?? '')
      if (!name) continue
      const [last = '', first = ''] = name.split(',').map(squash)
      const born = isoDay(
        /\d{1,2}-\d{1,2}-\d{4}/.exec(each.querySelector('.amds-patient-demo')?.textContent ?? '')?.[0] ?? '',
      )
      return { name: squash(`${first} ${last}`), identifier: '', ...(born && { birthDate: born }) }
    }
    return null
  },
}
