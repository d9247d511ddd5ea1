import type {
  DynamicField,
  Output,
  ReportChange,
  Result,
  Template,
  VisitContext,
} from '../../../lib/contracts/index.ts'
import { toField } from '../../../lib/template/index.ts'
import type { Participant } from '../../generation/index.ts'
import type { Encryption } from '../../store/index.ts'

/** What a note is made after: the template as it was on the day, and the visit. */
export interface OutputRequest {
  template: Template
  context: VisitContext
  dynamicFields: DynamicField[]
  /** What it costs once it is written (spec §2, layout card). */
  credit: 'document' | 'session'
  /** Whose note of a group session this is; nothing another participant said may reach it. */
  participant?: Participant
}

/** Every field of a report, those of the page's form too. */
export const fieldsOf = ({ template, dynamicFields }: Pick<OutputRequest, 'template' | 'dynamicFields'>) => [
  ...template.fields,
  ...dynamicFields.map(toField),
]

/** What is kept sealed of one change. */
export type ChangeContent = Pick<ReportChange, 'reason' | 'changes'> & {
  /** What stood there before, whole, so that it can be put back: of an edit and of a rewriting. */
  before?: { title: string; content: Output }
}

/** The encrypted parts of an output, each bound to its row by name and id. */
export const sealedOutput = ({ seal, unseal }: Encryption) => ({
  sealRequest: (id: string, request: OutputRequest) => seal(`output-request/${id}`, request),
  openRequest: (id: string, sealed: Buffer) => unseal(`output-request/${id}`, sealed) as OutputRequest,
  sealSource: (id: string, turns: readonly string[]) => seal(`output-source/${id}`, turns),
  openSource: (id: string, sealed: Buffer) => unseal(`output-source/${id}`, sealed) as string[],
  sealContent: (id: string, content: Output) => seal(`output-content/${id}`, content),
  openContent: (id: string, sealed: Buffer) => unseal(`output-content/${id}`, sealed) as Output,
  sealChange: (id: string, version: number, change: ChangeContent) => seal(`output-change/${id}/${version}`, change),
  openChange: (id: string, version: number, sealed: Buffer) =>
    unseal(`output-change/${id}/${version}`, sealed) as ChangeContent,
  sealEvent: (at: EventPlace, result: Result) => seal(eventPlace(at), result),
  openEvent: (at: EventPlace, sealed: Buffer) => unseal(eventPlace(at), sealed) as Result,
})

interface EventPlace {
  outputId: string
  attempt: number
  sequence: number
}

const eventPlace = ({ outputId, attempt, sequence }: EventPlace) => `output-event/${outputId}/${attempt}/${sequence}`
