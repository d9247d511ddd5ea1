import type { DynamicField, Template } from '../../lib/contracts/index.ts'

/** A value, or the promise of one. */
type Later<Value> = Value | Promise<Value>

/** The functions that a page provides to an embedded part. */
export interface EmbeddingHost {
  /**
   * Returns a customer token with the scope `embed` or `embed-text`, which the page gets from its own server. Called when
   * the element begins, and before each start and stop of a dictation. If it rejects, its message is shown.
   */
  token(): Later<string>
}

/** The functions that a page provides to the template editor. A control whose function is missing is hidden. */
export interface TemplateEditorHost extends EmbeddingHost {
  /**
   * Saves the template. Reject with an `Error` for the user; with a property `newer` (a template) if somebody else has saved
   * it since `from`. If the user then wants to replace it, `save` is called again with `replaceNewer`.
   */
  save?(template: Template, how: { from: Template; replaceNewer: boolean }): Later<void>
  /** `undefined` removes the template from its group. */
  changeGroup?(group: string | undefined): Later<void>
  /** Stores a changed dynamic field. */
  changeDynamicField?(field: DynamicField): Later<void>
}
