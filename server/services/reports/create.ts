import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import {
  type DynamicField,
  type GroupReportRequest,
  mergedStyle,
  type Report,
  type ReportRequest,
  type ReportSummary,
  type Template,
  type WritingStyle,
} from '../../../lib/contracts/index.ts'
import { reportTitle } from '../../../lib/report/index.ts'
import { toTemplate } from '../../../lib/template/index.ts'
import { type Caller, languageOf, ownerOf, type Person, styleOf } from '../../authority/index.ts'
import { somethingSaid } from '../../generation/index.ts'
import { Problem } from '../../problem.ts'
import { places } from '../../store/places.ts'
import { outputs, users } from '../../store/schema/index.ts'
import { type SlotRule, slotRule } from '../allowed-models.ts'
import { audit } from '../audit.ts'
import { identifierOf, refuseTaken } from '../identifiers.ts'
import type { Context } from '../index.ts'
import { getLayout } from '../layouts/index.ts'
import { refuseWithoutCredit, reserveCredit } from '../licenses/credits.ts'
import { namedPatient } from '../patient-names.ts'
import { isBeingRead } from '../transcript-files/waiting.ts'
import { getTranscript, submitText } from '../transcripts/index.ts'
import { type Participant, wordsOfParticipant } from '../transcripts/participant/index.ts'
import { turnsOf } from '../transcripts/turns.ts'
import { enqueueNote } from './enqueue.ts'
import { findReport, getReport, toSummary } from './read.ts'
import { sealedOutput } from './sealed.ts'

type Words = Pick<ReportRequest, 'transcriptId' | 'transcript' | 'context' | 'language' | 'style'> & {
  patientId?: string
  patientName?: string | undefined
}

type GivenTemplate = Omit<ReportRequest, 'layoutId'> & { given: Template }

interface Chosen {
  identifier?: string | undefined
  description?: string | undefined
}

/**
 * Stores a report, reserves its credit and enqueues its job. If a file of the transcript is still being read, the job
 * is enqueued later. Words that are sent as text are stored as a transcript. Throws `nothing_said` if the transcript
 * has no speech, `no_credit`, `conflict` if the identifier of the customer is taken, and `locked` while the template is
 * being generated. `context.database` must be a transaction, so that nothing is stored after an error.
 */
export async function createReport(
  context: Context,
  principal: Caller,
  request: ReportRequest | GivenTemplate,
  choice: Chosen = {},
): Promise<Report> {
  const { patientId } = request
  const creation = await begin(context, principal, request, 1)
  // A layout that was made from the open form already contains fields of this form. Such fields are left out here, so
  // that no field is written twice.
  const knownIds = new Set(creation.fieldIds)
  const dynamicFields = (request.dynamicFields ?? []).filter(({ id }) => !knownIds.has(id) && knownIds.add(id))
  const id = await creation.keep({ patientId, title: request.title, dynamicFields, ...choice })
  const report = await getReport(context, principal, id)
  await creation.reserve([id])
  return report
}

/**
 * Creates one report per participant of a group session. The transcript is stored once. The writer of a note gets only
 * what the participant of this note said and was asked. Throws `no_credit` if the credits do not suffice for all notes.
 * `context.database` must be a transaction, so that nothing is stored after an error.
 */
export async function createGroupReports(
  context: Context,
  principal: Person,
  request: GroupReportRequest,
): Promise<{ reports: ReportSummary[] }> {
  const { participants } = request
  const creation = await begin(context, principal, request, participants.length)
  const reports: ReportSummary[] = []
  for (const [index, { patientId, name, speakers = [] }] of participants.entries()) {
    const others = participants.filter((_, at) => at !== index)
    const participant = {
      name,
      speakers,
      others: others.map((person) => ({ name: person.name, speakers: person.speakers ?? [] })),
    }
    const id = await creation.keep({ patientId, title: request.title, dynamicFields: [], participant })
    reports.push(toSummary(context, await findReport(context, principal, id), principal))
  }
  await creation.reserve(reports.map(({ _id }) => _id))
  return { reports }
}

/**
 * Loads the template and the turns of the transcript once for all notes of a session. Throws `no_credit` if there are
 * fewer credits than notes. This early check reserves nothing. Later, `reserve` takes the credits, and throws
 * `no_credit` if another call has used them in the meantime.
 */
