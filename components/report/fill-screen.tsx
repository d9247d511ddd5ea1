import { Button, Group, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Report } from '../../lib/contracts/index.ts'
import type { Receipt, WrittenFill } from '../../lib/page/shapes.ts'
import { initialsOf, nameOf, namesApart, numberOf, sourceNames } from '../page/chart-view.ts'
import { usePorts } from '../ports.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Frame, Head } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { tellCopied, toast } from '../ui/toast.ts'
import { useFillQuestions } from './fill-questions.tsx'
import { FillRows } from './fill-rows.tsx'
import {
  againText,
  fieldsText,
  fillPromise,
  fillSummary,
  isOnPage,
  isSame,
  receiptSentence,
  receiptsText,
  timeOfDay,
  undoneText,
} from './fill-words.ts'
import { FormDrift } from './form-drift.tsx'
import { usePatientQuestion } from './patient-question.tsx'
import { patientOf } from './report-words.ts'
import { useCarry } from './use-carry.ts'
import { useFill } from './use-fill.ts'
import { useRecordAgain } from './use-record-again.ts'

/** Non-breaking spaces keep the text on one line. */
const sameText = 'same\u00a0patient\u00a0✓'

/** Shows the planned writes, writes the ticked ones, and shows what was read back. */
export function FillScreen({ report }: { report: Report }) {
  const [, navigate] = useLocation()
  const { page } = usePorts()
  const fill = useFill(report)
  const { planned: planQuery, phase, receipts, filledAt, chosen: chosenWrites, problem, dropped } = fill
  const note = patientOf(report)
  const { plan, reading, drift = null, agreed = false } = planQuery.data ?? {}
  const patient = plan?.patient ?? null
  const { match, confirmed, confirmedPatient, question } = usePatientQuestion(report, planQuery.data)
  const patientNames = match === 'other' && note && patient ? namesApart(note, patient) : null
  const { live, isCurrent } = fill
  /** The patient of the page that is open now, if it is not the page of the plan. */
  const otherReading = !isCurrent && live.status === 'ready' ? live.reading : null
  const source = reading ? sourceNames[reading.source] : ''
  const isFilled = filledAt !== null
  const isBusy = phase === 'filling' || phase === 'undoing'
  const whose = patient ?? note
  /**
   * True after a fill, if some values of this note are not in the form yet, on this page or on another page of the
   * document.
   */
  const goesOn =
    isFilled &&
    (plan?.writes.some(
      (write) =>
        (write.irreversible ? !isSame(write) : fill.isTicked(write.fieldId)) &&
        !receipts.some(({ fieldId }) => fieldId === write.fieldId),
    ) ||
      plan?.refusals.some(({ reason }) => reason === 'other-page') === true)
  const { again: shownAgain, compareNow } = useRecordAgain(receipts, isFilled ? reading : undefined, live)
  const mayFill = !isBusy && confirmed && isCurrent
  const lastFill = phase === 'planned' && isCurrent && !dropped ? reading?.lastFill : undefined

  const { ask, askForGood, questions } = useFillQuestions({
    drift,
    agreed,
    onAgree: fill.agree,
    unasked: (only) =>
      plan?.writes.find(({ fieldId, irreversible }) => fieldId === only && irreversible && !fill.isTicked(fieldId)),
    onFill: (only) => void fill.fill(confirmedPatient, only ?? undefined),
  })
  const mayCarry = confirmed && isCurrent && (phase === 'planned' || phase === 'filled')
  const carry = useCarry(mayCarry ? (plan ?? null) : null, confirmedPatient, {
    onResult(result, value) {
      const [receipt] = result.receipts
      fill.carried(result)
      if (receipt?.reason === 'irreversible')
        askForGood(receipt.label, () => void fill.fillDropped(receipt, value, confirmedPatient))
    },
    onProblem: fill.fail,
  })

  async function undo(earlier?: WrittenFill) {
    sayUndone(await fill.undo(earlier))
  }

  function sayUndone(undone: Receipt[] | null) {
    if (!undone) return
    const { whole: isWhole, text } = undoneText(undone)
    toast(isWhole ? 'success' : 'error', text)
  }

  async function compare(comparison: () => Promise<boolean>) {
    try {
      if (!(await comparison())) toast('blank', 'The page does not show what was filled.')
    } catch (error) {
      toast('error', sentenceOf(error))
    }
  }

  async function copy(text: string, successWords: string) {
    await tellCopied(() => navigator.clipboard.writeText(text), successWords)
  }

  async function copyValue(fieldId: string, text: string) {
    await copy(text, 'Copied. Paste it into the page.')
    // Showing the field in the page only helps the user to find it, so an error is ignored.
    if (fieldId) await page.point(fieldId).catch(() => undefined)
  }

  const copyReceipts = () =>
    filledAt &&
    void copy(
      receiptsText(receipts, shownAgain, {
        at: filledAt,
        form: reading?.form?.title ?? '',
        patientIdentifier: patient?.identifier ?? '',
      }),
      'Receipts copied.',
    )

  const readAgain = (
    <Button size="sm" variant="default" onClick={() => void fill.again()}>
      Read the page again
    </Button>
  )

  const undoButton = (
    <Button size="sm" variant="default" loading={phase === 'undoing'} onClick={() => void undo()}>
      Undo
    </Button>
  )

  return (
    <Frame
      head={
        <Head
          title={titleOf({ filled: isFilled, source, count: match === 'other' ? 0 : chosenWrites.length })}
          subtitle={[whose?.name ?? '', whose ? numberOf(whose) : '', match === 'same' && isCurrent ? sameText : '']
            .filter(Boolean)
            .join(' · ')}
          initials={initialsOf(whose?.name ?? '')}
          onClose={() => navigate(`/reports/${report._id}`)}
        />
      }
      action={
        isFilled ? (
          <>
            {goesOn && (
              <Button variant="default" flex={1} onClick={() => void fill.again()}>
                Go on filling
              </Button>
            )}
            <Button flex={1} onClick={() => navigate(`/reports/${report._id}`)}>
              Done
            </Button>
          </>
        ) : (
          <Button
            fullWidth
            loading={phase === 'filling'}
            disabled={chosenWrites.length === 0 || !confirmed || !isCurrent}
            onClick={() => ask(null)}
          >
            {chosenWrites.length > 0 && match !== 'other'
              ? `Fill ${fieldsText(chosenWrites.length)}`
              : 'Nothing to fill'}
          </Button>
        )
      }
    >
      {planQuery.isPending && <LoadingCards count={5} height={72} />}
      {planQuery.isError && <FailedFace error={planQuery.error} onRetry={() => void planQuery.refetch()} />}
      {problem && (
        <Notice tone="bad" urgent action={readAgain}>
          {problem}
        </Notice>
      )}
      {plan && live.status === 'unreadable' && (
        <Notice tone="bad" title="The page is not open any more" urgent action={readAgain}>
          {live.message}
        </Notice>
      )}
      {shownAgain.size > 0 && (
        <Notice
          tone={[...shownAgain.values()].includes('changed') ? 'look' : 'good'}
          title="The page shows the record again"
        >
          {againText(shownAgain)}
        </Notice>
      )}
      {isFilled && otherReading && shownAgain.size === 0 && (
        <Notice tone="look" title="Another page is open now" urgent>
          {otherReading.patient ? `It shows ${nameOf(otherReading.patient)}. ` : ''}The list below is about the page
          that was filled.
        </Notice>
      )}
      {lastFill && reading && (
        <Notice
          tone="good"
          title={`Chartside filled ${fieldsText(lastFill.count)} of this page at ${timeOfDay(lastFill.at)}`}
          action={
            <Button
              size="sm"
              variant="default"
              onClick={() => void undo({ nonce: reading.nonce, fillId: lastFill.fillId })}
            >
              Undo this fill
            </Button>
          }
        >
          You can undo it until you leave the page, also field by field.
        </Notice>
      )}
      {isFilled && (
        <Notice
          tone={receipts.every(isOnPage) ? 'good' : 'look'}
          title={fillSummary(receipts)}
          action={
            <Group gap="xs">
              <Button size="sm" variant="default" onClick={copyReceipts}>
                Copy this list
              </Button>
              {compareNow && (
                <Button size="sm" variant="default" onClick={() => void compare(compareNow)}>
                  Check the page again
                </Button>
              )}
              {fill.mayUndo && undoButton}
            </Group>
          }
        />
      )}
      {dropped && (
        <Notice
          tone={isOnPage(dropped) ? 'good' : 'look'}
          action={dropped.outcome !== 'refused' && fill.mayUndo && undoButton}
        >
          {receiptSentence(dropped)}
        </Notice>
      )}
      {plan && reading && match && (
        <>
          {drift && match !== 'other' && !isFilled && <FormDrift drift={drift} />}
          {patientNames && (
            <Notice tone="bad" title="Another patient’s chart is open" urgent action={readAgain}>
              Nothing was written. This note is for {patientNames[0]}. The page shows {patientNames[1]}. Open the right
              chart, then press “Read the page again”.
            </Notice>
          )}
          {!isFilled && question}
          {match !== 'other' && (
            <FillRows
              fill={fill}
              plan={plan}
              reading={reading}
              mayFill={mayFill}
              carry={carry}
              again={shownAgain}
              onFill={ask}
              onUndone={sayUndone}
              onCopy={(fieldId, text) => void copyValue(fieldId, text)}
            />
          )}
          {plan.writes.length === 0 && match !== 'other' && (
            <Text c="dimmed">No part of this note fits the form on this page. Copy the note instead.</Text>
          )}
          <Text size="xs" c="dimmed" ta="center" mt="auto">
            {fillPromise}
          </Text>
        </>
      )}
      {questions}
    </Frame>
  )
}

function titleOf({ filled: isFilled, source, count }: { filled: boolean; source: string; count: number }): string {
  if (isFilled) return `Filled in ${source}`
  return source && count > 0 ? `Fill ${fieldsText(count)} in ${source}` : 'Fill page'
}
