import { browser } from 'wxt/browser'
import { type FormEdit, formEditsMax, type Template } from '../contracts/index.ts'
import { storedFormEdits, storedLayouts, storedTemplateDraft } from './stored.ts'

export function createTemplates({ tabs }: { tabs: boolean }) {
  let changing: Promise<unknown> = Promise.resolve()
  return {
    lastList: storedLayouts,
    draft(email: string, layoutId: string) {
      const draftStore = storedTemplateDraft(email, layoutId)
      return {
        load: draftStore.read,
        save: (unsaved: { saved: Template; edited: Template }) => draftStore.write(unsaved),
        clear: draftStore.remove,
      }
    },
    formEdits(email: string) {
      const editStore = storedFormEdits(email)
      return {
        read: editStore.read,
        watch: editStore.watch,
        change(update: (edits: FormEdit[]) => FormEdit[]): Promise<void> {
          // Run changes one after another. Two parallel read-modify-write operations would lose one of the changes.
          const writing = changing.then(async () =>
            editStore.write(update(await editStore.read()).slice(-formEditsMax)),
          )
          // `changing` never rejects: the next change waits for it, and must run even if this change fails. The caller
          // gets the error from `changed`.
          changing = writing.catch(() => undefined)
          return writing
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
