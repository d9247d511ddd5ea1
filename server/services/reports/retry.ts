import { and, eq } from 'drizzle-orm'
import type { Report } from '../../../lib/contracts/index.ts'
import { stillUnanswered } from '../../../lib/report/index.ts'
import type { Person } from '../../authority/index.ts'
import { ownedBy, ownerOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { notify } from '../../store/index.ts'
import { outputEvents, outputs } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { reserveCredit } from '../licenses/credits.ts'
import { isBeingRead } from '../transcript-files/waiting.ts'
import { mayChange } from './change.ts'
import { enqueueNote } from './enqueue.ts'
import { getReport } from './read.ts'
import { sealedOutput } from './sealed.ts'
import { storedWords } from './words.ts'

/**
 * Generates a report again from its stored request: template snapshot, visit, participant and form fields. A failed
 * report is generated completely and needs a new credit, because its first credit was given back. Of a written report,
 * only the unanswered fields are generated. Throws `not_found`, `changed_meanwhile` if the report was changed since
 * `version`, and `no_credit` if there is no credit for a failed report. Throws `locked` if the report is signed or
 * being written, if no field of a written report is unanswered, or if the transcript was deleted.
 */
export async function retryReport(context: Context, principal: Person, id: string, version: number): Promise<Report> {
  const sealed = sealedOutput(context.store.encryption)
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const [row] = await tx
      .select()
      .from(outputs)
      .where(and(eq(outputs.id, id), ownedBy(outputs, ownerOf(principal))))
      .for('update')
    if (row === undefined) throw new Problem('not_found')
    mayChange(row.status)
    if (row.version !== version) throw new Problem('changed_meanwhile')
    const isWhole = row.status === 'failed'
    if (!isWhole && (row.content === null || stillUnanswered(sealed.openContent(id, row.content)).length === 0))
      throw new Problem('locked', 'Every field of this note already has an answer. To change one, rewrite that field.')
    const comesLater = row.transcriptId !== null && (await isBeingRead(tx, row.transcriptId))
    const words = comesLater ? null : await storedWords(inside, principal, row)
    await tx.delete(outputEvents).where(eq(outputEvents.outputId, id))
    await tx
      .update(outputs)
      .set({
        status: comesLater ? 'ocr-waiting' : 'generating',
        statusText: null,
        ...(isWhole ? { content: null } : {}),
        source: words === null ? null : sealed.sealSource(id, words),
        progress: null,
        // The attempts of the earlier job do not count as attempts of the new job.
        attempt: 0,
        interrupted: 0,
        leaseOwner: null,
        leaseUntil: null,
        version: version + 1,
        updatedAt: context.clock.now(),
      })
      .where(eq(outputs.id, id))
    if (!comesLater) await enqueueNote(tx, context.jobs, id)
    await notify(tx, id)
    await audit(inside, principal, 'report.retry', id)
    // The credit is reserved last, because every other call that needs a credit of the same licence waits until the
    // commit.
    if (isWhole) {
      const { credit } = sealed.openRequest(id, row.request)
      await reserveCredit(inside, principal, { outputId: id, kind: credit })
    }
  })
  return getReport(context, principal, id)
}
