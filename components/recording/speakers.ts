export interface SpokenTurn {
  /** null: not known who spoke. */
  speaker: number | null
  words: string
}

/** Takes `Speaker N: words` apart. */
export function spokenTurn(turn: string): SpokenTurn {
  const label = /^Speaker (\d+):\s*/.exec(turn)
  return label ? { speaker: Number(label[1]), words: turn.slice(label[0].length) } : { speaker: null, words: turn }
}

/** Speaker 0 is the provider at this desk, Speaker 1 the patient (design §5); nobody is guessed. */
export function speakerName(speaker: number | null, patientName: string): string {
  if (speaker === null) return ''
  if (speaker === 0) return 'You'
  if (speaker === 1) return firstName(patientName) || 'Patient'
  return `Speaker ${speaker}`
}

function firstName(name: string): string {
  // "Okafor, Maya" and "Maya Okafor" are both usual in a chart.
  const [last = '', first] = name.split(',')
  return (first ?? last).trim().split(/\s+/)[0] ?? ''
}
