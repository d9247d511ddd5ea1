/**
 * A subject of clinical notes, with the phrases that ask about it and mention it. All patterns match lower-case text.
 */
export interface Topic {
  id: string
  /** Prefix for an answer that is not a full sentence: "Sleep: badly." */
  label: string
  /** Names of fields about this topic. */
  field: RegExp
  /** Questions about this topic. */
  ask?: RegExp
  /** Statements that belong to this topic wherever they occur. */
  say?: RegExp
  /** Statements that match `say` but do not belong to this topic. */
  notSay?: RegExp
  /** Whose statements count. */
  by: 'patient' | 'provider'
  /** Text for the note if the answer is a plain "no". */
  denial?: string
  /** Statements about other people count too: relatives, or a gun in the house. */
  others?: boolean
  /** If there are answers to a direct question, only they count, because `say` matches too much. */
  answersFirst?: boolean
  /**
   * Topics that this one combines ("Fever or chills"). A "yes" to any of them is a yes; a "no" counts only if none is a
   * yes.
   */
  parts?: readonly Topic[]
  /** Maximum number of sentences in the note. */
  most?: number
}
