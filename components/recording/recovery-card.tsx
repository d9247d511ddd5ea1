import { Button, Group, Progress, Text } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { useState } from 'react'
import type { UnfinishedRecording } from '../../lib/transcript/recording-state.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import classes from './recovery-card.module.css'
import {
  consentMissing,
  erasable,
  erasableRest,
  lengthText,
  missingOfCard,
  missingWhy,
  notFinished,
  whenText,
  whyClosed,
} from './recovery-words.ts'
import { SaveCopy } from './save-copy.tsx'

interface RecoveryCardProps {
  recording: UnfinishedRecording
  /** Milliseconds since 1970. */
  nowMs: number
  /** Progress from 0 to 1 while the recording is transcribed, otherwise null. */
  share: number | null
  /** True if the recording is sent only after a consent is confirmed. */
  needsConsent: boolean
  /** True while an action on this recording or on another recording is running. */
  busy: boolean
  onTranscribe: () => void
  onResume: () => void
  onErase: () => void
}

/** A recording that was not finished, or of which a part was not sent: patient, time, length and possible actions. */
export function RecoveryCard(props: RecoveryCardProps) {
  const { recording, nowMs, share, needsConsent, busy, onTranscribe, onResume, onErase } = props
  const { patient, startedAt, durationMs, access, sentWithout } = recording
  const [erasing, setErasing] = useState(false)
  const closedReason = whyClosed[access]
  return (
    <Notice tone="look" title={sentWithout ? missingOfCard(sentWithout) : 'An unfinished recording'}>
      <Text inherit>
        {[patient?.name, whenText(startedAt, nowMs), lengthText(durationMs)].filter(Boolean).join(' · ')}
      </Text>
      <Text inherit mt={4} className={closedReason === null ? classes.comfort : ''}>
        {closedReason ?? (needsConsent ? consentMissing : sentWithout ? missingWhy : notFinished)}
      </Text>
      {share === null ? (
        <Group gap="xs" mt="xs">
          {closedReason === null && (
            <>
              <Button size="sm" px={10} disabled={busy} onClick={onTranscribe}>
                {sentWithout ? 'Try again' : 'Transcribe'}
              </Button>
              {!sentWithout && (
                <Button size="sm" px={10} variant="default" disabled={busy} onClick={onResume}>
                  Resume
                </Button>
              )}
            </>
          )}
          {/* A recording of another user cannot be erased by this user. */}
          {access !== 'sign-in' && (
            <Button size="sm" px={10} variant="default" disabled={busy} onClick={() => setErasing(true)}>
              Erase
            </Button>
          )}
        </Group>
      ) : (
        <>
          <Text inherit mt="xs">
            Transcribing, {Math.floor(share * 100)} %
          </Text>
          <Progress value={share * 100} mt={4} aria-label="Transcribed" />
        </>
      )}
      {share === null && <SaveCopy recording={recording} nowMs={nowMs} />}
      <ConfirmDialog
        opened={erasing}
        title="Erase this recording"
        text={sentWithout ? erasableRest : erasable[access]}
        confirmLabel="Erase"
        onConfirm={onErase}
        onClose={() => setErasing(false)}
      />
    </Notice>
  )
}
