import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { LayoutSource, Report } from '../../lib/contracts/index.ts'
import { initialsOf, numberOf, sourceNames } from '../page/chart-view.ts'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { Frame, Head } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import { RefusalRow, WriteRow } from './fill-row.tsx'
import { fieldsText, fillPromise, fillSummary, type PatientMatch, patientMatch } from './fill-words.ts'
import { useFill } from './use-fill.ts'

/** Shows what would be written, writes what stays ticked, shows what was read back. */
export function FillScreen({ report }: { report: Report }) {
  const [, navigate] = useLocation()
  const fill = useFill(report)
  const { plan, phase, receipts, chosen, problem } = fill
  const [typedName, setTypedName] = useState('')
  const [isTheirs, setIsTheirs] = useState(false)
  const { name = '', identifier = '' } = report.context.patient ?? {}
  const note = name || identifier ? { name, identifier } : null
  const patient = plan.data?.patient ?? null
  const match = plan.data ? patientMatch(note, patient) : null
  const confirmed = match !== null && isConfirmed(match, { typedName, isTheirs, noteName: name })
  const source = plan.data ? sourceNames[plan.data.source as LayoutSource] : ''
  const filled = phase === 'filled' || phase === 'undoing'
  const whose = patient ?? note

  async function undo() {
    const undone = await fill.undo()
    if (undone) toast('success', `${fieldsText(undone.length)} put back as they were.`)
  }

  return (
    <Frame
      head={
        <Head
          title={titleOf({ filled, source, count: match === 'other' ? 0 : chosen.length })}
          subtitle={[whose?.name ?? '', whose ? numberOf(whose) : '', match === 'same' ? 'same patient ✓' : '']
            .filter(Boolean)
            .join(' · ')}
          initials={initialsOf(whose?.name ?? '')}
          onClose={() => navigate(`/reports/${report._id}`)}
        />
      }
      action={
        filled ? (
          <Button fullWidth onClick={() => navigate(`/reports/${report._id}`)}>
            Done
          </Button>
        ) : (
          <Button
            fullWidth
            loading={phase === 'filling'}
            disabled={chosen.length === 0 || !confirmed}
            onClick={() => void fill.fill(match === 'page-unknown' ? typedName.trim() : null)}
          >
            {chosen.length > 0 && match !== 'other' ? `Fill ${fieldsText(chosen.length)}` : 'Nothing to fill'}
          </Button>
        )
      }
    >
      {plan.isPending && <LoadingCards count={5} height={72} />}
      {plan.isError && <FailedFace error={plan.error} onRetry={() => void plan.refetch()} />}
      {problem && (
        <Notice
          tone="bad"
          urgent
          action={
            <Button size="sm" variant="default" onClick={() => void fill.again()}>
              Read the page again
            </Button>
          }
        >
          {problem}
        </Notice>
      )}
      {filled && (
        <Notice
          tone={receipts.every(({ outcome }) => outcome === 'written' || outcome === 'unchanged') ? 'good' : 'look'}
          title={fillSummary(receipts)}
          action={
            <Button size="sm" variant="default" loading={phase === 'undoing'} onClick={undo}>
              Undo
            </Button>
          }
        />
      )}
      {plan.data && match && (
        <>
          {match === 'other' && (
            <Notice tone="bad" title="Another patient’s chart is open" urgent>
              This note is for {name || identifier}. The page shows {patient?.name}. Open the right chart, then come
              back.
            </Notice>
          )}
          {match === 'note-unknown' && !filled && (
            <Notice tone="look" title="Whose note is this?">
              <Checkbox
                mt={4}
                checked={isTheirs}
                onChange={(event) => setIsTheirs(event.currentTarget.checked)}
                label={`This note is about ${patient?.name}`}
              />
            </Notice>
          )}
          {match === 'page-unknown' && !filled && (
            <Notice tone="look" title="The page does not show whose chart it is">
              <TextInput
                mt={4}
                label="Type the patient’s name to go on"
                description={name && `This note is for ${name}.`}
                value={typedName}
                onChange={(event) => setTypedName(event.currentTarget.value)}
                autoComplete="off"
              />
            </Notice>
          )}
          {match !== 'other' && (
            <Stack gap="sm">
              {plan.data.writes.map((write) => (
                <WriteRow
                  key={write.fieldId}
                  write={write}
                  ticked={fill.isTicked(write.fieldId)}
                  onTick={(on) => fill.tick(write.fieldId, on)}
                  receipt={receipts.find(({ fieldId }) => fieldId === write.fieldId)}
                  settled={phase !== 'planned'}
                />
              ))}
              {plan.data.refusals.map((refusal) => (
                <RefusalRow key={refusal.label + refusal.fieldId} refusal={refusal} />
              ))}
            </Stack>
          )}
          {plan.data.writes.length === 0 && (
            <Text c="dimmed">Nothing of this note fits the form on this page. Copy it instead.</Text>
          )}
          <Text size="xs" c="dimmed" ta="center" mt="auto">
            {fillPromise}
          </Text>
        </>
      )}
    </Frame>
  )
}

function titleOf({ filled, source, count }: { filled: boolean; source: string; count: number }): string {
  if (filled) return `Filled in ${source}`
  return source && count > 0 ? `Fill ${fieldsText(count)} in ${source}` : 'Fill page'
}

function isConfirmed(match: PatientMatch, given: { typedName: string; isTheirs: boolean; noteName: string }): boolean {
  const typed = given.typedName.trim().toLocaleLowerCase()
  switch (match) {
    case 'same':
      return true
    case 'other':
      return false
    case 'note-unknown':
      return given.isTheirs
    case 'page-unknown':
      return typed !== '' && (given.noteName === '' || typed === given.noteName.trim().toLocaleLowerCase())
  }
}
