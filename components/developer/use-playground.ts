import { useCallback, useEffect, useRef, useState } from 'react'
import { createBearerClient } from '../../lib/api/partner-clients.ts'
import type { CustomerOutput } from '../../lib/contracts/index.ts'
import { sentenceOf } from '../ui/failure.ts'
import { playgroundCustomer, type playgroundRequest } from './playground-code.ts'

const owner = { customer_id: playgroundCustomer }

/** Time between two requests for an output that is being written, in milliseconds. */
const pollMs = 400

export type PlaygroundRun =
  | { kind: 'idle' }
  | { kind: 'running'; output: CustomerOutput | null; turns: string[] }
  | { kind: 'done'; output: CustomerOutput; turns: string[] }
  | { kind: 'failed'; message: string }

/**
 * Runs the requests of the playground with a sandbox key, through the API endpoints that the program of a developer
 * would call. While the server writes the output, loads the output again and again, so that its fields appear one by
 * one. A new run aborts the previous run.
 */
export function usePlayground() {
  const [run, setRun] = useState<PlaygroundRun>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const stop = useCallback(() => {
    running.current?.abort()
    setRun({ kind: 'idle' })
  }, [])

  const start = useCallback(async (key: string, request: ReturnType<typeof playgroundRequest>) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const show = (newRun: PlaygroundRun) => {
      if (!signal.aborted) setRun(newRun)
    }
    show({ kind: 'running', output: null, turns: [] })
    try {
      const chartside = createBearerClient({ baseUrl: location.origin, key })
      await chartside.authenticateCustomer({ body: { customerIdentifier: playgroundCustomer } }, { signal })
      const options = { idempotencyKey: crypto.randomUUID(), signal }
      let output = await chartside.generateOutput({ query: {}, body: request }, options)
      // The quotes refer to turns by their number. Load the turns as the server has divided them, so that the numbers
      // match.
      const { transcriptIdentifier: id = '' } = output
      const { turns } = await chartside.getSubmittedTranscript({ params: { id }, query: owner }, { signal })
      while (output.status === 'generating') {
        show({ kind: 'running', output, turns })
        await pause(pollMs, signal)
        output = await chartside.getOutput({ params: { id: output.id }, query: owner }, { signal })
      }
      show({ kind: 'done', output, turns })
    } catch (error) {
      show({ kind: 'failed', message: sentenceOf(error) })
    }
  }, [])

  return { run, start, stop }
}

/** Resolves after `ms`, or at once if the signal aborts. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
