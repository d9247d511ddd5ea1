import type {
  DynamicField,
  EditorProperty,
  ExampleResult,
  ExampleSession,
  Field,
  Template,
  TemplateGenerationRequest,
} from '../../lib/contracts/index.ts'
import type { NotAllowed } from '../dictation/not-allowed.ts'
import type { DictationOptions } from '../dictation/use-dictation.ts'

/** The parts of the template editor that are visible (product 2.6). All other parts are hidden. */
export type EditorProperties = readonly EditorProperty[]

/** Options for saving a template. */
export interface SaveHow {
  /** True if the user has seen the version that another user saved, and wants to replace it. */
  replaceNewer: boolean
  from: Template
}

/**
 * The functions that the host of the editor provides (product 7.10). If a function is missing, the editor hides the
 * control that needs it.
 */
export interface EditorHost {
  generateFields?(input: string, signal: AbortSignal): Promise<Field[]>
  /** Generates an example: one result for each field of the request's template. */
  generateExample?(request: TemplateGenerationRequest, signal: AbortSignal): Promise<ExampleResult[]>
  /** Rejects if the user must sign in again. */
  checkToken?(): Promise<void>
  /**
   * Saves the template. Rejects with `ChangedMeanwhile` if another user has saved the template since it was opened. If
   * the user then chooses to replace the version of the other user, `save` is called again with `replaceNewer`.
   */
  save?(template: Template, how: SaveHow): Promise<void>
  /** `undefined` removes the template from its group. */
  changeGroup?(group: string | undefined): Promise<void>
  onError(message: string): void
  /** Logs a message. It must not contain text of the template. */
  log?(message: string): void
  exampleSessions?: readonly ExampleSession[]
  /** Stores a changed dynamic field. Dynamic fields come from the page's form, which belongs to the host. */
  changeDynamicField?(field: DynamicField): void
  /** Settings for dictating a description. Undefined: descriptions can only be typed. */
  dictation?: Pick<DictationOptions, 'recorder' | 'language' | 'microphoneId' | 'gain'> & {
    /** Set if the microphone is not allowed now. */
    notAllowed?: NotAllowed | null
  }
}

/** Thrown if another user has saved the template first. Nothing was overwritten. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
  /** The version that is saved now. */
  readonly newer: Template

  constructor(newer: Template) {
    super('Somebody else saved this template while you were editing it.')
    this.newer = newer
  }
}
