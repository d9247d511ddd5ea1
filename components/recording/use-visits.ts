import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Person } from '../../lib/contracts/person.ts'
import { localDay } from '../../lib/report/day.ts'
import { idleRecording } from '../../lib/transcript/recording-state.ts'
import { usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { passingStates, visitsOf } from './visits.ts'

/** How many of the newest transcripts and notes are loaded: more than one person records in a day. */
const listedMost = 50
/** How often the list is loaded again while a visit changes without the user, in milliseconds. */
const pollMs = 3000
/** Keys of the two lists of the server. */
const listKeys = { transcripts: ['transcripts', 'list', 'visits'], reports: ['reports', 'visits'] }

/**
 * The visits of the day, with what this computer knows of them and what the server lists. They are loaded again while
 * one of them changes without the user.
 */
export function useVisits(person: Person) {
  const { client, recovery, recorder, visits } = usePorts()
  const queries = useQueryClient()
  const recordings = useQuery({ queryKey: ['recovery'], queryFn: () => recovery.list(), staleTime: 0 })
  const known = useQuery({ queryKey: ['known-visits'], queryFn: () => visits.read(person), staleTime: 0 })
  const query = { limit: listedMost }
  const transcripts = useQuery({
    queryKey: listKeys.transcripts,
    queryFn: ({ signal }) => client.call(userEndpoints.listTranscripts, { query }, { signal }),
    staleTime: 0,
  })
  const reports = useQuery({
    queryKey: listKeys.reports,
    queryFn: ({ signal }) => client.call(userEndpoints.listReports, { query }, { signal }),
    staleTime: 0,
  })
  const all = visitsOf({
    recordings: recordings.data ?? [],
    known: known.data ?? [],
    transcripts: transcripts.data?.items ?? [],
    reports: reports.data?.items ?? [],
    day: localDay(new Date()),
  })

  const { phase } = useSubscribed(recorder, idleRecording)
  useEffect(() => {
    const load = (key: string[]) => void queries.invalidateQueries({ queryKey: key })
    if (phase === 'idle') load(['known-visits'])
    return recovery.subscribe(() => {
      load(['recovery'])
      load(listKeys.transcripts)
    })
  }, [phase, recovery, queries])
  const passes = all.some(({ state }) => passingStates.includes(state))
  useEffect(() => {
    if (!passes) return
    const timer = setInterval(() => {
      for (const queryKey of Object.values(listKeys)) void queries.invalidateQueries({ queryKey })
    }, pollMs)
    return () => clearInterval(timer)
  }, [passes, queries])

  return {
    visits: all,
    known: known.data ?? [],
    transcripts: transcripts.data?.items ?? [],
    isPending: transcripts.isPending || reports.isPending,
  }
}
