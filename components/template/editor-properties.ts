import type {
  ExampleResult,
  ExampleSession,
  Field,
  Template,
  TemplateGenerationRequest,
} from '../../lib/contracts/index.ts'

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

/** Everything the host decides (spec §7); a missing callback hides its control. */
export interface EditorHost {
  /** Fields proposed for a description. */
  generateFields?(input: string, signal: AbortSignal): Promise<Field[]>
  /** One result for each field of the request's template. */
  generateExample?(request: TemplateGenerationRequest, signal: AbortSignal): Promise<ExampleResult[]>
  /** Rejects when the person must sign in again. */
  checkToken?(): Promise<void>
  save?(template: Template): Promise<void>
  /** `undefined` takes the template out of its group. */
  changeGroup?(group: string | undefined): Promise<void>
  /** One plain sentence, to be shown. */
  onError(message: string): void
  /** What is only logged; never a text of the template. */
  log?(message: string): void
  exampleSessions?: readonly ExampleSession[]
}
