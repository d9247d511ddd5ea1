import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Report, ReportStatus } from '../../lib/contracts/index.ts'
import {
  extractsLabel,
  isReviewNotice,
  otherNotices,
  relativeAge,
  reviewNotice,
  toNote,
  writerOf,
} from '../../lib/report/index.ts'
import { ChartHead } from '../page/chart-head.tsx'
import { Banners } from '../panel/banners.tsx'
import { useUnsaved } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { Frame } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { Tag } from '../ui/tag.tsx'
import { tellCopied, toast } from '../ui/toast.ts'
import { type CopyAs, copyNote } from './copy-note.ts'
import { DeleteReport } from './delete-report.tsx'
import { cardId, FieldCard, WaitingCard } from './field-card.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { NamePatient } from './name-patient.tsx'
import { NotePaper, paperId } from './note-paper.tsx'
import { Omissions } from './omissions.tsx'
import { ReportMenu } from './report-menu.tsx'
import {
  allFields,
  askedLater,
  isOwn,
  leftOutOf,
  mentionedIn,
  noteOf,
  patientOf,
  slowAfterMs,
  summaryOf,
  underwayText,
  wantedCount,
  withAdded,
} from './report-words.ts'
import { SignCard, SignedNotice } from './signature.tsx'
import { Unanswered } from './unanswered.tsx'
import { Unwritten } from './unwritten.tsx'
import { useAudit } from './use-audit.ts'
import { extractsOnly, useInstructs } from './use-instructs.ts'
import { isUnderway } from './use-report.ts'
import { useReportActions } from './use-report-actions.ts'

/**
 * Returns the patient that the head of the screen shows. If the note's context has no chart number, the patient id of
 * the note is used.
 */
function whoseNote({ context, patientId, patientName }: Report) {
  if (!context.patient && !patientId) return patientName ? { name: patientName, identifier: '' } : null
  // A group note without a chart number uses the person's name as its patient id.
  if (!context.patient && patientId && !/\d/.test(patientId)) return { name: patientId, identifier: '' }
  return patientOf({ context: { patient: { identifier: patientId, ...context.patient } } })
}

