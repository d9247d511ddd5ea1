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
import type { Encryption } from '../../store/index.ts'
import { places } from '../../store/places.ts'
import type { Participant } from '../transcripts/participant/index.ts'

export interface OutputRequest {
  template: Template
  context: VisitContext
  language?: string
  dynamicFields: DynamicField[]
  style?: WritingStyle
  /** The kind of credit that the written note uses (product 2.27). */
  credit: 'document' | 'session'
  participant?: Participant
  /** True for an output of the sandbox: the built-in writer writes it instead of a language model. */
  sandbox?: true
}

export interface OutputProgress {
  results: Result[]
  notices: string[]
  spent: Spent[]
  putOff: number
  told: string[]
}

export const fieldsOf = ({ template, dynamicFields }: Pick<OutputRequest, 'template' | 'dynamicFields'>) => [
  ...template.fields,
  ...dynamicFields.map(toField),
]

export type ChangeContent = Pick<ReportChange, 'reason' | 'changes' | 'writer'> & {
  /** The complete previous content, for undo. Stored for edits and rewrites. */
  before?: { title: string; content: Output }
}

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
