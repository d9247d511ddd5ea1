import { browser } from 'wxt/browser'
import type { RecordingPhase } from '../transcript/recording-state.ts'

const badges: Record<RecordingPhase, { text: string; title: string }> = {
  idle: { text: '', title: 'Open Chartside' },
  starting: { text: '…', title: 'Chartside is starting to record' },
  recording: { text: 'REC', title: 'Chartside is recording' },
  paused: { text: 'II', title: 'Chartside has paused the recording' },
  stopping: { text: '…', title: 'Chartside is finishing the recording' },
}

let shownPhase: RecordingPhase | null = null

/** Shows the recording phase on the toolbar button, so that the user sees the phase while the panel is closed. */
export function showRecording(phase: RecordingPhase): void {
  if (phase === shownPhase) return
  shownPhase = phase
  const { text, title } = badges[phase]
  void browser.action.setBadgeBackgroundColor({ color: '#c2255c' })
  void browser.action.setBadgeText({ text })
  void browser.action.setTitle({ title })
}
