/** Something a clinical note asks about, with the ways people ask and speak of it. All patterns run on lower case. */
export interface Topic {
  id: string
  /** What stands before an answer that is no sentence of its own: "Sleep: badly." */
  label: string
  /** Names of fields that ask for this. */
  field: RegExp
  /** Questions that ask for this. */
  ask?: RegExp
  /** Statements that belong here wherever they are made. */
  say?: RegExp
  /** Statements that look alike and do not belong. */
  notSay?: RegExp
  /** Who says what counts. */
  by: 'patient' | 'provider'
  /** What is written when the answer is a plain no. */
  denial?: string
  /** Words about somebody else count too: relatives, or a gun in the house. */
  others?: boolean
  /** Only answers to the question count where there are any: what else is said is too loose. */
  answersFirst?: boolean
  /** Topics this one joins ("Fever or chills"): a yes to any is a yes, a no counts only where none is a yes. */
  parts?: readonly Topic[]
  /** At most this many sentences. */
  most?: number
}
