import { expect, test } from 'vitest'
import { takePlace } from './reader-places.ts'

const never = new AbortController().signal

test('a caller that aborts just after its turn does not remove another caller from the queue', async () => {
  const [one, other] = [await takePlace(never), await takePlace(never)]
  const aborted = new AbortController()
  const first = takePlace(aborted.signal)
  const second = takePlace(never)
  one()
  aborted.abort()
  ;(await first)()
  ;(await second)()
  other()
})

test('a caller that aborts during its wait leaves the queue', async () => {
  const [one, other] = [await takePlace(never), await takePlace(never)]
  const aborted = new AbortController()
  const first = takePlace(aborted.signal)
  const second = takePlace(never)
  aborted.abort(new Error('The request has ended.'))
  await expect(first).rejects.toThrow('The request has ended.')
  one()
  ;(await second)()
  other()
})
