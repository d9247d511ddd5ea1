import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../../lib/api/index.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Report, ReportStatus } from '../../lib/contracts/index.ts'
import { relativeAge, toNote, toText } from '../../lib/report/index.ts'
import { ChartHead } from '../page/chart-head.tsx'
import { numberOf } from '../page/chart-view.ts'
import { OfflineBanner } from '../panel/reachability.tsx'
import { usePorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Frame, Head } from '../ui/frame.tsx'
import { IconCopy } from '../ui/icons.ts'
import { Tag } from '../ui/tag.tsx'
import { toast } from '../ui/toast.ts'
import { Quote } from './evidence.tsx'
import { FieldCard } from './field-card.tsx'
import { summaryOf, underwayText } from './report-words.ts'
import { Unwritten } from './unwritten.tsx'
import { isUnderway, useReport } from './use-report.ts'

const FillScreen = lazy(async () => ({ default: (await import('./fill-screen.tsx')).FillScreen }))

/** A note: loading, being written, failed, or there to be read, edited, copied and filled. */
export function ReportScreen({ id, filling }: { id: string; filling: boolean }) {
  const [, navigate] = useLocation()
  const report = useReport(id)
  if (report.data && filling)
    return (
      <Suspense fallback={<Waiting onBack={() => navigate('/reports')} />}>
        <FillScreen report={report.data} />
      </Suspense>
    )
  if (report.data) return <ReportView report={report.data} />
  return (
    <Frame
      head={<Head title="Note" subtitle="" initials="" onBack={() => navigate('/reports')} />}
      banner={<OfflineBanner />}
    >
      {report.isError ? <FailedFace error={report.error} onRetry={() => void report.refetch()} /> : <LoadingCards />}
    </Frame>
  )
}

function Waiting({ onBack }: { onBack: () => void }) {
  return (
    <Frame head={<Head title="Note" subtitle="" initials="" onBack={onBack} />}>
      <LoadingCards />
    </Frame>
  )
}

function whoseNote({ context, patientId }: Report) {
  const { name = '', identifier = patientId } = context.patient ?? {}
  return name || identifier ? { name: name || numberOf({ name, identifier }), identifier } : null
}

function ReportView({ report }: { report: Report }) {
  const { client } = usePorts()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const whose = whoseNote(report)
  const { sections } = useMemo(() => toNote(report.title, report.template, report.results), [report])
  const transcript = useQuery({
    queryKey: ['transcript', report.transcriptId],
    enabled: report.transcriptId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      client.call(userEndpoints.getTranscript, { params: { id: report.transcriptId ?? '' } }, { signal }),
  })
  const turns = transcript.data?.turns ?? []
  const edit = useMutation({
    mutationFn: (change: { id: string; value: string[] }) =>
      client.call(userEndpoints.editReport, {
        params: { id: report._id },
        body: { version: report.version, values: [change] },
      }),
    onSuccess: (saved) => queries.setQueryData(['report', report._id], saved),
    onError: (error) => {
      toast('error', sentenceOf(error))
      if (error instanceof ApiError && error.code === 'changed_meanwhile')
        void queries.invalidateQueries({ queryKey: ['report', report._id] })
    },
  })

  async function copy() {
    try {
      await navigator.clipboard.writeText(toText({ title: report.title, sections }))
      toast('success', 'Copied.')
    } catch {
      toast('error', 'The browser did not allow copying. Select the text and copy it by hand.')
    }
  }

  const underway = isUnderway(report)
  const age = relativeAge(Date.parse(report.createdAt), Date.now())
  const standing = standings[report.status]
  return (
    <Frame
      head={
        <ChartHead
          bound={whose}
          title={report.title || report.template.name}
          subtitle={[age, standing].join(' · ')}
          onBack={() => navigate('/reports')}
        />
      }
      banner={<OfflineBanner />}
      action={
        report.status !== 'failed' && (
          <>
            <Button variant="default" leftSection={<IconCopy size={18} />} disabled={underway} onClick={copy}>
              Copy
            </Button>
            <Button flex={1} disabled={underway} onClick={() => navigate(`/reports/${report._id}/fill`)}>
              Fill page…
            </Button>
          </>
        )
      }
    >
      {report.status === 'failed' ? (
        <Unwritten report={report} />
      ) : (
        <>
          {underway ? (
            <Text fw={600} role="status">
              {statusText(report)}
            </Text>
          ) : (
            <Group gap={6}>
              <VisuallyHidden role="status">The note is ready.</VisuallyHidden>
              {summaryOf(report).map(({ text, tone }) => (
                <Tag key={text} tone={tone}>
                  {text}
                </Tag>
              ))}
            </Group>
          )}
          <Stack gap="sm" aria-busy={underway}>
            {sections.map((section) => {
              const result = report.results.find(({ id }) => id === section.id)
              // A field whose condition does not hold has no result in a finished note.
              if (!result && !underway) return null
              return (
                <FieldCard
                  key={section.id}
                  section={section}
                  field={report.template.fields.find(({ id }) => id === section.id)}
                  result={result}
                  turns={turns}
                  patientName={whose?.name ?? ''}
                  onSave={
                    report.status === 'ready'
                      ? async (value) => void (await edit.mutateAsync({ id: section.id, value }))
                      : undefined
                  }
                />
              )
            })}
          </Stack>
          <Omissions report={report} turns={turns} patientName={whose?.name ?? ''} />
          {report.notices.map((notice) => (
            <Text key={notice} size="xs" c="dimmed">
              {notice}
            </Text>
          ))}
        </>
      )}
    </Frame>
  )
}

/** What the head says of a note, in a word. */
const standings: Record<ReportStatus, string> = {
  ...underwayText,
  ready: 'draft',
  failed: 'not written',
  signed: 'signed',
}

/** What a note under way says of itself: its fixed word, then what the server adds. */
function statusText({ status, statusText: more }: Report): string {
  const word = status === 'ocr-waiting' ? underwayText['ocr-waiting'] : underwayText.generating
  return more ? `${word} ${more}` : word
}

function Omissions({ report, turns, patientName }: { report: Report; turns: string[]; patientName: string }) {
  if (report.omissions.length === 0) return null
  return (
    <Card quiet role="group" aria-label="Said, but not in the note">
      <Text component="h2" fw={650} mb={8}>
        Said, but not in the note
      </Text>
      <Stack gap={8}>
        {report.omissions.map((omission) => (
          <Quote
            key={`${omission.turn} ${omission.quote}`}
            evidence={omission}
            turns={turns}
            patientName={patientName}
          />
        ))}
      </Stack>
    </Card>
  )
}
