import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Report } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { extractsLabel, writerOf, wrongParts } from '../../lib/report/index.ts'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { isOpen, undecided } from './report-words.ts'
import type { ReportActions } from './use-report-actions.ts'

interface SignCardProps {
  report: Report
  actions: ReportActions
  /** Number of fields with unsaved edits. */
  unsaved: number
}

export function SignCard({ report, actions, unsaved }: SignCardProps) {
  const [asking, setAsking] = useState(false)
  const toCheck = report.results
    .flatMap(({ flags }) => flags)
    .filter((flag) => flag.severity > 1 && isOpen(flag)).length
  const toChoose = undecided(report).length
  const problemCount = report.results.flatMap(wrongParts).length
  return (
    <Card>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" flex={1} miw={160}>
          {unsaved > 0
            ? 'Save or cancel the field you are editing, then sign.'
            : 'Read the note, then sign it. A signed note is locked.'}
        </Text>
        <Button
          size="sm"
          variant="default"
          disabled={unsaved > 0}
          loading={asking && actions.busy}
          onClick={() => setAsking(true)}
        >
          Sign…
        </Button>
      </Group>
      <Dialog opened={asking} onClose={() => setAsking(false)} title="Sign this note">
        <Stack>
          {problemCount > 0 ? (
            <Notice tone="bad" urgent>
              {problemCount === 1 ? '1 statement' : `${problemCount} statements`} may be wrong. Correct or accept{' '}
              {problemCount === 1 ? 'it' : 'each of them'}, then sign.
            </Notice>
          ) : (
            toCheck > 0 && (
              <Notice tone="look">{toCheck === 1 ? '1 warning is' : `${toCheck} warnings are`} still open.</Notice>
            )
          )}
          {toChoose > 0 && (
            <Notice tone="look">
              {toChoose === 1 ? '1 field has' : `${toChoose} fields have`} no answer yet. The session mentions{' '}
              {toChoose === 1 ? 'it' : 'them'}.
            </Notice>
          )}
          {writerOf(report) === 'embedded' && <Text fw={600}>{extractsLabel}.</Text>}
          <Text>
            Signing locks the note in Chartside and adds your name and the time. To unlock the note, you must give a
            reason. Chartside keeps this reason. The chart itself is not signed.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button
              loading={actions.busy}
              disabled={problemCount > 0}
              onClick={() =>
                void actions.sign().then(
                  () => setAsking(false),
                  () => setAsking(false),
                )
              }
            >
              Sign
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </Card>
  )
}

interface SignedNoticeProps {
  report: Report
  /** Undefined if the user may not unlock the note. */
  actions: ReportActions | undefined
}

export function SignedNotice({ report, actions }: SignedNoticeProps) {
  const { signature } = report
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')

  function unlock(event: FormEvent) {
    event.preventDefault()
    if (!reason.trim()) return
    void actions?.unlock(reason.trim()).then(
      () => setAsking(false),
      () => undefined,
    )
  }

  return (
    <>
      <Notice tone="good" title={signature ? `Signed by ${signature.by}` : 'Signed'}>
        {signature && (
          <time dateTime={signature.at}>
            {new Date(signature.at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        )}
        {signature && '. '}Nothing in this note can be changed.
        {writerOf(report) === 'embedded' && ` ${extractsLabel}.`}
        {actions && (
          <Group mt={8}>
            <Button size="sm" variant="default" onClick={() => setAsking(true)}>
              Unlock…
            </Button>
          </Group>
        )}
      </Notice>
      <Dialog opened={asking} onClose={() => setAsking(false)} title="Unlock this note">
        <form onSubmit={unlock}>
          <Stack>
            <Text>
              The signature is removed, and the note can be changed. Your reason stays in the history of the note.
            </Text>
            <Textarea
              label="Reason"
              data-autofocus
              required
              autosize
              minRows={2}
              maxLength={limits.instructionsMax}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button type="submit" loading={actions?.busy} disabled={reason.trim() === ''}>
                Unlock
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
