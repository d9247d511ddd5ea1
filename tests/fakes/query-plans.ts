import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { endOverdueFamilies, findSession, forgetExpired, isSessionAlive } from '../../server/auth/sessions/index.ts'
import { type Person, userOwner } from '../../server/authority/index.ts'
import { systemClock } from '../../server/clock.ts'
import { forgetOldMessages } from '../../server/effects/index.ts'
import { listActing } from '../../server/services/account/acting.ts'
import { moveSharing } from '../../server/services/account/emails.ts'
import { listViewableUserIds, listViewableUsers } from '../../server/services/account/profile.ts'
import { listSessions } from '../../server/services/account/sessions.ts'
import { listAllDirectories, listAudit } from '../../server/services/administration/index.ts'
import { listDirectories, listDirectoryUsers, listRoles } from '../../server/services/directories/index.ts'
import { forgetAnswers } from '../../server/services/idempotency.ts'
import { findAbandoned } from '../../server/services/jobs/lease.ts'
import { getLayout, listLayoutGroups, listLayouts } from '../../server/services/layouts/index.ts'
import { payingLicenses, releaseCredits } from '../../server/services/licenses/credits.ts'
import { listAllLicenses, listDirectoryLicenses, listLicenses } from '../../server/services/licenses/index.ts'
import { getReport, listReportHistory, listReports, searchReports } from '../../server/services/reports/index.ts'
import { findStatus } from '../../server/services/reports/read.ts'
import { deleteExpired } from '../../server/services/retention.ts'
import { redeemTicket } from '../../server/services/tickets.ts'
import { listTranscripts, searchTranscripts } from '../../server/services/transcripts/index.ts'
import { createTakes } from '../../server/services/transcripts/takes.ts'
import { listUsers } from '../../server/services/users/index.ts'
import { forgetVerifications } from '../../server/services/verifications.ts'
import { findDue } from '../../server/services/webhooks/queue.ts'
import * as schema from '../../server/store/schema/index.ts'
import type { Filled } from './many-rows.ts'

/** A table with at least this many rows must never be read from its beginning to its end. */
const largeRows = 10_000

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Filter?: string
  Plans?: Plan[]
}

/**
 * Returns the tables that a plan reads row by row. Leaves out a scan without a filter directly below a `Limit` node,
 * because such a scan ends after a fixed number of rows.
 */
function scannedTables(plan: Plan, isLimited = false): string[] {
  const isScan = plan['Node Type'] === 'Seq Scan' && !(isLimited && plan.Filter === undefined)
  return [
    ...(isScan ? [plan['Relation Name'] ?? ''] : []),
    ...(plan.Plans ?? []).flatMap((inner) => scannedTables(inner, plan['Node Type'] === 'Limit')),
  ]
}

/** A statement that the server sent, and the call that needed it. */
interface Statement {
  call: string
  text: string
  params: unknown[]
}

