import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batch, inTime, setUpTakes, until } from '../../../tests/fakes/kept-takes.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Makes reads fail: the next `times` reads, all reads while `away`, and reads that include an unreadable chunk. */
function breakDisk(store: ReturnType<typeof setUpTakes>['store']) {
  const faults = { times: 0, away: false, unreadable: new Set<number>() }
  const read = store.read.bind(store)
  store.read = async (id, fromFrame, most) => {
    const found = await read(id, fromFrame, most)
    const hit = found.some(({ atFrame }) => faults.unreadable.has(atFrame))
    if (faults.away || hit || faults.times > 0) {
      faults.times = Math.max(0, faults.times - 1)
      throw new DOMException('Internal error.', 'UnknownError')
    }
    return found
  }
  return faults
}

/** A kept recording of `chunks` chunks that could not be sent. The server is reachable again. */
async function waitingRecording(chunks: number) {
  const stage = setUpTakes()
  const faults = breakDisk(stage.store)
  const take = await stage.strand(chunks)
  await stage.replace(take)
  stage.server.up = true
  return { ...stage, ...take, faults }
}
const span = (chunk: number, count = 1) => ({ fromMs: chunk * 128, toMs: (chunk + count) * 128 })

test('everything except the unreadable chunk of a waiting recording is sent; the user is told how much is missing and where', async () => {
  const { recovery, id, faults, server, store, forgotten } = await waitingRecording(300)
  faults.unreadable.add(120 * batch)
  const finished = await inTime(recovery.transcribe(id))
  expect(finished).toEqual({ transactionId: id, turns: ['all of it'], missing: [span(120)] })
  expect([server.received.size, server.received.wrong]).toEqual([299 * batch, 0])
  expect(await recovery.list()).toMatchObject([{ id, sentWithout: [span(120)] }])
  expect([store.chunks.get(id)?.length, forgotten.some((one) => one.id === id)]).toEqual([300, false])
})

test('five read errors in a row lose nothing', async () => {
  const { recovery, id, faults, server } = await waitingRecording(300)
  faults.times = 5
  const finished = await inTime(recovery.transcribe(id))
  expect(finished).toEqual({ transactionId: id, turns: ['all of it'] })
  expect([server.received.size, server.received.wrong]).toEqual([300 * batch, 0])
  expect(await recovery.list()).toEqual([])
})

test('a disk that cannot be read at all loses nothing and is named: the server is not blamed, and everything can be sent later', async () => {
  for (const chunks of [300, 700]) {
    const { recovery, id, faults, server } = await waitingRecording(chunks)
    faults.away = true
    const failure = await inTime(recovery.transcribe(id).catch((error: Error) => error.message))
    expect(failure).toContain('could not be read from this computer')
    expect(failure).not.toContain('server')
    expect(server.received.size).toBe(0)
    expect(await recovery.list()).toMatchObject([{ id, durationMs: chunks * 128 }])
    faults.away = false
    expect(await inTime(recovery.transcribe(id))).toEqual({ transactionId: id, turns: ['all of it'] })
    expect([server.received.size, server.received.wrong]).toEqual([chunks * batch, 0])
  }
})

test('a chunk whose bytes were changed on the disk counts as unreadable', async () => {
  const { recovery, id, server, store } = await waitingRecording(30)
  const kept = store.chunks.get(id)?.[12]
  kept?.sealed.fill(0, 20, 40)
  const finished = await inTime(recovery.transcribe(id))
  expect(finished.missing).toEqual([span(12)])
  expect([server.received.size, server.received.wrong]).toEqual([29 * batch, 0])
})

test('consecutive unreadable chunks are reported as one part, also at the start and the end', async () => {
  const { recovery, id, faults, server } = await waitingRecording(40)
  for (const chunk of [0, 17, 18, 19, 39]) faults.unreadable.add(chunk * batch)
  const finished = await inTime(recovery.transcribe(id))
  expect(finished.missing).toEqual([span(0), span(17, 3), span(39)])
  expect([server.received.size, server.received.wrong]).toEqual([35 * batch, 0])
})

