import type {
  DynamicField,
  Output,
  ReportChange,
  Result,
  Spent,
  Template,
  VisitContext,
  WritingStyle,
} from '../../../lib/contracts/index.ts'
import { toField } from '../../../lib/template/index.ts'
import type { Participant } from '../../generation/index.ts'
import type { Encryption } from '../../store/index.ts'
import { places } from '../../store/places.ts'

/** What a note is written from: the template as it was at creation, and the details of the visit. */
export interface OutputRequest {
  template: Template
  context: VisitContext
  /**
   * Code of the session's language. Absent in requests that were stored before the language was part of the request.
   */
  language?: string
  dynamicFields: DynamicField[]
  /** How the note is worded. Absent: nothing is set. */
  style?: WritingStyle
  /** The kind of credit that the written note uses (product 2.27). */
  credit: 'document' | 'session'
  /** For a note of a group session: the participant. Statements of other participants must not get into the note. */
  participant?: Participant
  /** True for an output of the sandbox: the built-in writer writes it instead of a language model. */
  sandbox?: true
}

/** The results so far of a note whose model became unavailable for a time. */
export interface OutputProgress {
  results: Result[]
  notices: string[]
  spent: Spent[]
  /** How often the note was put off. */
  putOff: number
  /** Keys (see `failureKey`) of the model failures that are already in the log. */
  told: string[]
}

/** Returns all fields of a report: those of the template, and those that were made from the form of the page. */
export const fieldsOf = ({ template, dynamicFields }: Pick<OutputRequest, 'template' | 'dynamicFields'>) => [
  ...template.fields,
  ...dynamicFields.map(toField),
]

/** The encrypted part of a change. */
export type ChangeContent = Pick<ReportChange, 'reason' | 'changes' | 'writer'> & {
  /** The complete previous content, for undo. Stored for edits and rewrites. */
  before?: { title: string; content: Output }
}

/** Encrypts and decrypts the parts of an output. Each value is bound to its row and its column. */
export const sealedOutput = ({ seal, unseal }: Encryption) => ({
  sealRequest: (id: string, request: OutputRequest) => seal(places.outputRequest(id), request),
  openRequest: (id: string, sealed: Buffer) => unseal(places.outputRequest(id), sealed) as OutputRequest,
  sealSource: (id: string, turns: readonly string[]) => seal(places.outputSource(id), turns),
  openSource: (id: string, sealed: Buffer) => unseal(places.outputSource(id), sealed) as string[],
  sealProgress: (id: string, progress: OutputProgress) => seal(places.outputProgress(id), progress),
  openProgress: (id: string, sealed: Buffer) => unseal(places.outputProgress(id), sealed) as OutputProgress,
  sealContent: (id: string, content: Output) => seal(places.outputContent(id), content),
  openContent: (id: string, sealed: Buffer) => unseal(places.outputContent(id), sealed) as Output,
  sealDescription: (id: string, text: string) => seal(places.outputDescription(id), text),
  openDescription: (id: string, sealed: Buffer) => unseal(places.outputDescription(id), sealed) as string,
  sealChange: (id: string, version: number, change: ChangeContent) => seal(places.outputChange(id, version), change),
  openChange: (id: string, version: number, sealed: Buffer) =>
    unseal(places.outputChange(id, version), sealed) as ChangeContent,
  sealEvent: (at: EventPlace, result: Result) => seal(eventPlace(at), result),
  openEvent: (at: EventPlace, sealed: Buffer) => unseal(eventPlace(at), sealed) as Result,
})

interface EventPlace {
  outputId: string
  attempt: number
  sequence: number
}

const eventPlace = ({ outputId, attempt, sequence }: EventPlace) => places.outputEvent(outputId, attempt, sequence)
