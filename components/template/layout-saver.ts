import { ApiError } from '../../lib/api/index.ts'
import { type Layout, type LayoutDraft, layout as layoutShape, type Template } from '../../lib/contracts/index.ts'
import { same } from './editor/same.ts'
import { ChangedMeanwhile, type SaveHow } from './editor-properties.ts'
import { draftOf, draftWith, templateOf } from './layout-template.ts'

type Update = (layout: Layout, draft: LayoutDraft) => Promise<Layout>

/**
 * Creates the functions that save a layout. A request names the version that the user edited. The server refuses the
 * request if another user has saved a newer version, and the user then chooses whether to replace that version.
 * `update` sends the request, and rejects with an `ApiError`. `onSaved` is called with the newest version.
 */
export function createLayoutSaver(initialLayout: Layout, update: Update, onSaved: (layout: Layout) => void) {
  // Every version that this saver has received or saved, with the template that the editor shows for the version.
  const knownVersions: { layout: Layout; template: Template }[] = []
  let newest = { layout: initialLayout, template: templateOf(initialLayout) }
  const learn = (layout: Layout, template: Template) => {
    newest = { layout, template }
    knownVersions.push(newest)
  }
  learn(initialLayout, templateOf(initialLayout))

  async function save(template: Template, { replaceNewer, from }: SaveHow): Promise<void> {
    const base = replaceNewer ? newest : knownVersions.findLast((state) => same(state.template, from))
    // The version that the user edited is not known here, for example because unsaved changes of an earlier day were
    // restored. The user must then choose between `template` and the newest version.
    if (!base) throw new ChangedMeanwhile(newest.template)
    try {
      const savedLayout = await update(base.layout, draftWith(base.layout, template))
      learn(savedLayout, template)
      onSaved(savedLayout)
    } catch (error) {
      const newer = newerOf(error)
      if (!newer) throw error
      // True if the server saved the first attempt, but its answer was lost. There is then no conflict.
      const arrived = same(draftOf(newer), draftWith(base.layout, template))
      // True if the other user changed only data that the editor does not show, such as the description. The save is
      // then repeated without a question.
      const isInvisible = !replaceNewer && same(templateOf(newer), from)
      learn(newer, arrived ? template : isInvisible ? from : templateOf(newer))
      onSaved(newer)
      if (arrived) return
      if (isInvisible) return save(template, { replaceNewer, from })
      throw new ChangedMeanwhile(newest.template)
    }
  }

  return {
    save,
    /** Saves the group at once, as a change of the newest version. The rest of the layout stays the same. */
    async changeGroup(group: string | undefined): Promise<void> {
      const withGroup = <Of extends { group?: string | undefined }>({ group: _before, ...rest }: Of) =>
        group === undefined ? rest : { ...rest, group }
      const store = () => update(newest.layout, withGroup(draftOf(newest.layout)) as LayoutDraft)
      const savedLayout = await store().catch((error: unknown) => {
        const newer = newerOf(error)
        if (!newer) throw error
        learn(newer, templateOf(newer))
        return store()
      })
      learn(savedLayout, withGroup(newest.template) as Template)
      onSaved(savedLayout)
    },
  }
}

/** If the save was refused because another user had saved the layout, returns that user's version. Otherwise null. */
function newerOf(error: unknown): Layout | null {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return null
  return layoutShape.safeParse(error.current).data ?? null
}
