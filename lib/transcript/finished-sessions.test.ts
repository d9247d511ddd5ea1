import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batch, options, setUpTakes, until } from '../../tests/fakes/kept-takes.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('ten sessions that are finished while the server is down end at once, wait in order, and are all sent later', async () => {
  const { begin, keep, server, silence } = setUpTakes()
  const ids: string[] = []
  let last = await begin({ up: false })
  for (let visit = 0; visit < 10; visit++) {
    if (visit > 0) {
      silence()
      last = await begin({ up: false })
    }
    ids.push(last.id)
    await until(() => last.recording.state.connection === 'offline')
    await keep(last.id, 3)
    expect((await last.recording.stop({ later: true })).unsent).toMatch(/cannot be reached/)
    expect(last.recording.state).toMatchObject({ phase: 'idle', ended: false })
  }
  const waiting = await last.recovery.list()
  expect(waiting.map(({ id, finishedAt }) => [id, typeof finishedAt])).toEqual(ids.map((id) => [id, 'string']))
  expect(await last.recovery.sendFinished()).toBe(true)
  expect((await last.recovery.list()).map(({ problem }) => problem)).toEqual(ids.map(() => expect.any(String)))
  server.up = true
  server.transcripts.length = 0
  const put = server.received.put.bind(server.received)
  let sent = 0
  // Each session has its own timeline.
  server.received.put = (fromFrame, pcm) => {
    sent += pcm.length
    put(fromFrame, pcm)
  }
  const socket = server.socket
  server.socket = (start, take) => {
    server.frame = 0
    return socket(start, take)
  }
  expect(await last.recovery.sendFinished()).toBe(false)
  expect([await last.recovery.list(), sent, server.transcripts]).toEqual([[], 10 * 3 * batch, ids])
})

test('an interrupted session is never sent by itself: its user may want to continue it', async () => {
  const { begin, keep, server } = setUpTakes()
  const { recording, recovery, id } = await begin()
  await keep(id, 5)
  await recording.leave()
  server.forget()
  expect(await recovery.sendFinished()).toBe(false)
  const [interrupted] = await recovery.list()
  expect([interrupted?.id, interrupted?.finishedAt, server.received.size]).toEqual([id, undefined, 0])
})

test('a server that goes silent after Finish holds nobody up: the rest is sent later', async () => {
  const { begin, keep, server } = setUpTakes()
  const { recording, recovery, id } = await begin()
  await keep(id, 20)
  await until(() => server.received.size === 20 * batch)
  server.down()
  await keep(id, 5)
  const before = performance.now()
  expect((await recording.stop({ later: true })).unsent).toBeDefined()
  expect(performance.now() - before).toBeLessThan(15_000)
  expect(await recovery.list()).toMatchObject([{ id, durationMs: 25 * 128 }])
  server.up = true
  expect(await recovery.sendFinished()).toBe(false)
  expect([server.received.size, server.received.wrong]).toEqual([25 * batch, 0])
})

test('a clinician can end the wait for the last words: the rest is sent later', async () => {
  const { begin, keep, server } = setUpTakes()
  const { recording, recovery, id } = await begin()
  await keep(id, 5)
  for (const wire of server.wires) wire.send = () => undefined
  const stopped = recording.stop({ later: true })
  await until(() => recording.state.phase === 'stopping')
  await recording.sendLater()
  expect((await stopped).unsent).toBeDefined()
  expect(await recovery.list()).toMatchObject([{ id, finishedAt: expect.any(String) }])
})

test('a server that is connected but sends nothing after Finish holds nobody up', async () => {
  const { begin, keep, server } = setUpTakes()
  const { recording, recovery, id } = await begin()
  await keep(id, 5)
  for (const wire of server.wires) wire.send = () => undefined
  const before = performance.now()
  expect((await recording.stop({ later: true })).unsent).toBeDefined()
  expect(performance.now() - before).toBeLessThan(30_000)
  expect(await recovery.list()).toMatchObject([{ id, finishedAt: expect.any(String) }])
})

test('a finished session without any speech waits for nothing', async () => {
  const { begin } = setUpTakes()
  const { recording, recovery } = await begin({ up: false })
  await until(() => recording.state.connection === 'offline')
  expect(await recording.stop({ later: true })).toMatchObject({ turns: [] })
  expect(await recovery.list()).toEqual([])
})

test('a session that the server refuses is stored with the reason, and the next one can be recorded', async () => {
  const { begin, keep, server } = setUpTakes()
  const { recording, recovery, id } = await begin()
  await keep(id, 5)
  server.refusal = 'Sign in to record.'
  for (const wire of server.wires) wire.drop()
  await keep(id, 5)
  expect((await recording.stop({ later: true })).unsent).toContain('Sign in to record.')
  expect(await recovery.sendFinished()).toBe(true)
  expect(await recovery.list()).toMatchObject([{ id, problem: expect.stringContaining('Sign in to record.') }])
  server.refusal = null
  await recording.start({ options })
  expect(recording.state.phase).toBe('recording')
  await recording.discard()
})
