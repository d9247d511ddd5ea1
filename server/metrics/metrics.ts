import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Buckets in seconds. */
const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const noteSeconds = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800]

/** The use of a pool of database connections. */
export interface PoolUse {
  total: number
  idle: number
  waiting: number
}

/** Waiting jobs of one kind. */
export interface Waiting {
  queue: string
  jobs: number
  oldestSeconds: number
}

/** What is read at each scrape, because another part of the server knows it. */
export interface Sources {
  pools(): Record<string, PoolUse>
  runningJobs(): Record<string, number>
  /** Empty if the database does not answer in time. */
  waitingJobs(): Promise<Waiting[]>
}

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Creates the counters of one server (product 15.4). A label has one of a few values that stand in the code: a route
 * pattern, a status, the kind of a job, the name of a limit, of an engine or of a failure. No label and no value ever
 * comes from a person, a patient, an organisation or a note.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const named = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) => ({
    name: `chartside_${name}`,
    help,
    labelNames,
    registers,
  })
  collectDefaultMetrics({ register: registry, prefix: 'chartside_' })
  const calls = new Histogram({
    ...named('call_seconds', 'Calls by route pattern, method and status, in seconds.', ['call', 'method', 'status']),
    buckets: callSeconds,
  })
  const limits = new Counter(named('limits_hit_total', 'Refusals, by the limit that was reached.', ['limit']))
  const notes = new Histogram({
    ...named('note_seconds', 'Written notes by outcome, in seconds from the request to the outcome.', ['outcome']),
    buckets: noteSeconds,
  })
  const modelFailures = new Counter(
    named('model_failures_total', 'Failed requests to language models, by slot, provider and kind of failure.', [
      'slot',
      'provider',
      'kind',
    ]),
  )
  const interruptions = new Counter(
    named('recording_interruptions_total', 'Recordings that the server interrupted, by engine, stage and failure.', [
      'engine',
      'stage',
      'failure',
    ]),
  )
  const commits = new Counter(named('recording_commits_total', 'Commits of live recordings, by result.', ['result']))
  /** Functions that tell how many seconds of a live recording are not committed yet. */
  const recordings = new Set<() => number>()
  new Gauge({
    ...named('recordings_live', 'Live recordings on this server.'),
    collect() {
      this.set(recordings.size)
    },
  })
  new Gauge({
    ...named('recording_behind_seconds', 'Sound that is not committed yet, of the recording that is farthest behind.'),
    collect() {
      this.set(Math.max(0, ...[...recordings].map((behind) => behind())))
    },
  })

  return {
    registry,
    call(call: string, method: string, status: number, seconds: number) {
      calls.observe({ call, method, status: String(status) }, seconds)
    },
    limitHit(limit: string) {
      limits.inc({ limit })
    },
    noteEnded(outcome: 'ready' | 'failed' | 'put-off', seconds: number) {
      notes.observe({ outcome }, seconds)
    },
    modelFailed({ slot, provider, kind }: { slot: number; provider: string; kind: string }) {
      modelFailures.inc({ slot: String(slot), provider, kind })
    },
    recordingInterrupted(engine: string, stage: string, failure: string) {
      interruptions.inc({ engine, stage, failure })
    },
    recordingCommitted(result: 'done' | 'failed') {
      commits.inc({ result })
    },
    /** Counts a live recording until the returned function is called. */
    recordingStarted(behindSeconds: () => number): () => void {
      recordings.add(behindSeconds)
      return () => void recordings.delete(behindSeconds)
    },
    observe(sources: Sources) {
      const connections = new Gauge({
        ...named('database_connections', 'Connections to the database, by pool and state.', ['pool', 'state']),
        collect() {
          for (const [pool, { total, idle, waiting }] of Object.entries(sources.pools())) {
            this.set({ pool, state: 'busy' }, total - idle)
            this.set({ pool, state: 'idle' }, idle)
            this.set({ pool, state: 'waited-for' }, waiting)
          }
        },
      })
      const running = new Gauge({
        ...named('jobs_running', 'Jobs that this server runs, by kind.', ['queue']),
        collect() {
          for (const [queue, jobs] of Object.entries(sources.runningJobs())) this.set({ queue }, jobs)
        },
      })
      const age = new Gauge(named('jobs_oldest_seconds', 'Age of the job that waits longest, by kind.', ['queue']))
      const waiting = new Gauge({
        ...named('jobs_waiting', 'Jobs that wait in the database, by kind. Every server reports the same jobs.', [
          'queue',
        ]),
        async collect() {
          for (const { queue, jobs, oldestSeconds } of await sources.waitingJobs()) {
            this.set({ queue }, jobs)
            age.set({ queue }, oldestSeconds)
          }
        },
      })
      return [connections, running, waiting]
    },
  }
}
