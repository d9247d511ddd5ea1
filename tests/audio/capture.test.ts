import type { Page as Tab } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Wanted } from './page.ts'
import { microphoneToneHz, openStage, type Stage } from './stage.ts'
import { component, follows, longestSilence, loudest } from './tone.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const tabToneHz = 1171
/** Number of frames to skip at the start, because the level of the sources and of the resampler still rises there. */
const settledFrames = 8000

async function withPage(microphone: 'allowed' | 'denied', play: (page: Tab) => Promise<void>): Promise<void> {
  const page = await stage.page({ microphone })
  try {
    await play(page)
  } finally {
    await page.browserContext().close()
  }
}
const begin = (page: Tab, wanted: Wanted) => page.evaluate((one) => window.capturing.begin(one), wanted)
const reach = (page: Tab, frames: number) =>
  page.waitForFunction((most) => window.capturing.endFrame() >= most, { polling: 50 }, frames)
const source = (page: Tab, index: number) => page.evaluate((one) => window.capturing.sourceSamples(one), index)
const told = (page: Tab) => page.evaluate(() => window.capturing.told())
const opened = (page: Tab) => page.evaluate(() => window.capturing.open())
const stop = (page: Tab) => page.evaluate(() => window.capturing.stop())

function channel(batches: { pcm: number[] }[], index: number, of: 1 | 2): number[] {
  return batches.flatMap(({ pcm }) => pcm.filter((_, i) => i % of === index))
}
/** Counts the batches that do not begin at the end of the batch before. The first batch must begin at frame 0. */
function breaks(batches: { atFrame: number; pcm: number[] }[], channels: 1 | 2): number {
  return batches.filter(({ atFrame }, i) => {
    const before = batches[i - 1]
    return atFrame !== (before ? before.atFrame + before.pcm.length / channels : 0)
  }).length
}

test('microphone and tab arrive complete, each on its own channel, and everything is released after stop', () =>
  withPage('allowed', async (page) => {
    expect(await begin(page, { mode: 'channels', tabToneHz, witnessed: true })).toBe(2)
    await reach(page, 96_000)
    await stop(page)
    const { batches, levels, problems } = await told(page)

    expect(problems).toEqual([])
    expect(breaks(batches, 2)).toBe(0)
    expect(batches.slice(0, -1).every(({ pcm }) => pcm.length === 4096)).toBe(true)
    expect(levels).toHaveLength(batches.length)

    const microphone = channel(batches, 0, 2).slice(settledFrames, 96_000)
    const tab = channel(batches, 1, 2).slice(settledFrames, 96_000)
    expect(component(microphone, tabToneHz).amplitude).toBeLessThan(0.001)
    expect(component(tab, microphoneToneHz).amplitude).toBeLessThan(0.001)
    for (const [samples, hertz, index] of [
      [microphone, microphoneToneHz, 0],
      [tab, tabToneHz, 1],
    ] as const) {
      expect(loudest(samples, hertz)).toBeGreaterThan(0.4)
      const given = (await source(page, index)).slice(settledFrames, 96_000)
      // On a busy machine the browser itself may drop source samples. Capture must not add more than one millisecond of
      // silence.
      expect(longestSilence(samples)).toBeLessThan(longestSilence(given) + 16)
      const { leastGain, greatestGain, worstSlip } = follows(samples, given, hertz)
      expect(leastGain).toBeGreaterThan(0.95)
      expect(greatestGain).toBeLessThan(1.05)
      expect(worstSlip).toBeLessThan(0.5)
    }

    const { contexts, tracks } = await opened(page)
    expect(contexts).toEqual(['closed', 'closed'])
    expect(tracks).toEqual(['ended', 'ended'])
  }))

test('in merged mode both are on one channel, and the gain applies to the microphone', () =>
  withPage('allowed', async (page) => {
    expect(await begin(page, { mode: 'merged', tabToneHz, gain: 0.5, witnessed: true })).toBe(1)
    await reach(page, 32_000)
    await stop(page)
    const { batches } = await told(page)
    const samples = channel(batches, 0, 1).slice(settledFrames)
    for (const [index, hertz, gain] of [
      [0, microphoneToneHz, 0.5],
      [1, tabToneHz, 1],
    ] as const) {
      const { leastGain, greatestGain } = follows(samples, (await source(page, index)).slice(settledFrames), hertz)
      expect(leastGain).toBeGreaterThan(gain * 0.95)
      expect(greatestGain).toBeLessThan(gain * 1.05)
    }
  }))

test('a tab that is added later is heard from then on, on the channel of the microphone, and is closed at the end', () =>
  withPage('allowed', async (page) => {
    expect(await begin(page, { mode: 'channels', tabToneHz: null })).toBe(1)
    await reach(page, 16_000)
    await page.evaluate((hertz) => window.capturing.addTab(hertz), tabToneHz)
    await reach(page, 48_000)
    await stop(page)
    const { batches, levels } = await told(page)
    const samples = channel(batches, 0, 1)
    expect(loudest(samples.slice(0, 12_000), tabToneHz)).toBeLessThan(0.1)
    expect(loudest(samples.slice(32_000, 46_000), tabToneHz)).toBeGreaterThan(0.4)
    expect(loudest(samples.slice(32_000, 46_000), microphoneToneHz)).toBeGreaterThan(0.4)
    expect([levels.at(0)?.tab, levels.at(-1)?.tab === null]).toEqual([null, false])
    expect((await opened(page)).tracks.every((state) => state === 'ended')).toBe(true)
  }))

