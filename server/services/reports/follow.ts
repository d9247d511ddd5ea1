import { and, asc, eq, gt, or } from 'drizzle-orm'
import type { Report, ReportEvent, ReportStatus } from '../../../lib/contracts/index.ts'
import { type Caller, type Person, withSeatNow } from '../../authority/index.ts'
import { outputEvents } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { wakeUps } from '../wake-ups.ts'
import { auditOthersReport, findReport, findStatus, getReport } from './read.ts'
import { sealedOutput } from './sealed.ts'

/** Interval in milliseconds at which the database is read, in case a notification was lost. */
const lookAgainMs = 2_000

/**
 * True while the transcript of the report is being read from a file (`ocr-waiting`), or while the report is being
 * written.
 */
const isUnderway = (status: ReportStatus) => status === 'generating' || status === 'ocr-waiting'

/**
 * Waits up to `seconds` until the report is no longer in progress, and returns its current state. Throws `not_found`.
 */
export async function waitForReport(
  context: Context,
  principal: Caller,
  id: string,
  seconds: number,
  signal: AbortSignal,
): Promise<Report> {
  const deadline = Date.now() + seconds * 1000
  const wakes = wakeUps(context, id, signal)
  try {
    for (;;) {
      const { status } = await findStatus(context, principal, id)
      const left = deadline - Date.now()
      if (!isUnderway(status) || left <= 0 || signal.aborted) return await getReport(context, principal, id)
      await wakes.next(Math.min(left, lookAgainMs))
    }
  } finally {
    wakes.close()
  }
}

/**
 * Streams the results of a report from the beginning, and the complete report at the end. Rejects with `not_found`
 * before the stream begins.
 */
export async function followReport(
  context: Context,
  principal: Person,
  id: string,
  signal: AbortSignal,
): Promise<AsyncIterable<ReportEvent>> {
  await auditOthersReport(context, principal, await findReport(context, principal, id))
  return progress(context, principal, id, signal)
}

async function* progress(
  context: Context,
  principal: Person,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ReportEvent> {
  const sealed = sealedOutput(context.store.encryption)
  const wakes = wakeUps(context, id, signal)
  let at = { attempt: 0, sequence: -1 }
  let lastStatus = ''
  try {
    while (!signal.aborted) {
      // Read the status before the events. If the status says that the report is finished, the events then include the
      // last result.
      const reader = await withSeatNow(context.database, principal)
      const { status, statusText } = await findStatus(context, reader, id)
      // A final status is not sent as a status event. The `report` event after the last result replaces it.
      if (status !== lastStatus && isUnderway(status)) {
        lastStatus = status
        yield { type: 'status', status, ...(statusText === null ? {} : { statusText }) }
      }
      const events = await context.database
        .select()
        .from(outputEvents)
        .where(
          and(
            eq(outputEvents.outputId, id),
            or(
              gt(outputEvents.attempt, at.attempt),
              and(eq(outputEvents.attempt, at.attempt), gt(outputEvents.sequence, at.sequence)),
            ),
          ),
        )
        .orderBy(asc(outputEvents.attempt), asc(outputEvents.sequence))
      for (const event of events) {
        at = { attempt: event.attempt, sequence: event.sequence }
        yield { type: 'result', result: sealed.openEvent(event, event.result) }
      }
      if (!isUnderway(status)) {
        yield { type: 'report', report: await getReport(context, reader, id) }
        return
      }
      await wakes.next(lookAgainMs)
    }
  } finally {
    wakes.close()
  }
}
