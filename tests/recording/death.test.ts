import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { built } from '../../scripts/builds.ts'
import { type RecordingServer, startRecordingServer } from '../fakes/recording-server.ts'
import { openStage, type Stage, takeOptions } from './stage.ts'

let extensionDir: string
let server: RecordingServer
const profile = mkdtempSync(join(tmpdir(), 'profile-'))
beforeAll(async () => {
  extensionDir = await built('store')
  server = await startRecordingServer()
})
afterAll(() => {
  server?.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})

const recorded = async (stage: Stage, ms: number) => {
  for (;;) {
    const { elapsedMs } = await stage.ask('recording.state')
    if (elapsedMs >= ms) return elapsedMs
  }
}
/**
 * Starts a recording, cuts the connection to the server after one second, and kills the browser after six seconds, as a
 * crash would. Returns the audio that was captured until then.
 */
async function dieWhileRecording(): Promise<Int16Array> {
  const stage = await openStage({ extensionDir, server, profile })
  await stage.start()
  await recorded(stage, 1000)
  server.state.socketsOpen = false
  server.breakSockets()
  await recorded(stage, 6000)
  const captured = await stage.captured()
  stage.browser.process()?.kill('SIGKILL')
  await new Promise((resolve) => stage.browser.once('disconnected', resolve))
  server.state.socketsOpen = true
  return captured
}
const openPage = async (stage: Stage) => {
  await stage.page.evaluate(() =>
    chrome.runtime.sendMessage({ id: 1, timestamp: Date.now(), type: 'offscreen.open', data: undefined }),
  )
}

test('after a kill in the middle of a take, the next start of the browser offers all but the last second, and its words are transcribed', async () => {
  const captured = await dieWhileRecording()
  const elapsedMs = captured.length / 16
  const stage = await openStage({ extensionDir, server, profile })
  try {
    await openPage(stage)
    const [found, ...more] = await stage.ask('recovery.list', { serverUrl: server.url })
    if (!found) throw new Error('Nothing was offered')
    expect(more).toEqual([])
    expect(found).toMatchObject({ patient: takeOptions.patient, access: 'open', place: 'session' })
    expect(found.durationMs).toBeGreaterThanOrEqual(elapsedMs - 1000)

    const { transactionId, turns } = await stage.ask('recovery.transcribe', { id: found.id, serverUrl: server.url })
    expect(transactionId).toBe(found.id)
    expect(turns).toHaveLength(1)
    const take = server.takes.get(found.id)
    if (!take) throw new Error('The server heard of no take')
    expect(take.frames / 16).toBeGreaterThanOrEqual(elapsedMs - 1000)
    expect(take.heardFrames).toBe(take.frames)
    const both = Math.min(take.frames, captured.length)
    expect([...take.pcm.subarray(0, both)]).toEqual([...captured.subarray(0, both)])
    expect(await stage.ask('recovery.list', { serverUrl: server.url })).toEqual([])
  } finally {
    await stage.close()
  }
})

/**
 * Changes one byte in a chunk of the only kept recording, as a bad sector would. Returns the chunk's position. A second
 * call with the same `index` restores the byte.
 */
const flipByte = (stage: Stage, index: number) =>
  stage.page.evaluate(async (at) => {
    const opening = indexedDB.open('chartside.journal')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const store = opening.result.transaction('chunks', 'readwrite').objectStore('chunks')
    const asked = [store.getAllKeys(), store.getAll()] as const
    await new Promise((resolve) => asked[1].addEventListener('success', resolve))
    const key = asked[0].result[at] as [string, number]
    const chunk = asked[1].result[at] as { frames: number; sealed: Uint8Array }
    chunk.sealed[100] = (chunk.sealed[100] ?? 0) ^ 1
    const written = store.put(chunk, key)
    await new Promise((resolve) => written.addEventListener('success', resolve))
    opening.result.close()
    return key[1]
  }, index)

test('one unreadable chunk costs only itself, is reported with its position, and is kept until all of it is sent', async () => {
  const captured = await dieWhileRecording()
  const stage = await openStage({ extensionDir, server, profile })
  try {
    await openPage(stage)
    const at = await flipByte(stage, 20)
    const [found] = await stage.ask('recovery.list', { serverUrl: server.url })
    if (!found) throw new Error('Nothing was offered')
    const id = { id: found.id, serverUrl: server.url }
    const missing = [{ fromMs: at / 16, toMs: (at + 2048) / 16 }]
    expect(await stage.ask('recovery.transcribe', id)).toMatchObject({ transactionId: found.id, missing })
    const take = server.takes.get(found.id)
    expect((take?.frames ?? 0) - (take?.heardFrames ?? 0)).toBe(2048)
    expect(await stage.ask('recovery.list', { serverUrl: server.url })).toMatchObject([
      { id: found.id, sentWithout: missing },
    ])
    expect(server.erased.has(found.id)).toBe(false)
    await expect(stage.ask('recovery.transcribe', id)).rejects.toThrow('still cannot be read')

    await flipByte(stage, 20)
    const again = await stage.ask('recovery.transcribe', id)
    expect(again.missing).toBeUndefined()
    const whole = server.takes.get(again.transactionId)
    if (!whole) throw new Error('The server heard of no second take')
    expect(whole.heardFrames).toBe(whole.frames)
    const both = Math.min(whole.frames, captured.length)
    expect(
      Buffer.compare(Buffer.from(whole.pcm.slice(0, both).buffer), Buffer.from(captured.slice(0, both).buffer)),
    ).toBe(0)
    expect(await stage.ask('recovery.list', { serverUrl: server.url })).toEqual([])
  } finally {
    await stage.close()
  }
})

test('what an erased recording leaves on the disk belongs to nobody: its key is never opened again', async () => {
  await dieWhileRecording()
  const text = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
      .join('')
  const stage = await openStage({ extensionDir, server, profile })
  try {
    await openPage(stage)
    const [found] = await stage.ask('recovery.list', { serverUrl: server.url })
    if (!found) throw new Error('Nothing was offered')
    await stage.ask('recovery.erase', { id: found.id, serverUrl: server.url })
    expect(await stage.ask('recovery.list', { serverUrl: server.url })).toEqual([])
    while (!server.erased.has(found.id)) await new Promise((resolve) => setTimeout(resolve, 20))
    const unwrapped = await fetch(`${server.url}/api/user/recordings/${found.id}/unwrap`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.session().accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ keyId: 'one', wrapped: '' }),
    })
    expect(unwrapped.status).toBe(410)
  } finally {
    await stage.close()
  }
  expect(text(join(profile, 'Default', 'IndexedDB'))).not.toContain('Ada Example')
})
