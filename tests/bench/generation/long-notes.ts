import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Field } from '../../../lib/contracts/index.ts'
import type { Figure } from '../../../scripts/bench.ts'
import { generate, openThreads, type Threads } from '../../../server/generation/index.ts'
import { openAiCompatibleWriter } from '../../../server/providers/language/openai-compatible.ts'
import { notedTurns } from '../../fakes/note-model.ts'
import { sessions } from '../../generation/score.ts'

const fieldsWanted = 100
const ratioMax = 1.1
const blockedMaxMs = 50
/** In ms: the time between two checks of how long the thread was blocked. */
const lookMs = 5

/**
 * Measures for how long this thread is blocked by its own work: the CPU time, in ms, between two turns of its event
 * loop. The elapsed time would also contain the work of other programs on the same processors.
 */
function watchThread() {
  let longestMs = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    longestMs = Math.max(longestMs, (user + system) / 1000)
  }, lookMs)
  return {
    longestMs: () => longestMs,
    close: () => clearInterval(timer),
  }
}

const fields = Array.from(
  { length: fieldsWanted },
  (_, at): Field => ({
    id: `f-${at}`,
    name: `Sleep ${at}`,
    instructions: 'What the patient says about it. Two sentences, in the third person.',
    type: 'string',
  }),
)
const told = z.object({ slowestMs: z.number(), calls: z.number() })

/**
 * A session of about this many words: `notedTurns`, from which the scripted model answers, then turns of the bundled
 * sessions.
 */
function sessionOf(wordsWanted: number): string[] {
  const turns = [...notedTurns]
  const said = sessions.flatMap((session) => session.turns)
  let words = turns.join(' ').split(/\s+/).length
  for (let at = 0; words < wordsWanted; at++) {
    const turn = said[at % said.length] ?? ''
    turns.push(turn)
    words += turn.split(/\s+/).length
  }
  return turns
}

async function longNote(model: Worker, baseUrl: string, threads: Threads, words: number, contextSize: number) {
  const writer = openAiCompatibleWriter({ baseUrl, model: 'scripted', contextSize })
  const turns = sessionOf(words)
  const blocked = watchThread()
  const begunAt = performance.now()
  const { results, notices } = await generate({
    template: { id: 't', name: 'T', instructions: '', fields },
    turns,
    context: {},
    // Only the writing is measured.
    writers: () => ({ ...writer, reviewer: null }),
    computing: threads.open('somebody'),
    signal: new AbortController().signal,
  })
  const ms = performance.now() - begunAt
  blocked.close()
  model.postMessage('slowest')
  const [message] = await once(model, 'message')
  const { slowestMs, calls } = told.parse(message)
  const answered = results.filter(({ value }) => value.length > 0).length
  return { ms, slowestMs, calls, answered, notices: notices.length, blockedMs: blocked.longestMs() }
}

/**
 * Measures notes of 100 fields from two long sessions. The model can read the session of 7,000 words at once, but must
 * read the session of 25,000 words in parts.
 */
export async function longNoteFigures(): Promise<Figure[]> {
  const model = new Worker(new URL('./model-thread.ts', import.meta.url))
  const [address] = await once(model, 'message')
  const baseUrl = z.url().parse(address)
  const threads = openThreads(60_000)
  try {
    // The first note starts the threads, so it is not measured.
    await longNote(model, baseUrl, threads, 500, 0)
    const rows: Figure[] = []
    for (const [words, contextSize] of [
      [7_000, 0],
      [25_000, 32_000],
    ] as const) {
      const note = await longNote(model, baseUrl, threads, words, contextSize)
      const ratio = note.ms / note.slowestMs
      const name = `${fieldsWanted} fields, ${words.toLocaleString('en')} words, ${note.calls} calls`
      rows.push(
        {
          measure: `${name}: fields with an answer`,
          figure: String(note.answered),
          limit: 'all',
          holds: note.answered === fieldsWanted,
        },
        {
          measure: `${name}: the whole note over its slowest call`,
          figure: `${Math.round(note.ms)} ms over ${Math.round(note.slowestMs)} ms: ${ratio.toFixed(2)} ×`,
          limit: `at most ${ratioMax} ×`,
          holds: ratio <= ratioMax,
        },
        {
          measure: `${name}: longest time that the thread of the sockets was blocked`,
          figure: `${Math.round(note.blockedMs)} ms`,
          limit: `at most ${blockedMaxMs} ms`,
          holds: note.blockedMs <= blockedMaxMs,
        },
      )
    }
    return rows
  } finally {
    model.postMessage('close')
    await threads.close()
  }
}