test('without a tab there is one channel and one context', () =>
  withPage('allowed', async (page) => {
    expect(await begin(page, { mode: 'channels', tabToneHz: null })).toBe(1)
    await reach(page, 16_000)
    await stop(page)
    const { levels } = await told(page)
    expect(levels.every(({ tab }) => tab === null)).toBe(true)
    expect((await opened(page)).contexts).toEqual(['closed'])
  }))

test('a pause is a jump of the timeline, and nothing is recorded in it', () =>
  withPage('allowed', async (page) => {
    await begin(page, { mode: 'merged', tabToneHz: null })
    await reach(page, 16_000)
    await page.evaluate(() => window.capturing.pause())
    const before = (await told(page)).batches.length
    const pausedAt = await page.evaluate(() => window.capturing.clockSeconds())
    await page.waitForFunction((from) => window.capturing.clockSeconds() > from + 0.5, {}, pausedAt)
    await page.evaluate(() => window.capturing.resume())
    await page.waitForFunction((count) => window.capturing.told().batches.length > count + 4, {}, before)
    await stop(page)
    const { batches } = await told(page)
    expect(breaks(batches, 1)).toBe(1)
    const jumps = batches.map(({ atFrame }, i) => {
      const earlier = batches[i - 1]
      return earlier ? atFrame - earlier.atFrame - earlier.pcm.length : 0
    })
    expect(Math.max(...jumps)).toBeGreaterThan(7000)
  }))

test('another microphone takes over without a gap in the timeline, and the first one is released', () =>
  withPage('allowed', async (page) => {
    await begin(page, { mode: 'merged', tabToneHz: null })
    await reach(page, 16_000)
    const devices = await page.evaluate(() => window.capturing.devices())
    const other = devices.find(({ deviceId, browserAudio }) => deviceId !== 'default' && !browserAudio)
    expect(other?.label).toMatch(/./)
    await page.evaluate((id) => window.capturing.useMicrophone(id), other?.deviceId ?? null)
    expect((await opened(page)).tracks).toEqual(['ended', 'live'])
    const switched = await page.evaluate(() => window.capturing.endFrame())
    await reach(page, switched + 24_000)
    await stop(page)
    const { batches, problems } = await told(page)
    expect(problems).toEqual([])
    expect(breaks(batches, 1)).toBe(0)
    const all = channel(batches, 0, 1)
    // During the switch at most 250 ms may be silent.
    expect(longestSilence(all.slice(settledFrames))).toBeLessThan(4000)
    // The last half second must contain the tone of the new microphone. The test cannot check that the tone continues
    // without a break, because its phase jumps when the microphone is changed.
    expect(loudest(all.slice(-8000), microphoneToneHz)).toBeGreaterThan(0.4)
    expect((await opened(page)).tracks).toEqual(['ended', 'ended'])
  }))

test('when a microphone is unplugged, the default one takes over, the timeline has no gap, and the user is told', () =>
  withPage('allowed', async (page) => {
    const { deviceId } = (await page.evaluate(() => window.capturing.devices())).find((one) => !one.browserAudio) ?? {}
    await begin(page, { mode: 'merged', tabToneHz: null, ...(deviceId ? { microphoneId: deviceId } : {}) })
    await reach(page, 16_000)
    await page.evaluate(() => window.capturing.unplug())
    await page.waitForFunction(() => window.capturing.told().problems.length > 0, { timeout: 1000, polling: 20 })
    const unplugged = await page.evaluate(() => window.capturing.endFrame())
    await reach(page, unplugged + 24_000)
    await stop(page)
    const { batches, problems, microphones } = await told(page)
    expect(problems).toEqual([
      `The microphone was disconnected. The recording continues with ${microphones[1]?.label}.`,
    ])
    expect(microphones.map(({ fallback }) => fallback)).toEqual([false, true])
    expect(breaks(batches, 1)).toBe(0)
    const all = channel(batches, 0, 1)
    expect(longestSilence(all.slice(settledFrames))).toBeLessThan(4000)
    expect(loudest(all.slice(-8000), microphoneToneHz)).toBeGreaterThan(0.4)
    expect((await opened(page)).tracks).toEqual(['ended', 'ended'])
  }))

