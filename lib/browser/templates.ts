import { browser } from 'wxt/browser'
import { type FormEdit, formEditsMax, type Template } from '../contracts/index.ts'
import { storedFormEdits, storedLayouts, storedTemplateDraft } from './stored.ts'

export function createTemplates({ tabs }: { tabs: boolean }) {
  let changing: Promise<unknown> = Promise.resolve()
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
    formEdits(email: string) {
      const kept = storedFormEdits(email)
      return {
        read: kept.read,
        watch: kept.watch,
        change(update: (edits: FormEdit[]) => FormEdit[]): Promise<void> {
          // Run changes one after another. Two parallel read-modify-write operations would lose one of the changes.
          const changed = changing.then(async () => kept.write(update(await kept.read()).slice(-formEditsMax)))
          // `changing` never rejects: the next change waits for it, and must run even if this change fails. The caller
          // gets the error from `changed`.
          changing = changed.catch(() => undefined)
          return changed
        },
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