test('unsent audio is retried in full, and is deleted only when all of it was sent or its user erases it', async () => {
  const { recovery, id, faults, server, store } = await waitingRecording(300)
  for (const chunk of [120, 200]) faults.unreadable.add(chunk * batch)
  await inTime(recovery.transcribe(id))

  const heard = server.received.size
  await expect(inTime(recovery.transcribe(id))).rejects.toThrow('still cannot be read')
  expect([server.received.size, store.chunks.get(id)?.length]).toEqual([heard, 300])

  faults.unreadable.delete(120 * batch)
  server.forget()
  const second = await inTime(recovery.transcribe(id))
  expect(second).toMatchObject({ turns: ['all of it'], missing: [span(200)] })
  // The first transcript is finished on the server and cannot be changed, so the recording is sent to a new transcript.
  expect(second.transactionId).not.toBe(id)
  expect([server.received.size, server.received.wrong]).toEqual([299 * batch, 0])
  expect(await recovery.list()).toMatchObject([{ id, sentWithout: [span(200)] }])

  faults.unreadable.clear()
  server.forget()
  const third = await inTime(recovery.transcribe(id))
  expect(third.missing).toBeUndefined()
  expect([server.received.size, server.received.wrong]).toEqual([300 * batch, 0])
  expect([await recovery.list(), store.chunks.size]).toEqual([[], 0])
})

test('a partly sent recording is erased only by its user, and the sent words stay', async () => {
  const { recovery, id, faults, store, forgotten } = await waitingRecording(30)
  faults.unreadable.add(12 * batch)
  await inTime(recovery.transcribe(id))
  const [waiting] = await recovery.list()
  expect(waiting).toMatchObject({ id, access: 'open', sentWithout: [span(12)] })
  await recovery.erase(id)
  expect([await recovery.list(), store.chunks.has(id)]).toEqual([[], false])
  expect(forgotten.filter((one) => one.id === id)).toMatchObject([{ words: false }])
})

test('a running take reports what it cannot read back, sends the rest, and is kept when it is finished', async () => {
  for (const chunks of [650, 1300]) {
    const { begin, outage, store, server, silence } = setUpTakes()
    const faults = breakDisk(store)
    const take = await begin()
    const { recording, recovery, id } = take
    // The first 600 chunks are in memory. The unreadable chunk comes after them.
    const bad = chunks - 20
    faults.unreadable.add(bad * batch)
    await outage(take, chunks)
    await inTime(until(() => recording.state.problems.reading))
    expect(recording.state.problems.reading).toContain('0.1 s')
    expect(recording.state.problems.network).toBeUndefined()
    const finished = await inTime(recording.stop())
    expect(finished.missing).toEqual([span(bad)])
    expect([server.received.size, server.received.wrong]).toEqual([(chunks - 1) * batch, 0])
    expect(await recovery.list()).toMatchObject([{ id, sentWithout: [span(bad)] }])
    silence()
  }
})

test('chunks that a disk has lost completely are reported, too', async () => {
  const { begin, outage, store, server } = setUpTakes()
  const take = await begin()
  const read = store.read.bind(store)
  store.read = async (...asked) => (await read(...asked)).filter(({ atFrame }) => atFrame !== 640 * batch)
  await outage(take, 650)
  const finished = await inTime(take.recording.stop())
  expect(finished.missing).toEqual([span(640)])
  expect([server.received.size, server.received.wrong]).toEqual([649 * batch, 0])
  expect(await take.recovery.list()).toMatchObject([{ id: take.id, sentWithout: [span(640)] }])
})

test('a crash between the reading and the end does not forget what is missing', async () => {
  const { recovery, id, faults, server } = await waitingRecording(300)
  faults.unreadable.add(40 * batch)
  server.dieAtFrame = 200 * batch
  await expect(inTime(recovery.transcribe(id))).rejects.toThrow('The end of the recording could not be sent.')
  faults.unreadable.clear()
  server.dieAtFrame = Number.POSITIVE_INFINITY
  server.up = true
  const finished = await inTime(recovery.transcribe(id))
  expect(finished.missing).toEqual([span(40)])
})

