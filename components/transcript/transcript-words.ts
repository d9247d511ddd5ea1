import type { Transcript } from '../../lib/contracts/index.ts'
import type { Whose } from '../page/chart-view.ts'
import { spokenTurn } from '../recording/speakers.ts'
import type { Tone } from '../ui/tag.tsx'

/** What a list says of a transcript; null when it is simply there. */
export const statusWords: Record<Transcript['status'], { word: string; tone: Tone } | null> = {
  ready: null,
  recording: { word: 'not finished', tone: 'look' },
  'ocr-waiting': { word: 'Processing...', tone: 'plain' },
  transcribing: { word: 'Processing...', tone: 'plain' },
  failed: { word: 'failed', tone: 'bad' },
}

/** A turn with other words; who spoke stays. */
export function correctedTurn(turn: string, words: string): string {
  const label = turn.slice(0, turn.length - spokenTurn(turn).words.length)
  return label + words.trim()
}

/** Why no note can be written from it beside this chart, or null: words of one patient never go into another's note (design §7). */
export function whyNoNote(transcript: Transcript, open: Whose | null): string | null {
  const { status, turns, patientId } = transcript
  if (status !== 'ready') return 'A note can be written once the transcript is complete.'
  if (turns.length === 0) return 'Nothing was said in it.'
  if (patientId && open?.identifier !== patientId) return `Open the chart of ${patientId} to write a note from it.`
  return null
}
