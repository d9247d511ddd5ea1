import { expect, test } from 'vitest'
import type { Field } from '../../lib/contracts/index.ts'
import { checkDraft, takeStock } from './check/index.ts'
import { writeParts } from './write-parts.ts'
import type { Writer } from './writer.ts'

const turns = ['Speaker 1: I am not sure, maybe.', 'Speaker 1: The weather is fine.']
const field: Field = { id: 'f', name: 'Chest pain', type: 'boolean' }
const parts = turns.map((turn, at) => ({ turns: turns.map((one) => (one === turn ? one : '')), from: at, to: at }))
const against = { turns, context: {}, stock: takeStock(turns, {}) }
const asked = { instructions: '', fields: [field], context: {}, temperature: 0, signal: new AbortController().signal }
const hesitation = { turn: 0, quote: 'I am not sure, maybe.' }

test('a field that one part of a session mentions without a certain answer is kept, if another part cannot be read', async () => {
  const writer: Writer = {
    name: 'The model',
    async *write({ turns: [first] }) {
      if (first === '') throw new Error('away')
      yield { id: 'f', value: [], state: 'unclear', confidence: 0.4, evidence: [hesitation] }
    },
  }
  const { kept, partial } = await writeParts(writer, asked, parts, async (one, draft) =>
    checkDraft(one, draft, against),
  )
  expect(kept.size).toBe(0)
  expect(partial.get('f')?.result).toMatchObject({
    value: [],
    state: 'unclear',
    evidence: [hesitation],
    flags: [{ severity: 2, reason: expect.stringContaining('turn 2') }],
  })
})
