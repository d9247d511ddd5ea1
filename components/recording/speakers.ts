import { remarkLabel, speakerLabel } from '../../lib/contracts/index.ts'

export interface SpokenTurn {
  /** Null: the speaker is unknown. */
  speaker: number | null
  words: string
  /** Set for a remark that the clinician has typed. */
  remark?: true
}

/** Splits `Speaker N: words`. */
export function spokenTurn(turn: string): SpokenTurn {
  if (turn.startsWith(remarkLabel)) return { speaker: null, words: turn.slice(remarkLabel.length), remark: true }
  const label = speakerLabel.exec(turn)
  return label ? { speaker: Number(label[1]), words: turn.slice(label[0].length) } : { speaker: null, words: turn }
}

/** Returns who a turn comes from: a speaker, or a remark. '' if nobody knows. */
export const turnName = ({ speaker, remark }: SpokenTurn, patientName: string): string =>
  remark ? 'Your remark' : speakerName(speaker, patientName)

/**
 * Returns the name of a speaker: 0 is the clinician, 1 is the patient (product 9.2), and others are named by their
 * number. Returns '' if `speaker` is null.
 */
export function speakerName(speaker: number | null, patientName: string): string {
  if (speaker === null) return ''
  if (speaker === 0) return 'You'
  if (speaker === 1) return firstName(patientName) || 'Patient'
  return `Speaker ${speaker}`
}

function firstName(name: string): string {
  // Charts write both "Okafor, Maya" and "Maya Okafor".
  const [last = '', first] = name.split(',')
  return (first ?? last).trim().split(/\s+/)[0] ?? ''
}