async function begin(
  context: Context,
  principal: Caller,
  request: Words & ({ layoutId: string } | { given: Template }),
  notes: number,
) {
  if ((request.transcriptId === undefined) === (request.transcript === undefined)) {
    const message = 'Send either transcriptId or transcript.'
    throw new Problem('invalid_request', message, [{ path: 'transcript', message }])
  }
  const { layoutId, name: templateName, given, credit } = await templateOf(context, principal, request)
  await refuseWithoutCredit(context, principal, credit, notes)
  const { transcriptId, turns, language, patientName } = await words(context, principal, request)
  const sealed = sealedOutput(context.store.encryption)
  const style = await styleFor(context, principal, request)
  const template = withSlots(given, await slotRule(context.database, ownerOf(principal)))

  interface Note {
    patientId: string
    title: string | undefined
    dynamicFields: DynamicField[]
    identifier?: string | undefined
    description?: string | undefined
    participant?: Participant
  }
  return {
    fieldIds: template.fields.map(({ id }) => id),
    async keep({ patientId, title, dynamicFields, identifier, description, participant }: Note): Promise<string> {
      const id = randomUUID()
      const now = context.clock.now()
      const owner = ownerOf(principal)
      const name = participant?.name || request.patientName || request.context.patient?.name || patientName
      const rows = await context.database
        .insert(outputs)
        .values({
          id,
          ...owner,
          identifier: identifierOf(principal, id, identifier),
          description: description === undefined || description === '' ? null : sealed.sealDescription(id, description),
          layoutId,
          transcriptId,
          title: title === undefined || title === '' ? reportTitle(templateName, request.context) : title,
          patientId,
          ...(await namedPatient(context, owner, places.outputPatient(id), name)),
          // If a file of the transcript is still being read, the note waits. The job that reads the file then starts
          // the note.
          status: turns === null ? 'ocr-waiting' : 'generating',
          request: sealed.sealRequest(id, {
            template,
            context: request.context,
            dynamicFields,
            credit,
            language,
            ...(Object.keys(style).length === 0 ? {} : { style }),
            ...(participant === undefined ? {} : { participant }),
            ...(principal.kind === 'customer' && principal.test ? { sandbox: true as const } : {}),
          }),
          source:
            turns === null
              ? null
              : sealed.sealSource(id, participant === undefined ? turns : wordsOfParticipant(turns, participant)),
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: outputs.id })
      refuseTaken(rows)
      if (turns !== null) await enqueueNote(context.database, context.jobs, id)
      await audit(context, principal, 'report.create', id)
      return id
    },
    /**
     * Reserves the credits of these reports. Call it at the end of the transaction: until the commit, every other call
     * that needs a credit of the same licence waits.
     */
    async reserve(ids: readonly string[]): Promise<void> {
      for (const outputId of ids) await reserveCredit(context, principal, { outputId, kind: credit })
    },
  }
}

/**
 * Returns the style of a note: that of the request, or else that of the person and the organisation. It is stored with the
 * request, so that a later change of the settings does not change how a note is rewritten.
 */
async function styleFor({ database }: Context, principal: Caller, { style }: Words): Promise<WritingStyle> {
  if (style !== undefined) return style
  if (principal.kind === 'customer') return {}
  const [user] = await database.select({ style: users.style }).from(users).where(eq(users.id, principal.userId))
  return mergedStyle(await styleOf(database, principal.directory?.id ?? null), user?.style ?? {})
}

const withSlots = (template: Template, slotOf: SlotRule): Template => ({
  ...template,
  fields: template.fields.map((field) => {
    const slot = slotOf(field.model ?? 0)
    return slot === (field.model ?? 0) ? field : { ...field, model: slot }
  }),
})

async function templateOf(context: Context, principal: Caller, request: { layoutId: string } | { given: Template }) {
  if ('given' in request) {
    const { given } = request
    return { layoutId: null, name: given.name, given, credit: 'session' as const }
  }
  const layout = await getLayout(context, principal, request.layoutId)
  if (layout.status === 'generating') throw new Problem('locked', 'This template is still being made. Try again soon.')
  const credit = layout.type === 'document' ? ('document' as const) : ('session' as const)
  return { layoutId: layout._id, name: layout.name, given: toTemplate(layout, layout._id), credit }
}

async function words(
  context: Context,
  principal: Caller,
  request: Words,
): Promise<{ transcriptId: string; turns: string[] | null; language: string; patientName?: string | undefined }> {
  if (request.transcriptId !== undefined) {
    const comesLater = await isBeingRead(context.database, request.transcriptId)
    const { turns, language, patientName } = await getTranscript(context, principal, request.transcriptId)
    if (comesLater) return { transcriptId: request.transcriptId, turns: null, language, patientName }
    if (!somethingSaid(turns)) throw new Problem('nothing_said')
    return { transcriptId: request.transcriptId, turns, language, patientName }
  }
  const text = request.transcript ?? ''
  const language = request.language ?? (await languageOf(context.database, principal.directory?.id ?? null))
  if (!somethingSaid(turnsOf(text))) throw new Problem('nothing_said')
  const { id, turns } = await submitText(context, principal, {
    text,
    ...(request.patientId === undefined ? {} : { patientId: request.patientId }),
    patientName: request.patientName ?? request.context.patient?.name,
    language,
  })
  return { transcriptId: id, turns, language }
}
