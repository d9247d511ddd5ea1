import type { Evidence, Field, Result, Template, VisitContext, WritingStyle } from '../../lib/contracts/index.ts'

/** A quote of a draft. `sentence`: the sentence of the value that the writer bases on this quote. */
export interface DraftEvidence extends Evidence {
  sentence?: string
}

/** A writer's answer for one field, before the check. */
export type Draft = Omit<Result, 'flags' | 'type' | 'writer' | 'reviewedBy' | 'evidence'> & {
  evidence: DraftEvidence[]
}

/** The input of every writer, as plain data that can be sent to a thread. */
export interface WriteInput {
  instructions: string
  fields: readonly Field[]
  /**
   * The turns of the session. Evidence refers to a turn by its index, so a turn that was left out stays as an empty
   * string.
   */
  turns: readonly string[]
  context: VisitContext
  /** The name and the group of the template. */
  about?: Pick<Template, 'name' | 'group'>
  /**
   * True if the speakers of one microphone were distinguished by their voices only, so that their roles are not known.
   */
  byVoice?: boolean
  /** Code of the session's language, if it is known. */
  language?: string
  /** Code of the language in which the note is written. Absent: the language of the session. */
  noteLanguage?: string
  /** How the note is worded. The built-in writer ignores it, because it writes no sentence of its own. */
  style?: WritingStyle
}
