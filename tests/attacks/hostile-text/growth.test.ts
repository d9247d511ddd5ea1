import { expect, test } from 'vitest'
import { partOf } from '../../exhaustive.ts'
import { growth } from './growth.ts'
import { hostileText, kindNames } from './kinds.ts'
import { readers } from './readers.ts'

test.each(Object.keys(readers))('%s: CPU time grows no faster than n log n with any kind of repeated text', (name) => {
  const read = readers[name] ?? (() => {})
  read('I slept well on Monday.')
  const offenders = partOf('hostile text', kindNames).flatMap((kind) => {
    const { least, tooFast } = growth(read, (length) => hostileText(kind, length), [2_000, 4_000, 8_000])
    return tooFast ? [`${kind}: ${least.map((ms) => `${Math.round(ms)} ms`).join(', ')}`] : []
  })
  expect(offenders).toEqual([])
})
