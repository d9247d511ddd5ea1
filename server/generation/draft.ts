import type { Evidence, Field, Result, Template, VisitContext, WritingStyle } from '../../lib/contracts/index.ts'

/** A quote of a draft. `sentence`: the sentence of the value that the writer bases on this quote. */
export interface DraftEvidence extends Evidence {
  sentence?: string
}

export type Draft = Omit<Result, 'flags' | 'type' | 'writer' | 'reviewedBy' | 'evidence'> & {
  evidence: DraftEvidence[]
}

export interface WriteInput {
  instructions: string
  fields: readonly Field[]
  turns: readonly string[]
  context: VisitContext
  about?: Pick<Template, 'name' | 'group'>
  /** True if voices alone tell the speakers apart, so that their roles are not known. */
  byVoice?: boolean
  language?: string
  /** Code of the language in which the note is written. Absent: the language of the session. */
  noteLanguage?: string
  /** How the note is worded. The built-in writer ignores it, because it writes no sentence of its own. */
  style?: WritingStyle
}
