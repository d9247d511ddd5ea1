import { type Layout, type LayoutAccess, languageName } from '../../lib/contracts/index.ts'
import { sourceNames } from '../page/chart-view.ts'

/** The sentence that says which access the user has to a template (product 6.1). */
export const accessSentences: Record<LayoutAccess, string> = {
  owner: 'This template was created by you',
  editor: 'You have editor access to this template',
  public: 'This is a public template',
  viewer: 'You have view-only access to this template',
}

/** True for a template that comes with the server: it belongs to nobody, and everybody may use it. */
const isBundled = ({ email, directoryName, source }: Layout) =>
  source === 'user' && email === undefined && directoryName === undefined

/** Where a template comes from (product 2.28). */
export const sourceText = (layout: Layout): string =>
  isBundled(layout) ? 'Comes with Chartside' : sourceNames[layout.source]

/** The cost of using a layout (product 2.27). */
export const creditText = ({ type }: Pick<Layout, 'type'>) =>
  type === 'document' ? '1 Document Credit' : '1 Dictation/Session Credit'

/** The text on a card while its layout is being generated (product 2.26). */
export const generatingText = ({ statusText }: Pick<Layout, 'statusText'>) => statusText || 'Loading...'

/** The lines of the details tooltip, in the order of product 2.28. Missing properties have no line. */
export function tooltipLines(layout: Layout): string[] {
  return [
    layout.group,
    layout.directoryName,
    layout.email,
    sourceText(layout),
    layout.email === undefined ? accessSentences.public : '',
    layout.fields ? 'Field-Based Template' : 'Text-Based Template',
    layout.description,
  ].filter((line) => line !== undefined && line !== '') as string[]
}

/** Returns the name of the language in which the notes of a template are written. Undefined: no language is chosen. */
export const noteLanguageName = (language: string | undefined): string =>
  language === undefined ? 'The language of the session' : languageName(language)
