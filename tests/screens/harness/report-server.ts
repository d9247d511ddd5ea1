import type { Report, ReportChange, Result } from '../../../lib/contracts/index.ts'
import { writerOf } from '../../../lib/report/index.ts'
import * as data from './data.ts'
import { keptReports } from './report-data.ts'

export interface ReportTraits {
  /** How a rewrite ends. */
  rewriting?: 'works' | 'fails' | 'never'
  /** Another person has changed the note since it was loaded. */
  changedMeanwhile?: boolean
  /**
   * What the signed-in user may do with the notes if a colleague has written them. Absent: the user has written them.
   */
  ofColleague?: 'signer' | 'reader'
}

/**
 * Returns a note as the server sends it to the signed-in user. If a colleague has written the note, it also says who
 * wrote it and what the user may do with it.
 */
export const asServed = <Note extends object>(note: Note, { ofColleague }: ReportTraits) =>
  ofColleague === undefined ? note : { ...note, access: ofColleague, author: data.colleague }

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const refusal = (code: string, message: string, status = 409) => json({ message, code }, status)

interface StoredReport {
  report: Report
  history: (ReportChange & { was?: Report })[]
}

/** An in-memory server for reports and their changes. Returns null for other calls. */
export function reportServer(traits: ReportTraits) {
  const kept = new Map<string, StoredReport>()
  for (const report of keptReports) kept.set(report._id, { report: asServed(report, traits), history: [] })
  let meanwhile = traits.changedMeanwhile === true

  return async (request: Request, path: string): Promise<Response | null> => {
    const [, id = '', rest = ''] = /^\/user\/reports\/([^/]+)\/?(.*)$/.exec(path) ?? []
    const one = kept.get(id)
    if (!one) return null
    const { report, history } = one
    const did = `${request.method} ${rest}`
    if (did === 'GET ') return json(report)
    if (did === 'GET history') {
      const writer = writerOf(report)
      const generated = { version: 1, at: report.createdAt, by: data.email, kind: 'generated', writer, changes: [] }
      const items = [...history.map(({ was: _, ...told }) => told), generated]
      return json({ items, total: items.length, offset: 0, limit: 100 })
    }
    if (did === 'DELETE ') {
      kept.delete(id)
      return json({ unusedTranscriptId: report.transcriptId })
    }
    if (did === 'GET events') return null
    const body = await request.json()
    if (meanwhile) {
      meanwhile = false
      one.report = { ...report, version: report.version + 1 }
    }
    if (body.version !== one.report.version) return refusal('changed_meanwhile', 'Somebody changed it meanwhile.')

    const change = (next: Partial<Report>, told: Pick<ReportChange, 'kind' | 'reason' | 'writer'>) => {
      const results = next.results ?? report.results
      const changes = results.flatMap(({ id: field, value, state }) => {
        const was = report.results.find((each) => each.id === field)
        const before = was?.value ?? []
        const name = report.template.fields.find((each) => each.id === field)?.name ?? field
        const isDecided = was?.state === 'unclear' && state === 'entered'
        const isSame = JSON.stringify(before) === JSON.stringify(value)
        return isSame && !isDecided ? [] : [{ id: field, name, before, after: value }]
      })
      one.report = { ...report, ...next, version: report.version + 1 }
      const at = new Date().toISOString()
      history.unshift({ ...told, version: one.report.version, at, by: data.email, changes, was: report })
      return json(one.report)
    }
    const withField = (field: string, map: (result: Result) => Result) =>
      report.results.map((each) => (each.id === field ? map(each) : each))

    const [, field = ''] = /^fields\/([^/]+)\/rewrite$/.exec(rest) ?? []
    if (field) {
      if (traits.rewriting === 'never') return new Promise(() => undefined)
      if (traits.rewriting === 'fails')
        return refusal(
          'model_failed',
          'The model’s answer could not be used, so the old text was kept. Try again.',
          502,
        )
      const value = [body.instruction ? `Rewritten ${body.instruction}.` : 'No family history was told.']
      const results = withField(field, (each) => ({ ...each, value, state: 'stated', flags: [] }))
      return change({ results }, { kind: 'rewritten', reason: body.instruction, writer: 'model' })
    }
    switch (did) {
      case 'PUT ': {
        const values = new Map<string, string[]>(
          (body.values ?? []).map((each: { id: string; value: string[] }) => [each.id, each.value]),
        )
        const results = report.results.map((each) => {
          const value = values.get(each.id)
          if (!value) return each
          // As on the server, a value that only got further words keeps its evidence, and the added words are marked as
          // typed.
          const before = each.value.join('\n')
          const added = before && value.join('\n').startsWith(before) ? value.join('\n').slice(before.length) : null
          const entered = { ...each, value, state: 'entered' as const }
          if (each.state === 'unclear') return { ...entered, flags: [] }
          return added === null ? { ...entered, flags: [], evidence: [] } : { ...entered, byHand: [added.trim()] }
        })
        return change({ results }, { kind: 'edited' })
      }
      case 'PUT flags': {
        const { fieldId, index, verdict } = body
        const results = withField(fieldId, (each) => ({
          ...each,
          flags: each.flags.map((flag, at) => (at === index ? { ...flag, verdict } : flag)),
        }))
        return change({ results }, { kind: 'flag' })
      }
      case 'POST sign':
        return change(
          { status: 'signed', signature: { by: data.email, at: new Date().toISOString() } },
          { kind: 'signed' },
        )
      case 'POST unlock':
        return change({ status: 'ready', signature: undefined }, { kind: 'unlocked', reason: body.reason })
      case 'POST retry': {
        const known = report.results.length > 0 ? report.results : data.report.results
        const results = known.map((each) =>
          report.unanswered?.includes(each.id) ? { ...each, value: ['Answered now.'], flags: [] } : each,
        )
        one.report = {
          ...report,
          results,
          status: 'ready',
          statusText: undefined,
          unanswered: undefined,
          notices: [],
          version: report.version + 1,
        }
        return json(one.report)
      }
      case 'POST undo': {
        const was = history[0]?.was
        return was ? change({ results: was.results }, { kind: 'undone' }) : refusal('locked', 'Nothing to take back.')
      }
      case 'POST uses':
        return json({})
      default:
        return null
    }
  }
}
