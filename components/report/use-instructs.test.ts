import { expect, test } from 'vitest'
import type { Model } from '../../lib/contracts/index.ts'
import { followsInstructions } from './use-instructs.ts'

const model = (slot: number, provider: string, more: Partial<Model> = {}): Model => ({
  ...{ slot, provider, name: provider, modelId: '', contextSize: 0 },
  ...more,
})
const builtIn = model(0, 'embedded')
const hosted = model(3, 'anthropic')

test.each([
  ['the built-in writer', {}, [builtIn], false],
  ['the built-in writer beside a hosted model', {}, [builtIn, hosted], false],
  ['a hosted model', { model: 3 }, [builtIn, hosted], true],
  [
    'a refused model, when an allowed one follows instructions',
    { model: 3 },
    [{ ...hosted, refused: true }, model(4, 'azure')],
    true,
  ],
  [
    'a refused model, when only the built-in writer is allowed',
    { model: 3 },
    [builtIn, { ...hosted, refused: true }],
    false,
  ],
  ['models that are not loaded yet', {}, undefined, true],
] as const)('instructions are offered or not with %s', (_, field, models, expected) => {
  expect(followsInstructions(field, models)).toBe(expected)
})
