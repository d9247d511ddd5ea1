import { describe, expect, test } from 'vitest'
import { userEndpoints } from '../contracts/endpoints/user.ts'
import { clientWithin } from './client-within.ts'
import { createClient } from './index.ts'

const account = { baseUrl: () => 'http://server.example', credential: () => 'none' as const }

/** A client whose requests wait until the test answers them. */
function waitingClient() {
  const requests: { signal: AbortSignal; answer(body: unknown, status?: number): void }[] = []
  const client = createClient({
    ...account,
    send: (request) =>
      new Promise((resolve, reject) => {
        const refuse = () => reject(request.signal.reason)
        if (request.signal.aborted) return refuse()
        request.signal.addEventListener('abort', refuse)
        requests.push({
          signal: request.signal,
          answer: (body, status = 200) => resolve(Response.json(body, { status })),
        })
      }),
  })
  return { client, requests }
}

/** Runs a call. `ended` becomes true when it resolves or rejects. */
function follow(call: Promise<unknown>) {
  const state = { ended: false, value: undefined as unknown }
  call.then(
    (value) => Object.assign(state, { ended: true, value }),
    (error: unknown) => Object.assign(state, { ended: true, value: error }),
  )
  return state
}

const task = () => new Promise((resolve) => setTimeout(resolve))
const discard = (client: ReturnType<typeof waitingClient>['client'], signal?: AbortSignal) =>
  client.call(userEndpoints.discardTranscript, { params: { id: 't1' } }, signal ? { signal } : {})

describe('the client of a person', () => {
  test('answers and fails as any client while the person is signed in', async () => {
    const { client, requests } = waitingClient()
    const own = clientWithin(client, new AbortController().signal)
    const [first, second] = [follow(discard(own)), follow(discard(own))]
    await expect.poll(() => requests.length).toBe(2)
    requests[0]?.answer({ deleted: true })
    requests[1]?.answer({ code: 'not_found', message: 'No transcript.' }, 404)
    await expect.poll(() => [first.ended, second.ended]).toEqual([true, true])
    expect(first.value).toEqual({ deleted: true })
    expect(second.value).toMatchObject({ status: 404 })
  })

  test('rejects a call that the caller aborts', async () => {
    const { client } = waitingClient()
    const aborted = AbortSignal.abort(new Error('closed'))
    await expect(discard(clientWithin(client, new AbortController().signal), aborted)).rejects.toThrow('closed')
  })

  test('aborts what runs when the person leaves, and lets nothing after a call run', async () => {
    const { client, requests } = waitingClient()
    const life = new AbortController()
    const own = clientWithin(client, life.signal)
    const running = follow(discard(own))
    const events = follow(own.events(userEndpoints.reportEvents, { params: { id: 'r1' } }).next())
    await expect.poll(() => requests.length).toBe(2)
    life.abort()
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true])
    const late = follow(discard(own))
    for (let round = 0; round < 20; round++) await task()
    expect([running.ended, events.ended, late.ended]).toEqual([false, false, false])
    expect(requests).toHaveLength(2)
  })
})
