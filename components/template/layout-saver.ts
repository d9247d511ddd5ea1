import { ApiError } from '../../lib/api/index.ts'
import { type Layout, type LayoutDraft, layout as layoutShape, type Template } from '../../lib/contracts/index.ts'
import { same } from './editor/same.ts'
import { ChangedMeanwhile, type SaveHow } from './editor-properties.ts'
import { draftOf, draftWith, templateOf } from './layout-template.ts'

type Update = (layout: Layout, draft: LayoutDraft) => Promise<Layout>

/**
 * Saves what is edited in a layout as a change of the state it was edited from, so that nobody's save is written over
 * unseen. `update` rejects with an `ApiError`; `onSaved` is told the newest state.
 */
export function createLayoutSaver(first: Layout, update: Update, onSaved: (layout: Layout) => void) {
  // Every state the server is known to have held, beside the template the editor holds for it.
  const seen: { layout: Layout; template: Template }[] = []
  let newest = { layout: first, template: templateOf(first) }
  const learn = (layout: Layout, template: Template) => {
    newest = { layout, template }
    seen.push(newest)
  }
  learn(first, templateOf(first))

  async function save(template: Template, { replaceNewer, from }: SaveHow): Promise<void> {
    const base = replaceNewer ? newest : seen.findLast((state) => same(state.template, from))
    // Edited from a state that nobody holds any more: unsaved changes of an earlier day.
    if (!base) throw new ChangedMeanwhile(newest.template)
    try {
      const saved = await update(base.layout, draftWith(base.layout, template))
      learn(saved, template)
      onSaved(saved)
    } catch (error) {
      const newer = newerOf(error)
      if (!newer) throw error
      // A first try whose answer was lost had been saved after all.
      const arrived = same(draftOf(newer), draftWith(base.layout, template))
      // What the editor does not hold, a description for instance, is nothing to choose between.
      const beside = !replaceNewer && same(templateOf(newer), from)
      learn(newer, arrived ? template : beside ? from : templateOf(newer))
      onSaved(newer)
      if (arrived) return
      if (beside) return save(template, { replaceNewer, from })
      throw new ChangedMeanwhile(newest.template)
    }
  }

  return {
    save,
    /** Stored at once, over whatever is newest: nothing else of the layout is touched. */
    async changeGroup(group: string | undefined): Promise<void> {
      const withGroup = <Of extends { group?: string | undefined }>({ group: _before, ...rest }: Of) =>
        group === undefined ? rest : { ...rest, group }
      const store = () => update(newest.layout, withGroup(draftOf(newest.layout)) as LayoutDraft)
      const saved = await store().catch((error: unknown) => {
        const newer = newerOf(error)
        if (!newer) throw error
        learn(newer, templateOf(newer))
        return store()
      })
      learn(saved, withGroup(newest.template) as Template)
      onSaved(saved)
    },
  }
}

/** What somebody else saved, where that is why a save was refused. */
function newerOf(error: unknown): Layout | null {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return null
  return layoutShape.safeParse(error.current).data ?? null
}
