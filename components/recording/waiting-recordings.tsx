import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ConfirmedConsent } from '../../lib/contracts/index.ts'
import {
  type FinishedTake,
  idleRecording,
  isSentByItself,
  type ResumeOptions,
  type UnfinishedRecording,
} from '../../lib/transcript/recording-state.ts'
import { usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { sentenceOf } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import { RecoveryCard } from './recovery-card.tsx'
import { useConsent } from './use-consent.tsx'

interface WaitingRecordingsProps {
  /** The options for resuming a recording. */
  resumeWith: ResumeOptions
  onTranscribed: (take: FinishedTake, recording: UnfinishedRecording) => void
}

/**
 * Lists the recordings that were not finished, for example because the browser was closed, or of which a part was not
 * sent. The user can transcribe, continue or erase them.
 */
export function WaitingRecordings({ resumeWith, onTranscribed }: WaitingRecordingsProps) {
  const { recovery, recorder } = usePorts()
  const consentStep = useConsent()
  const queries = useQueryClient()
  const [under, setUnder] = useState<{ id: string; share: number | null } | null>(null)
  const waiting = useQuery({ queryKey: ['recovery'], queryFn: () => recovery.list(), staleTime: 0 })

  // Load the list again after a recording or a dictation has ended. If a part of the sound was not sent, the list now
  // contains the recording.
  const { phase } = useSubscribed(recorder, idleRecording)
  useEffect(() => {
    if (phase === 'idle') void queries.invalidateQueries({ queryKey: ['recovery'] })
  }, [phase, queries])

  async function attempt(id: string, share: number | null, action: () => Promise<void>) {
    setUnder({ id, share })
    try {
      await action()
    } catch (error) {
      toast('error', sentenceOf(error))
    } finally {
      setUnder(null)
      void queries.invalidateQueries({ queryKey: ['recovery'] })
    }
  }

  if (waiting.isError) {
    return (
      <Notice
        tone="look"
        action={
          <Button size="sm" variant="default" onClick={() => void waiting.refetch()}>
            Try again
          </Button>
        }
      >
        Chartside could not check whether this computer has recordings that were not sent. Try again.
      </Notice>
    )
  }
  // The list of visits shows the recordings that are sent by themselves.
  const cards = waiting.data
    ?.filter((one) => !isSentByItself(one))
    .map((recording) => {
      const { id, place, consented } = recording
      const needsConsent = consentStep.required && place === 'session' && !consented
      return (
        <RecoveryCard
          key={id}
          recording={recording}
          nowMs={Date.now()}
          share={under?.id === id ? under.share : null}
          needsConsent={needsConsent}
          busy={under !== null}
          onTranscribe={() => {
            const send = (consent: ConfirmedConsent | null) =>
              void attempt(id, 0, async () =>
                onTranscribed(await recovery.transcribe(id, (share) => setUnder({ id, share }), consent), recording),
              )
            // A recording has no confirmed consent if none was required when the recording was made. The consent may be
            // required now, so ask for it.
            if (needsConsent) consentStep.ask(send)
            else send(null)
          }}
          onResume={() =>
            recording.place === 'dictation'
              ? void attempt(id, null, () => recovery.resume(id, resumeWith))
              : consentStep.ask(
                  (consent) => void attempt(id, null, () => recovery.resume(id, { ...resumeWith, consent })),
                )
          }
          onErase={() => void attempt(id, null, () => recovery.erase(id))}
        />
      )
    })
  return (
    <>
      {cards}
      {consentStep.dialog}
    </>
  )
}
