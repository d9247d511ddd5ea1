import { documentsOf } from '../../controls.ts'
import { holdsControl } from '../../label/near-text.ts'
import { squash } from '../../words.ts'
import type { Adapter, OpenForm } from '../adapter.ts'
import { genericFields } from './collect.ts'

/** The page's form without any knowledge of the site: whatever holds controls, named by its first heading. */
function form(document: Document): OpenForm | null {
  const holders = documentsOf(document).filter(({ body }) => holdsControl(body))
  if (holders.length === 0) return null
  const titles = holders.flatMap((each) => [each.querySelector('h1, h2')?.textContent ?? '', each.title])
  const actions = holders.map((each) => each.querySelector('form[action]')?.getAttribute('action') ?? '')
  return {
    root: document.documentElement,
    title: titles.map(squash).find(Boolean) ?? '',
    action: actions.find(Boolean) ?? '',
    signed: false,
  }
}

/** Anything that finishes, sends or leaves. */
export const anyButton =
  'button, input[type="submit"], input[type="button"], input[type="image"], input[type="reset"], a[href]'

export const genericAdapter: Adapter = {
  source: 'other',
  matches: () => true,
  form,
  // No rule finds the patient of an unknown page; the clinician confirms by name.
  patient: () => null,
  fields: genericFields,
  forbidden: anyButton,
  quietMs: 0,
}
