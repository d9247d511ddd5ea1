import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

const settled = async (promise: Promise<void>) => {
  let isDone = false
  void promise.then(() => {
    isDone = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  return isDone
}

test('live recordings take all channels, and a further one is refused with the limit and its setting', () => {
  const places = createPlaces(4)
  const leave = places.takeLive(2)
  places.takeLive(2)
  expect(() => places.takeLive(1)).toThrow(/on 4 channels at the same time.*SPEECH_LOCAL_CHANNELS/)
  leave()
  places.takeLive(2)
})

test('files never take a place from a live recording: they stop until it ends', async () => {
  const places = createPlaces(2)
  const file = places.queue(1)
  const other = places.queue(1)
  const third = places.queue(1)
  expect(await Promise.all([file, other].map((one) => settled(one.turn())))).toEqual([true, true])
  const waiting = third.turn()
  expect(await settled(waiting)).toBe(false)
  const leave = places.takeLive(2)
  const stopped = file.turn()
  expect(await settled(stopped)).toBe(false)
  leave()
  await stopped
  expect(await settled(waiting)).toBe(false)
  other.leave()
  await waiting
})

test('files are served in the order in which they came', async () => {
  const places = createPlaces(2)
  const leave = places.takeLive(1)
  const wide = places.queue(2)
  const narrow = places.queue(1)
  const turns = [wide.turn(), narrow.turn()] as const
  expect(await settled(turns[1])).toBe(false)
  leave()
  await turns[0]
  expect(await settled(turns[1])).toBe(false)
  wide.leave()
  await turns[1]
})

test('a file that is given up stops waiting, and makes room', async () => {
  const places = createPlaces(1)
  const life = new AbortController()
  const first = places.queue(1, life.signal)
  const second = places.queue(1)
  const waiting = second.turn()
  await first.turn()
  life.abort(new Error('over'))
  await waiting
  await expect(first.turn()).rejects.toThrow('over')
})