test('a long backlog that cannot be read from the disk is not reported as a network fault, and is sent once it can be read', async () => {
  const { begin, outage, store, server } = setUpTakes()
  const faults = breakDisk(store)
  const take = await begin()
  const { recording } = take
  faults.away = true
  await outage(take, 700)
  await inTime(until(() => recording.state.problems.reading))
  expect(recording.state.problems.reading).toContain('this computer')
  expect(recording.state.problems.network).toBeUndefined()
  expect(recording.state.connection).not.toBe('offline')
  faults.away = false
  await inTime(until(() => recording.state.problems.reading === undefined && server.received.size === 700 * batch))
  expect(await inTime(recording.stop())).toMatchObject({ turns: ['all of it'] })
  expect(server.received.wrong).toBe(0)
})

test('audio in memory needs no disk: an unreadable chunk of a running take is sent from memory', async () => {
  const { begin, outage, store, server } = setUpTakes()
  const faults = breakDisk(store)
  const take = await begin()
  faults.unreadable.add(100 * batch)
  await outage(take, 650)
  await inTime(until(() => server.received.size === 650 * batch))
  const finished = await inTime(take.recording.stop())
  expect(finished.missing).toBeUndefined()
  expect([server.received.size, server.received.wrong]).toEqual([650 * batch, 0])
  expect(await take.recovery.list()).toEqual([])
})

test('a retry that breaks off continues in the same transcript', async () => {
  const { recovery, id, faults, server } = await waitingRecording(300)
  faults.unreadable.add(120 * batch)
  await inTime(recovery.transcribe(id))
  faults.unreadable.clear()
  server.forget()
  const asked = server.transcripts.length
  server.dieAtFrame = 200 * batch
  await expect(inTime(recovery.transcribe(id))).rejects.toThrow('The end of the recording could not be sent.')
  server.dieAtFrame = Number.POSITIVE_INFINITY
  server.up = true
  const { transactionId, missing } = await inTime(recovery.transcribe(id))
  expect(missing).toBeUndefined()
  expect(new Set(server.transcripts.slice(asked))).toEqual(new Set([transactionId]))
  expect([server.received.size, server.received.wrong, await recovery.list()]).toEqual([300 * batch, 0, []])
})

test('a partly sent recording cannot be resumed, because its transcript is finished', async () => {
  const { recovery, id, faults } = await waitingRecording(30)
  faults.unreadable.add(12 * batch)
  await inTime(recovery.transcribe(id))
  await expect(recovery.reopen(id)).rejects.toThrow('was already finished')
  expect(await recovery.list()).toMatchObject([{ id }])
})

test('a missing part that still cannot be read is reported as such, and the recording stays', async () => {
  const { recovery, id, faults, server } = await waitingRecording(30)
  faults.unreadable.add(12 * batch)
  await inTime(recovery.transcribe(id))
  const asked = server.transcripts.length
  for (const away of [false, true]) {
    faults.away = away
    await expect(inTime(recovery.transcribe(id))).rejects.toThrow('The missing part still cannot be read')
  }
  expect(server.transcripts).toHaveLength(asked)
  faults.away = false
  expect(await recovery.list()).toMatchObject([{ id, sentWithout: [span(12)] }])
})

test('a read that fails late, after Finish has given up on the disk, does not end the next Finish', async () => {
  const { begin, outage, store, server } = setUpTakes()
  const faults = breakDisk(store)
  const take = await begin()
  faults.away = true
  await outage(take, 700)
  await inTime(until(() => take.recording.state.problems.reading))
  const read = store.read.bind(store)
  const late = Promise.withResolvers<void>()
  const asked = vi.fn()
  store.read = async (...args) => {
    asked()
    await late.promise
    return read(...args)
  }
  await inTime(until(() => asked.mock.calls.length > 0))
  await expect(inTime(take.recording.stop())).rejects.toThrow('could not be read from this computer')
  let isFirst = true
  store.read = async (...args) => {
    if (isFirst) {
      isFirst = false
      // This is the first read after the user has pressed Finish again. The last read of the first Finish is still
      // pending. Let this pending read fail now, and wait until its retries have failed, too.
      late.resolve()
      await new Promise((resolve) => setTimeout(resolve, 30_000))
      faults.away = false
    }
    return read(...args)
  }
  expect(await take.recording.stop()).toMatchObject({ turns: ['all of it'] })
  expect([server.received.size, server.received.wrong]).toEqual([700 * batch, 0])
})
