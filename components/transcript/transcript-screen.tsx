import { Button, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { transcriptFileEndpoints } from '../../lib/contracts/endpoints/transcript-files.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { pauseLength, type Transcript } from '../../lib/contracts/transcript.ts'
import { localDay } from '../../lib/report/day.ts'
import { ChartHead, usePage } from '../page/chart-head.tsx'
import { Banners } from '../panel/banners.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { lengthText } from '../recording/recovery-words.ts'
import { NamePatient } from '../report/name-patient.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Frame } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import { BeingRead } from './being-read.tsx'
import { type FoundSpeaker, speakersFound, withRole } from './found-speakers.ts'
import { PauseLine } from './pause-line.tsx'
import { SpeakerRoles } from './speaker-roles.tsx'
import { UnclearLegend } from './spoken-words.tsx'
import {
  correctedTurn,
  isBeingRead,
  openPatientOf,
  readingPollMs,
  transcriptsKey,
  whyNoNote,
} from './transcript-words.ts'
import { TurnRow } from './turn-row.tsx'

interface TranscriptScreenProps {
  id: string
  /**
   * Set if the user comes from a quote in a note: the index of the quoted turn, and the path of that note. The screen
   * scrolls to this turn.
   */
  quoted?: { turn: number; from: string }
}

export function TranscriptScreen({ id, quoted }: TranscriptScreenProps) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const page = usePage()
  const { finishTake } = useSession()
  const [, navigate] = useLocation()
  const [openDialog, setOpenDialog] = useState<'delete' | 'name' | 'retry' | null>(null)
  const transcriptQuery = useQuery({
    queryKey: ['transcripts', id],
    queryFn: ({ signal }) => client.call(userEndpoints.getTranscript, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isBeingRead(state.data) ? readingPollMs : false),
  })
  const transcript = transcriptQuery.data
  const openPatient = page.status === 'ready' ? page.reading.patient : null
  const mine = transcript ? openPatientOf(transcript, openPatient) : null
  // The head of the screen shows the patient of the transcript, even if the chart of another patient is open.
  const { patientName = '', patientId: identifier = '' } = transcript ?? {}
  const whose = mine ?? (patientName || identifier ? { name: patientName, identifier } : null)
  // Words of a session that is still open are not lost: a recording stays in the list of visits, text is put aside.
  const reason = transcript ? whyNoNote(transcript, openPatient) : null

  // A recording tells the clinician from the patient by their channels. A text has only its labels.
  const speakers =
    transcript && transcript.duration === 0 && !isBeingRead(transcript) ? speakersFound(transcript.turns) : []

  async function saveTurns(turns: string[]) {
    try {
      const savedTranscript = await client.call(userEndpoints.correctTranscript, { params: { id }, body: { turns } })
      queries.setQueryData(['transcripts', id], savedTranscript)
    } catch (error) {
      toast('error', sentenceOf(error))
      throw error
    }
  }

  async function correct(place: number, words: string) {
    if (!transcript) return
    await saveTurns(transcript.turns.map((turn, index) => (index === place ? correctedTurn(turn, words) : turn)))
  }
  async function nameSpeaker(speaker: FoundSpeaker, role: FoundSpeaker['role']) {
    if (transcript) await saveTurns(withRole(transcript.turns, speaker, role))
  }

  /** Shows the transcript as the server has changed it, here and in the lists. */
  async function show(changedTranscript: Transcript) {
    queries.setQueryData(['transcripts', id], changedTranscript)
    await queries.invalidateQueries({ queryKey: transcriptsKey })
  }

  const change = (body: { patientName: string } | { complete: true }) =>
    client.call(userEndpoints.correctTranscript, { params: { id }, body }).then(show)
  const readAgain = () => client.call(transcriptFileEndpoints.retryTranscriptFile, { params: { id } }).then(show)

  async function attempt(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      toast('error', sentenceOf(error))
    }
  }
  const accept = () => attempt(() => change({ complete: true }))
  const retry = () => attempt(readAgain)

  async function remove() {
    try {
      await client.call(userEndpoints.deleteTranscript, { params: { id } })
      queries.removeQueries({ queryKey: ['transcripts', id] })
      await queries.invalidateQueries({ queryKey: ['transcripts'] })
      navigate('/transcripts')
    } catch (error) {
      toast('error', sentenceOf(error))
    }
  }

  return (
    <Frame
      head={
        <ChartHead
          bound={whose}
          title={transcript?.title ?? 'Transcript'}
          subtitle={transcript && transcript.duration > 0 ? lengthText(transcript.duration * 1000) : ''}
          onBack={() => navigate(quoted?.from ?? '/transcripts')}
        />
      }
      banner={<Banners />}
      action={
        transcript && (
          <>
            <Button variant="default" onClick={() => setOpenDialog('delete')}>
              Delete
            </Button>
            <Button
              flex={1}
              disabled={reason !== null}
              onClick={() => {
                const { turns, duration, createdAt } = transcript
                const day = localDay(new Date(createdAt))
                finishTake({ transcriptId: id, turns, elapsedMs: duration * 1000, origin: 'opened', day }, mine)
                navigate('/choose')
              }}
            >
              Choose a template
            </Button>
          </>
        )
      }
    >
      {transcriptQuery.isPending && <LoadingCards height={72} />}
      {transcriptQuery.isError && !transcript && (
        <FailedFace error={transcriptQuery.error} onRetry={() => void transcriptQuery.refetch()} />
      )}
      {transcript && <BeingRead transcript={transcript} />}
      {reason && !(transcript && isBeingRead(transcript)) && (
        <Notice tone={transcript?.status === 'failed' ? 'bad' : 'look'}>{reason}</Notice>
      )}
      {transcript?.status === 'incomplete' && (
        <Button variant="default" onClick={() => void accept()}>
          Use the text as it is
        </Button>
      )}
      {transcript?.hasFile && (
        <Button variant="default" onClick={() => (transcript.turns.length > 0 ? setOpenDialog('retry') : void retry())}>
          Try again
        </Button>
      )}
      {transcript && mine === null && (
        <Button size="xs" variant="subtle" style={{ alignSelf: 'flex-start' }} onClick={() => setOpenDialog('name')}>
          {patientName ? 'Change the patient’s name' : 'Add the patient’s name'}
        </Button>
      )}
      {speakers.length > 0 && <SpeakerRoles speakers={speakers} save={nameSpeaker} />}
      <UnclearLegend unclear={transcript?.unclear} />
      <Stack gap="xs">
        {transcript?.turns.map((turn, index) => {
          const pause = pauseLength(turn)
          // biome-ignore lint/suspicious/noArrayIndexKey: a turn has no id besides its position
          if (pause !== null) return <PauseLine key={index} length={pause} />
          return (
            <TurnRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a turn has no id besides its position
              key={index}
              turn={turn}
              beginMs={transcript.turnBeginsMs?.[index]}
              unclear={transcript.unclear?.[index]}
              number={index + 1}
              patientName={mine?.name ?? patientName}
              quoted={quoted?.turn === index}
              onSave={(words) => correct(index, words)}
            />
          )
        })}
      </Stack>
      <ConfirmDialog
        opened={openDialog === 'delete'}
        title="Delete this transcript"
        text="This transcript will be deleted permanently. Notes that were written from it stay, with their quotes from this transcript."
        confirmLabel="Delete"
        onConfirm={remove}
        onClose={() => setOpenDialog(null)}
      />
      <ConfirmDialog
        opened={openDialog === 'retry'}
        title="Read the file again"
        text="The text below, with your corrections, is replaced as soon as new words are read."
        confirmLabel="Read again"
        onConfirm={retry}
        onClose={() => setOpenDialog(null)}
      />
      {openDialog === 'name' && (
        <NamePatient
          name={patientName}
          save={(name) => change({ patientName: name })}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </Frame>
  )
}
