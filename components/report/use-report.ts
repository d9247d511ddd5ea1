import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Report, ReportEvent } from '../../lib/contracts/index.ts'
import { usePorts } from '../ports.tsx'

/** Delay before a broken stream is opened again, in milliseconds. */
const reopenAfterMs = 2000

export const isUnderway = ({ status }: Pick<Report, 'status'>) => status === 'generating' || status === 'ocr-waiting'

/** Applies one event of the generation to the report. */
export function withEvent(report: Report, event: ReportEvent): Report {
  switch (event.type) {
    case 'report':
      return event.report
    case 'status':
      // Ignore a final status here. With a final status, the screen would stop following the event stream, although
      // values may still arrive. The `report` event brings the final status.
      return isUnderway(event) ? { ...report, status: event.status, statusText: event.statusText } : report
    case 'result': {
      const isKnown = report.results.some(({ id }) => id === event.result.id)
      const results = isKnown
        ? report.results.map((each) => (each.id === event.result.id ? event.result : each))
        : [...report.results, event.result]
      return { ...report, results }
    }
  }
}

/**
 * Loads a report. While the server writes the report, an event stream adds each new part. If the stream ends before the
 * report is complete, the report is loaded and the stream is opened again.
 */
export function useReport(id: string) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['report', id],
    queryFn: ({ signal }) => client.call(userEndpoints.getReport, { params: { id } }, { signal }),
  })
  const underway = query.data !== undefined && isUnderway(query.data)

  useEffect(() => {
    if (!underway) return
    const life = new AbortController()
    const key = ['report', id]
    const follow = async () => {
      try {
        for await (const event of client.events(
          userEndpoints.reportEvents,
          { params: { id } },
          { signal: life.signal },
        ))
          queries.setQueryData<Report>(key, (report) => report && withEvent(report, event))
      } catch {
        // The stream broke. The report is loaded again below.
      }
      if (life.signal.aborted) return
      await queries.invalidateQueries({ queryKey: key })
      const report = queries.getQueryData<Report>(key)
      if (life.signal.aborted || !report || !isUnderway(report)) return
      setTimeout(() => !life.signal.aborted && void follow(), reopenAfterMs)
    }
    void follow()
    return () => life.abort()
  }, [underway, id, client, queries])

  return query
}
