import { expect, test } from 'vitest'
import { likeness } from '../../../lib/page/form/saved-form.ts'
import { growth } from './growth.ts'

test('long labels without a common word are compared in a time that grows with their length', () => {
  const textOf = (length: number) => Array.from({ length: length / 6 }, (_, at) => (at + 10_000).toString(36)).join(' ')
  const compare = (text: string) => likeness(text, `${text.split('').toReversed().join('')}`)
  compare(textOf(600))
  const { least, tooFast } = growth(compare, textOf, [30_000, 60_000, 120_000])
  expect(tooFast, least.join()).toBe(false)
})
