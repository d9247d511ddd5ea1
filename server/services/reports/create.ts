import { randomUUID } from 'node:crypto'
import type { Report, ReportRequest } from '../../../lib/contracts/index.ts'
import { reportTitle } from '../../../lib/report/index.ts'
import { toTemplate } from '../../../lib/template/index.ts'
import type { UserActor } from '../../actor.ts'
import { somethingSaid } from '../../generation/index.ts'
import { Problem } from '../../problem.ts'
import { outputs } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { getLayout } from '../layouts/index.ts'
import { ownerOf } from '../ownership.ts'
import { getTranscript, submitText } from '../transcripts/index.ts'
import { turnsOf } from '../transcripts/turns.ts'
import { getReport } from './read.ts'
import { sealedOutput } from './sealed.ts'

/**
 * Keeps a report as `generating` and starts its job, both or neither. Words given as text are kept as a transcript.
 * Throws `nothing_said` where nobody spoke: no speech, no note, no credit.
 */
export async function createReport(context: Context, actor: UserActor, request: ReportRequest): Promise<Report> {
  if ((request.transcriptId === undefined) === (request.transcript === undefined)) {
    const message = 'Send either transcriptId or transcript.'
    throw new Problem('invalid_request', message, [{ path: 'transcript', message }])
  }
  const layout = await getLayout(context, actor, request.layoutId)
  if (layout.status === 'generating') throw new Problem('locked', 'This template is still being made. Try again soon.')
  const { transcriptId, turns } = await words(context, actor, request)
  const id = randomUUID()
  const sealed = sealedOutput(context.store.encryption)
  const now = context.clock.now()
  await context.database.insert(outputs).values({
    id,
    ...ownerOf(actor),
    layoutId: layout._id,
    transcriptId,
    title:
      request.title === undefined || request.title === '' ? reportTitle(layout.name, request.context) : request.title,
    patientId: request.patientId,
    status: 'generating',
    request: sealed.sealRequest(id, {
      template: toTemplate(layout, layout._id),
      context: request.context,
      dynamicFields: request.dynamicFields ?? [],
      credit: layout.type === 'document' ? 'document' : 'session',
    }),
    source: sealed.sealSource(id, turns),
    createdAt: now,
    updatedAt: now,
  })
  await context.jobs.enqueue(context.database, 'generation', id)
  await audit(context, actor, 'report.create', id)
  return getReport(context, actor, id)
}

async function words(
  context: Context,
  actor: UserActor,
  request: ReportRequest,
): Promise<{ transcriptId: string; turns: string[] }> {
  if (request.transcriptId !== undefined) {
    const { turns } = await getTranscript(context, actor, request.transcriptId)
    if (!somethingSaid(turns)) throw new Problem('nothing_said')
    return { transcriptId: request.transcriptId, turns }
  }
  const text = request.transcript ?? ''
  if (!somethingSaid(turnsOf(text))) throw new Problem('nothing_said')
  const { id, turns } = await submitText(context, actor, { text, patientId: request.patientId, language: 'en' })
  return { transcriptId: id, turns }
}
