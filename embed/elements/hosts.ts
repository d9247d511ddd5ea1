import type { DynamicField, Template } from '../../lib/contracts/index.ts'

type Later<Value> = Value | Promise<Value>

export interface EmbeddingHost {
  /**
   * Returns a customer token with the scope `embed` or `embed-text`, which the page gets from its own server. Called
   * when the element begins, and before each start and stop of a dictation. A later token for another customer, user or
   * scope than the first is refused: create a new element instead. If the promise rejects, the message of its
   * error is shown.
   */
  token(): Later<string>
}

/** The functions that a page provides to the template editor. A control whose function is missing is hidden. */
export interface TemplateEditorHost extends EmbeddingHost {
  /**
   * Saves the template. If this fails, reject with an `Error`: its message is shown to the user. If somebody else has
   * saved the template since `from`, the error has a property `newer`, the other template. If the user then wants to
   * replace the other template, `save` is called again with `replaceNewer`.
   */
  save?(template: Template, how: { from: Template; replaceNewer: boolean }): Later<void>
  /** `undefined` removes the template from its group. */
  changeGroup?(group: string | undefined): Later<void>
  changeDynamicField?(field: DynamicField): Later<void>
}
