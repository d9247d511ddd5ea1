import type {
  DynamicField,
  ExampleResult,
  ExampleSession,
  Field,
  Template,
  TemplateGenerationRequest,
} from '../../lib/contracts/index.ts'
import type { NotAllowed } from '../dictation/not-allowed.ts'
import type { DictationOptions } from '../dictation/use-dictation.ts'

/** What a host may switch on in the template editor (spec §2). */
export const editorProperties = [
  'id',
  'name',
  'group',
  'edit-group',
  'models',
  'save',
  'instructions',
  'add',
  'generate-fields',
  'field-id',
  'options',
  'examples',
  'format',
  'omit-names',
  'temperature',
] as const
export type EditorProperty = (typeof editorProperties)[number]
export type EditorProperties = readonly EditorProperty[]

/** How a template is saved. */
export interface SaveHow {
  /** The person saw what somebody else saved and keeps their own. */
  replaceNewer: boolean
  /** The saved state the changes were made from. */
  from: Template
}

/** Everything the host decides (spec §7); a missing callback hides its control. */
export interface EditorHost {
  /** Fields proposed for a description. */
  generateFields?(input: string, signal: AbortSignal): Promise<Field[]>
  /** One result for each field of the request's template. */
  generateExample?(request: TemplateGenerationRequest, signal: AbortSignal): Promise<ExampleResult[]>
  /** Rejects when the person must sign in again. */
  checkToken?(): Promise<void>
  /**
   * Rejects with `ChangedMeanwhile` when somebody else saved the template since it was opened; the person may then
   * choose to save over it, and is asked again with `replaceNewer`.
   */
  save?(template: Template, how: SaveHow): Promise<void>
  /** `undefined` takes the template out of its group. */
  changeGroup?(group: string | undefined): Promise<void>
  /** One plain sentence, to be shown. */
  onError(message: string): void
  /** What is only logged; never a text of the template. */
  log?(message: string): void
  exampleSessions?: readonly ExampleSession[]
  /** The page's own form is the host's: so are the fields built from it. */
  changeDynamicField?(field: DynamicField): void
  /** Absent: descriptions are typed. */
  dictation?: Pick<DictationOptions, 'recorder' | 'language' | 'microphoneId' | 'gain'> & {
    /** The microphone may not be used now. */
    notAllowed?: NotAllowed | null
  }
}

/** Somebody else saved the template first; nothing was overwritten. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
  /** What is saved now. */
  readonly newer: Template

  constructor(newer: Template) {
    super('Somebody else saved this template while you were editing it.')
    this.newer = newer
  }
}

/** What was edited and not yet saved, as it is kept on this device. */
export interface UnsavedTemplate {
  /** As it was saved when the editing began. */
  saved: Template
  edited: Template
}

/** Keeps unsaved changes of one template, so that closing loses nothing. */
export interface TemplateDraftPort {
  load(): Promise<UnsavedTemplate | null>
  save(unsaved: UnsavedTemplate): Promise<void>
  clear(): Promise<void>
}
