import { Button, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { ConfirmedConsent } from '../../lib/contracts/index.ts'
import type { Person } from '../../lib/contracts/person.ts'
import { localDay } from '../../lib/report/day.ts'
import type { UnfinishedRecording } from '../../lib/transcript/recording-state.ts'
import { useSession } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { plainSentence, sentenceOf } from '../ui/failure.ts'
import { Tag } from '../ui/tag.tsx'
import { toast } from '../ui/toast.ts'
import { usePending } from '../ui/use-pending.ts'
import { erasable, lengthText, whenText, whyClosed } from './recovery-words.ts'
import { SaveCopy } from './save-copy.tsx'
import { useConsent } from './use-consent.tsx'
import { useVisits } from './use-visits.ts'
import classes from './visit-list.module.css'
import { type Visit, visitWords } from './visits.ts'

/** How many visits are shown before “Show all”. */
const shownFirst = 5

/** The visits of the day, each with its state. A click takes a visit up again. */
export function VisitList({ person }: { person: Person }) {
  const { client } = usePorts()
  const { session, finishTake } = useSession()
  const [, navigate] = useLocation()
  const [showsAll, setShowsAll] = useState(false)
  const [opening, setOpening] = useState<string | null>(null)
  const { visits, known } = useVisits(person)
  const all = visits.filter(({ id }) => id !== session.take?.transcriptId)

  async function takeUp({ id, state, reportId }: Visit) {
    if (reportId !== undefined) return navigate(`/reports/${reportId}`)
    const visit = known.find(({ transcriptId }) => transcriptId === id)
    // The words of one patient must never go into the note of another one (product 11.6). If this computer does not know
    // the patient, the screen of the transcript compares the transcript with the open chart.
    if (state !== 'ready' || visit === undefined) return navigate(`/transcripts/${id}`)
    setOpening(id)
    try {
      const { turns, createdAt } = await client.call(userEndpoints.getTranscript, { params: { id } })
      const { patient, ...recorded } = visit
      const day = localDay(new Date(createdAt))
      finishTake({ day, ...recorded, turns, origin: 'recorded' }, patient)
      navigate('/choose')
    } catch (error) {
      toast('error', sentenceOf(error))
    } finally {
      setOpening(null)
    }
  }

  if (all.length === 0) return null
  const visibleVisits = showsAll ? all : all.slice(0, shownFirst)
  return (
    <Stack gap="xs" component="section" aria-labelledby="visits-title">
      <Group justify="space-between" gap={4}>
        <Text component="h2" id="visits-title" fz="md" fw={650}>
          Visits
        </Text>
        {all.filter(({ state }) => state === 'ready').length > 1 && (
          <Button size="xs" variant="subtle" onClick={() => navigate('/several')}>
            Write several notes
          </Button>
        )}
      </Group>
      {visibleVisits.map((visit) =>
        visit.recording ? (
          <WaitingVisit key={visit.id} visit={visit} recording={visit.recording} />
        ) : (
          <UnstyledButton
            key={visit.id}
            className={classes.visit}
            disabled={opening !== null}
            aria-busy={opening === visit.id}
            onClick={() => void takeUp(visit)}
          >
            <VisitHead visit={visit} />
          </UnstyledButton>
        ),
      )}
      {all.length > visibleVisits.length && (
        <Button size="sm" variant="subtle" onClick={() => setShowsAll(true)}>
          Show all {all.length} visits
        </Button>
      )}
    </Stack>
  )
}

function VisitHead({ visit: { title, state, startedAt, durationMs } }: { visit: Visit }) {
  const { word, tone } = visitWords[state]
  return (
    <Group justify="space-between" gap={4} align="flex-start">
      <div className={classes.words}>
        <Text fw={650}>{title}</Text>
        <Text size="xs" c="dimmed">
          {[whenText(startedAt, Date.now()), durationMs > 0 ? lengthText(durationMs) : ''].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Tag tone={tone}>{word}</Tag>
    </Group>
  )
}

const weakly =
  'The key of this recording is stored beside it on this computer, because the server did not give its own key in time. Until the recording is sent, somebody who controls this computer could open it. Press “Send now”. If this happens often, tell your administrator.'

/** A visit that waits on this computer to be sent. It is sent by itself. The user can send it now, or erase it. */
function WaitingVisit({ visit, recording }: { visit: Visit; recording: UnfinishedRecording }) {
  const { recovery } = usePorts()
  const queries = useQueryClient()
  const consentStep = useConsent()
  const { pending, run } = usePending<'send' | 'erase'>()
  const [erasing, setErasing] = useState(false)
  const { id, access, sentShare, problem, consented, weak } = recording

  async function attempt(action: 'send' | 'erase', work: () => Promise<unknown>) {
    await run(action, work)
    void queries.invalidateQueries({ queryKey: ['recovery'] })
    void queries.invalidateQueries({ queryKey: ['transcripts'] })
  }
  const send = (consent: ConfirmedConsent | null) =>
    void attempt('send', () => recovery.transcribe(id, undefined, consent))

  return (
    <div className={classes.waiting}>
      <VisitHead visit={visit} />
      <Text size="xs" c="dimmed">
        {whyClosed[access] ?? `Safe on this computer, will be sent.${problem ? ` ${plainSentence(problem)}` : ''}`}
      </Text>
      {weak && (
        <Text size="xs" c="dimmed">
          {weakly}
        </Text>
      )}
      {sentShare === undefined && <SaveCopy recording={recording} nowMs={Date.now()} />}
      {sentShare !== undefined && sentShare > 0 && <Progress value={sentShare * 100} aria-label="Sent" />}
      {sentShare === undefined && (
        <Group gap="xs">
          {access === 'open' && (
            <Button
              size="xs"
              variant="light"
              loading={pending === 'send'}
              disabled={pending !== null}
              // No consent was confirmed if none was required at the time of the recording. It may be required now.
              onClick={() => (consented ? send(null) : consentStep.ask(send))}
            >
              Send now
            </Button>
          )}
          {access !== 'sign-in' && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              disabled={pending !== null}
              onClick={() => setErasing(true)}
            >
              Erase
            </Button>
          )}
        </Group>
      )}
      <ConfirmDialog
        opened={erasing}
        title="Erase this recording"
        text={erasable[access]}
        confirmLabel="Erase"
        onConfirm={() => void attempt('erase', () => recovery.erase(id))}
        onClose={() => setErasing(false)}
      />
      {consentStep.dialog}
    </div>
  )
}