test('a microphone unplugged during a pause is replaced at once, and records nothing until the pause ends', () =>
  withPage('allowed', async (page) => {
    await begin(page, { mode: 'merged', tabToneHz: null })
    await reach(page, 16_000)
    await page.evaluate(() => window.capturing.pause())
    await page.evaluate(() => window.capturing.unplug())
    await page.waitForFunction(() => window.capturing.told().microphones.length === 2)
    expect((await opened(page)).tracks).toEqual(['ended', 'live'])
    expect(await page.evaluate(() => window.capturing.hearing())).toEqual([false, false])
    const before = (await told(page)).batches.length
    const pausedAt = await page.evaluate(() => window.capturing.clockSeconds())
    await page.waitForFunction((from) => window.capturing.clockSeconds() > from + 0.5, {}, pausedAt)
    await page.evaluate(() => window.capturing.resume())
    expect(await page.evaluate(() => window.capturing.hearing())).toEqual([false, true])
    await page.waitForFunction((count) => window.capturing.told().batches.length > count + 12, {}, before)
    await stop(page)
    const { batches, problems, microphones } = await told(page)
    expect(problems).toEqual([
      `The microphone was disconnected. The recording continues with ${microphones[1]?.label}.`,
    ])
    expect(breaks(batches, 1)).toBe(1)
    expect(loudest(channel(batches, 0, 1).slice(-8000), microphoneToneHz)).toBeGreaterThan(0.4)
    expect((await opened(page)).tracks).toEqual(['ended', 'ended'])
  }))

test('a microphone unplugged while the user switches to another one does not undo the switch', () =>
  withPage('allowed', async (page) => {
    await begin(page, { mode: 'merged', tabToneHz: null })
    await reach(page, 4096)
    const devices = await page.evaluate(() => window.capturing.devices())
    const other = devices.find(({ deviceId, browserAudio }) => deviceId !== 'default' && !browserAudio)
    await page.evaluate(async (id) => {
      const changed = window.capturing.useMicrophone(id)
      window.capturing.unplug()
      await changed
    }, other?.deviceId ?? null)
    await reach(page, (await page.evaluate(() => window.capturing.endFrame())) + 8000)
    await stop(page)
    const { problems, microphones } = await told(page)
    expect([microphones.at(-1), problems]).toEqual([{ label: other?.label, fallback: false }, []])
    expect((await opened(page)).tracks).toEqual(['ended', 'ended'])
  }))

test('the gain changes at once, from silence to twice the level', () =>
  withPage('allowed', async (page) => {
    await begin(page, { mode: 'merged', tabToneHz: null, witnessed: true })
    await reach(page, 16_000)
    await page.evaluate(() => window.capturing.setGain(0))
    const muted = await page.evaluate(() => window.capturing.endFrame())
    await reach(page, muted + 16_000)
    await page.evaluate(() => window.capturing.setGain(1.5))
    const raised = await page.evaluate(() => window.capturing.endFrame())
    await reach(page, raised + 16_000)
    await stop(page)
    const all = channel((await told(page)).batches, 0, 1)
    expect(component(all.slice(muted + 6000, muted + 15_000), microphoneToneHz).amplitude).toBeLessThan(0.001)
    const given = await source(page, 0)
    const [from, to] = [raised + 6000, raised + 15_000]
    const { leastGain, greatestGain } = follows(all.slice(from, to), given.slice(from, to), microphoneToneHz)
    expect(leastGain).toBeGreaterThan(1.4)
    expect(greatestGain).toBeLessThan(1.6)
  }))

test('aborting releases everything at once', () =>
  withPage('allowed', async (page) => {
    await begin(page, { mode: 'channels', tabToneHz })
    await page.evaluate(() => window.capturing.abort())
    await page.waitForFunction(() => window.capturing.open().contexts.every((state) => state === 'closed'))
    expect((await opened(page)).tracks).toEqual(['ended', 'ended'])
  }))

test('echo cancellation is requested; if the chosen microphone is gone, the default one is used and the user is told', () =>
  withPage('allowed', async (page) => {
    await begin(page, { mode: 'merged', tabToneHz: null, microphoneId: 'unplugged', raw: false })
    await reach(page, 4096)
    await stop(page)
    const { asked, problems, microphones } = await told(page)
    expect(asked).toMatchObject([
      { audio: { echoCancellation: true, deviceId: { exact: 'unplugged' } } },
      { audio: { deviceId: { exact: 'unplugged' } } },
      { audio: true },
    ])
    expect(microphones).toMatchObject([{ label: expect.stringMatching(/./), fallback: true }])
    expect(problems).toEqual([
      `The chosen microphone could not be used. The recording continues with ${microphones[0]?.label}.`,
    ])
  }))

test('a denied microphone gives a message that says how to allow it, and leaves nothing open', () =>
  withPage('denied', async (page) => {
    await expect(begin(page, { mode: 'channels', tabToneHz })).rejects.toThrow(
      'Chartside is not allowed to use the microphone. Open the welcome page and allow the microphone there.',
    )
    expect(await opened(page)).toEqual({ contexts: ['closed'], tracks: ['ended'] })
  }))

test('a failed set-up gives the message of the catalogue and leaves nothing open', () =>
  withPage('allowed', async (page) => {
    await expect(begin(page, { mode: 'channels', tabToneHz, workletUrl: '/nowhere.js' })).rejects.toThrow(
      'Failed to initialize audio context or stream',
    )
    expect(await opened(page)).toEqual({ contexts: ['closed'], tracks: ['ended'] })
  }))