/** The screen of a note: being written, failed, or ready to be read, checked, corrected, signed, copied and filled. */
export function ReportView({ report }: { report: Report }) {
  const { client } = usePorts()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const actions = useReportActions(report)
  const audit = useAudit(report)
  const instructs = useInstructs()
  const { edits, keep } = useUnsaved(report._id)
  const [openDialog, setOpenDialog] = useState<'history' | 'delete' | 'name' | null>(null)
  const whose = whoseNote(report)
  const title = report.title || report.template.name
  const isAuthor = isOwn(report)
  const signable = report.access !== 'reader'
  const transcript = useQuery({
    queryKey: ['transcript', report.transcriptId],
    enabled: isAuthor && report.transcriptId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      client.call(userEndpoints.getTranscript, { params: { id: report.transcriptId ?? '' } }, { signal }),
  })
  const session = {
    turns: transcript.data?.turns ?? [],
    patientName: whose?.name ?? '',
    ...(isAuthor && report.transcriptId !== undefined
      ? { onOpenTurn: (turn: number) => navigate(`/reports/${report._id}/transcript/${report.transcriptId}/${turn}`) }
      : {}),
  }
  const underway = isUnderway(report)
  const hasFailed = report.status === 'failed'
  const changeable = isAuthor && report.status === 'ready'
  const leftOutFields = leftOutOf(report)
  // In a note that can be changed, `Unanswered` at the top already names the unanswered fields. So the notice about
  // these fields is left out here.
  const noticesBelow = (changeable ? otherNotices(report.notices) : report.notices).filter(
    (one) => !isReviewNotice(one),
  )
  const fields = useMemo(() => allFields(report), [report])
  const review = reviewNotice(report.results, (id) => fields.find((field) => field.id === id)?.name ?? id)
  const results = useMemo(
    () => (changeable ? [...report.results, ...askedLater(report)] : report.results),
    [report, changeable],
  )
  const note = useMemo(() => toNote(title, report.template, results, report.dynamicFields), [title, report, results])
  const writer = writerOf(report)
  const extracted = writer === 'embedded'

  async function copy(as: CopyAs) {
    audit.used('copy')
    await tellCopied(() => copyNote(note, as, document.getElementById(paperId)), 'Copied.')
  }

  function deleted(wasDeleted: boolean) {
    setOpenDialog(null)
    if (!wasDeleted) return
    for (const field of Object.keys(edits)) keep(field, null)
    navigate('/reports')
    queries.removeQueries({ queryKey: ['report', report._id] })
  }

  return (
    <Frame
      head={
        <ChartHead
          bound={whose}
          title={title}
          subtitle={[relativeAge(Date.parse(report.createdAt), Date.now()), standings[report.status]].join(' · ')}
          onBack={() => navigate('/reports')}
        />
      }
      banner={<Banners />}
      action={
        <>
          <ReportMenu
            unready={underway || hasFailed}
            signed={report.status === 'signed'}
            own={isAuthor}
            onCopy={(as) => void copy(as)}
            onPrint={() => {
              audit.used('print')
              window.print()
            }}
            onHistory={() => setOpenDialog('history')}
            onName={() => setOpenDialog('name')}
            onDelete={() => setOpenDialog('delete')}
          />
          <Button flex={1} disabled={underway || hasFailed} onClick={() => navigate(`/reports/${report._id}/fill`)}>
            Fill page…
          </Button>
        </>
      }
    >
      <VisuallyHidden role="status">{underway || hasFailed ? '' : 'The note is ready.'}</VisuallyHidden>
      {!isAuthor && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {noteOf(report)}. Only the author can change this note.
        </Text>
      )}
      {hasFailed && <Unwritten report={report} actions={actions} />}
      {underway && <Underway report={report} onLeave={() => navigate('/reports')} />}
      {report.status === 'signed' && <SignedNotice report={report} actions={signable ? actions : undefined} />}
      {changeable && <Unanswered report={report} actions={actions} unsaved={Object.keys(edits).length > 0} />}
      {!hasFailed && !underway && (
        <>
          <Group gap={6}>
            {summaryOf(report, leftOutFields.length).map(({ text, tone }) => (
              <Tag key={text} tone={tone}>
                {text}
              </Tag>
            ))}
          </Group>
          {extracted && (
            <Notice tone="look" title="Sentences copied from the session, not a written note">
              {fields.some(instructs) ? 'No language model has written this note.' : extractsOnly} Each field shows
              sentences from the session and who said them. Use these sentences to write the note yourself.
            </Notice>
          )}
          {review && <Notice tone="look">{review}</Notice>}
          {writer && (
            <Text size="xs" c="dimmed">
              {extracted ? extractsLabel : 'Written by AI'}, except for the parts marked “entered by you”, “from the
              visit” or “from the page”. Press a sentence to see the quotes from the session that support it.
            </Text>
          )}
        </>
      )}
      {!hasFailed && (
        <Stack gap="sm" aria-busy={underway}>
          {fields.map((field) => {
            const result = results.find(({ id }) => id === field.id)
            const section = note.sections.find(({ id }) => id === field.id)
            // While the note is being written, show a placeholder for a field without a result. Later, show nothing: a
            // field that was not asked has no result.
            if (!result || !section)
              return underway && field.disabled !== true ? <WaitingCard key={field.id} label={field.name} /> : null
            return (
              <FieldCard
                key={section.id}
                section={section}
                field={field}
                context={report.context}
                result={result}
                session={session}
                unsaved={edits[section.id]}
                undoable={actions.undoable === section.id}
                actions={
                  changeable
                    ? {
                        save: (value) => actions.save(section.id, value),
                        judge: (index, verdict) => actions.judge(section.id, index, verdict),
                        rewrite: (instruction) => actions.rewrite(section.id, instruction),
                        instructs: instructs(field),
                        undo: actions.undo,
                        keep: (edit) => keep(section.id, edit),
                      }
                    : undefined
                }
              />
            )
          })}
        </Stack>
      )}
      {!hasFailed && !underway && (
        <Omissions
          omissions={leftOutFields}
          fields={fields}
          mentionedIn={(omission) => mentionedIn(report, omission)}
          session={session}
          onAdd={
            changeable
              ? ({ quote }, fieldId) => {
                  const value = report.results.find(({ id }) => id === fieldId)?.value ?? []
                  return actions.save(fieldId, withAdded(value, quote)).then(() => {
                    toast('success', 'The quote was added to the note.')
                    // The pressed button was removed, so move the focus to the field that got the words.
                    requestAnimationFrame(() => document.getElementById(cardId(fieldId))?.focus())
                  })
                }
              : undefined
          }
        />
      )}
      {noticesBelow.map((notice) => (
        <Text key={notice} size="xs" c="dimmed">
          {notice}
        </Text>
      ))}
      {signable && report.status === 'ready' && (
        <SignCard report={report} actions={actions} unsaved={Object.keys(edits).length} />
      )}
      {!underway && !hasFailed && (
        <NotePaper
          note={note}
          patientId={report.patientId}
          signature={report.signature}
          extracted={extracted}
          review={review}
        />
      )}
      {openDialog === 'history' && <HistoryDialog report={report} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'name' && (
        <NamePatient name={report.patientName ?? ''} save={actions.name} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'delete' && <DeleteReport report={report} onDone={deleted} />}
    </Frame>
  )
}

/** The note's status, as shown in the head. */
const standings: Record<ReportStatus, string> = {
  ...underwayText,
  ready: 'draft',
  failed: 'not written',
  signed: 'signed',
}

/** Progress of the writing: the status word and the number of finished fields. */
function Underway({ report, onLeave }: { report: Report; onLeave: () => void }) {
  const { status, statusText, results, updatedAt } = report
  const progressWords = results.length > 0 ? `${results.length} of ${wantedCount(report)} fields` : ''
  // Count from `updatedAt`, because the server sets it again when the user requests a failed note again.
  const slow = Date.now() - Date.parse(updatedAt) > slowAfterMs
  return (
    <>
      <Text fw={600} role="status">
        {[status === 'ocr-waiting' ? underwayText['ocr-waiting'] : underwayText.generating, progressWords || statusText]
          .filter(Boolean)
          .join(' ')}
      </Text>
      {slow && (
        <Notice
          tone="look"
          action={
            <Button size="sm" variant="default" onClick={onLeave}>
              Go to Reports
            </Button>
          }
        >
          Writing this note is taking longer than usual. You can leave this screen. You will find the note under
          Reports.
        </Notice>
      )}
    </>
  )
}
