import { browser } from 'wxt/browser'
import type { Template } from '../contracts/index.ts'
import { storedLayouts, storedTemplateDraft } from './stored.ts'

/** What the template screens keep; `tabs` lets them open in a tab of their own. */
export function createTemplates({ tabs }: { tabs: boolean }) {
  return {
    lastList: storedLayouts,
    draft(email: string, layoutId: string) {
      const kept = storedTemplateDraft(email, layoutId)
      return {
        load: kept.read,
        save: (unsaved: { saved: Template; edited: Template }) => kept.write(unsaved),
        clear: kept.remove,
      }
    },
    ...(tabs
      ? {
          openInTab: (path: string) =>
            void browser.tabs.create({ url: browser.runtime.getURL(`/template-editor.html#${path}`) }),
        }
      : {}),
  }
}
