// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { expect, test } from 'vitest'
import type { UnfinishedRecording } from '../../lib/transcript/recording-state.ts'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { RecoveryCard } from './recovery-card.tsx'

const mounted = mountedInFile()
const nothing = () => {}
const recording: UnfinishedRecording = {
  id: 'one',
  place: 'session',
  startedAt: '2026-11-14T12:00:00Z',
  durationMs: 60_000,
  patient: null,
  access: 'open',
}

test.each([
  [true, 'Your organisation requires the patient’s consent, and this recording has none'],
  [false, 'it was not finished or could not be sent'],
])('a recording that waits says why, if a consent is missing: %s', async (needsConsent, reason) => {
  await mounted.render(
    <MantineProvider env="test">
      <RecoveryCard
        recording={recording}
        nowMs={Date.parse('2026-11-14T13:00:00Z')}
        share={0.5}
        needsConsent={needsConsent}
        busy={false}
        onTranscribe={nothing}
        onResume={nothing}
        onErase={nothing}
      />
    </MantineProvider>,
  )
  expect(mounted.host.textContent).toContain(reason)
})