/** The calls to check, by name. Each call uses tables that can have many rows. */
function callsOf(database: ReturnType<typeof drizzle<typeof schema>>, filled: Filled) {
  // The rows contain no real encrypted values. So this fake decrypts every value to an empty note.
  const empty = { template: { fields: [] }, dynamicFields: [], context: {}, results: [], omissions: [], notices: [] }
  const encryption = { unseal: () => empty, seal: () => Buffer.alloc(1) }
  const context = {
    database,
    store: { database, live: database, encryption },
    clock: systemClock,
    config: { sessionMaxDays: 90 },
  } as never
  const personOf = (userId: string, permissions: readonly string[]) =>
    ({
      kind: 'person',
      userId,
      email: 'person-1@clinic.example',
      admin: true,
      administratorId: null,
      directory: { id: filled.directoryId, permissions },
      address: '127.0.0.1',
    }) as Person
  const reader = ['reports.read', 'roles.manage', 'billing.manage', 'layouts.edit']
  const people = {
    'a person with many notes': personOf(filled.busyId, []),
    'a person with few notes': { ...personOf(filled.quietId, []), directory: null },
    'a reader of the notes of a large directory': personOf(filled.quietId, reader),
    'a reader with many notes': personOf(filled.busyId, reader),
  }
  const page = { offset: 0, limit: 20 }
  const searches = { 'the first page': undefined, 'a rare word': 'note 4711', 'a common word': 'not', nothing: 'zzz' }
  const calls = new Map<string, () => Promise<unknown>>()
  for (const [who, person] of Object.entries(people)) {
    for (const [what, search] of Object.entries(searches)) {
      const query = { ...page, search }
      const each = {
        reports: () => listReports(context, person, query),
        'reports of a patient': () => listReports(context, person, { ...query, patientId: 'P-4711' }),
        'reports by name': () => searchReports(context, person, { ...query, patient: { name: 'Maya Okafor' } }),
        transcripts: () => listTranscripts(context, person, query),
        'transcripts by name': () => searchTranscripts(context, person, { ...query, search: `maya ${search ?? ''}` }),
        layouts: () => listLayouts(context, person, query),
        'own layouts': () => listLayouts(context, person, { ...query, access: 'viewer' }),
        'readable people': () => listViewableUsers(context, person, query),
        'all users': () => listUsers(context, query),
        'all directories': () => listAllDirectories(context, query),
        'all licences': () => listAllLicenses(context, query),
        licences: () => listLicenses(context, person, query),
        directories: () => listDirectories(context, person, query),
      }
      for (const [name, call] of Object.entries(each)) calls.set(`${name}, ${what}, for ${who}`, call)
    }
    calls.set(`sessions, for ${who}`, () => listSessions(context, person, page))
    calls.set(`what administrators did as the person, for ${who}`, () => listActing(context, person, page))
    calls.set(`readable ids, for ${who}`, () => listViewableUserIds(context, person))
    calls.set(`groups, for ${who}`, () => listLayoutGroups(context, person))
    calls.set(`paying licences, for ${who}`, () => payingLicenses(context, person))
    calls.set(`one report, for ${who}`, async () => {
      const [own] = (await listReports(context, person, page)).items
      if (own === undefined) throw new Error('This person has no report.')
      await getReport(context, person, own._id)
      await findStatus(context, person, own._id)
      await listReportHistory(context, person, own._id, page)
    })
    calls.set(`one template, for ${who}`, async () => {
      const [own] = (await listLayouts(context, person, page)).items
      if (own !== undefined) await getLayout(context, person, own._id)
    })
    for (const audit of [{ userId: person.userId }, { subjectId: filled.busyId }, { action: 'report.delete' }, {}])
      calls.set(`audit log by ${Object.keys(audit)}, for ${who}`, () => listAudit(context, { ...page, ...audit }))
  }
  const manager = people['a reader with many notes']
  const id = filled.directoryId
  calls.set('people of a directory', () => listDirectoryUsers(context, manager, id, { ...page, search: 'person-4' }))
  calls.set('seats of a directory', () => listRoles(context, manager, id, { ...page, search: { name: 'clin' } }))
  calls.set('licences of a directory', () => listDirectoryLicenses(context, manager, id, { ...page, search: 'team' }))
  calls.set('retention', () => deleteExpired(context, new AbortController().signal))
  calls.set('expired tokens, tickets, counters', () => forgetExpired(database, systemClock))
  calls.set('overdue sessions', () => endOverdueFamilies(database, systemClock))
  calls.set('old messages', () => forgetOldMessages(context))
  calls.set('old verifications', () => forgetVerifications(context))
  for (const table of [schema.outputs, schema.layouts, schema.messages, schema.transcriptFiles])
    calls.set(`abandoned jobs ${calls.size}`, () => findAbandoned(database, table, 10))
  calls.set('deliveries that are due', () => findDue(database, systemClock, 10))
  calls.set('stored answers', () => forgetAnswers(context, filled.busyId))
  calls.set('released credits', () => releaseCredits(database, [filled.busyId]))
  calls.set('sharing with a former address', () => moveSharing(database, 'person-9@clinic.example', null))
  calls.set('a call', () => findSession(database, 'token', systemClock))
  calls.set('a session', () => isSessionAlive(database, filled.busyId))
  calls.set('a ticket', () => redeemTicket(context, 'transcription', 'ticket'))
  calls.set('a recording', async () => {
    const takes = createTakes(context)
    const transactionId = '30000000-0000-4000-8000-000000000002'
    const owner = { ...userOwner(filled.busyId), address: null, administratorId: null }
    const { epoch } = await takes.open({ transactionId, owner, language: 'en', channels: 1 })
    await takes.commit({ transactionId, epoch, durationFrames: 1, channelFrames: [1], fromTurn: 0, turns: ['words'] })
    await takes.finish({ transactionId, epoch })
  })
  return calls
}

/**
 * Runs the calls of `callsOf`, and asks PostgreSQL for the plan of each statement that they send. Returns the
 * statements that read a large table row by row, and the time in ms that each call took.
 */
export async function checkPlans(url: string, filled: Filled) {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const statements = new Map<string, Statement>()
  let call = ''
  const logger = {
    logQuery(text: string, params: unknown[]) {
      if (/^(select|insert|update|delete|with|\s)/i.test(text))
        statements.set(`${call} ${text}`, { call, text, params })
    },
  }
  try {
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples >= ${largeRows}`,
    )
    const large = new Set(rows.map(({ name }) => name))
    const times: { call: string; ms: number }[] = []
    for (const [name, run] of callsOf(drizzle(pool, { schema, casing: 'snake_case', logger }), filled)) {
      call = name
      const from = performance.now()
      await run()
      times.push({ call: name, ms: performance.now() - from })
    }
    const scans: (Omit<Statement, 'params'> & { tables: string[] })[] = []
    for (const { call, text, params } of statements.values()) {
      const { rows } = await pool.query(`explain (format json) ${text}`, params)
      const tables = scannedTables(rows[0]['QUERY PLAN'][0].Plan).filter((table) => large.has(table))
      if (tables.length > 0) scans.push({ call, tables, text })
    }
    return { scans, times, large, statements: statements.size }
  } finally {
    await pool.end()
  }
}
