import { describe, expect, test } from 'vitest'
import { embeddedWriter, generate } from '../../server/generation/index.ts'
import { judge, keyEntry, layouts, sessions } from './score.ts'

const write = (visit: (typeof sessions)[number], layout: (typeof layouts)[number]) =>
  generate({
    template: layout,
    turns: visit.turns,
    context: visit.context,
    writers: () => embeddedWriter,
    signal: new AbortController().signal,
  })

const outputs = await Promise.all(
  sessions.flatMap((visit) => layouts.map(async (layout) => ({ visit, layout, output: await write(visit, layout) }))),
)

describe('the bundled sessions and layouts', () => {
  test('are four sessions and nine layouts; of 40 to 80 turns, with provider and patient labelled, and every detail of the visit', () => {
    expect([sessions.length, layouts.length]).toEqual([4, 9])
    for (const { turns, context } of sessions) {
      expect(turns.length).toBeGreaterThanOrEqual(40)
      expect(turns.length).toBeLessThanOrEqual(80)
      for (const turn of turns) expect(turn).toMatch(/^Speaker [01]: /)
      expect(context.patient).toMatchObject({
        name: expect.any(String),
        age: expect.any(Number),
        pronouns: expect.any(String),
      })
      expect(context.provider?.name).toBeTruthy()
      expect(context.current_visit?.date).toBeTruthy()
    }
  })

  test('have fields with unique ids, and conditions that refer to a field of the same layout', () => {
    for (const { fields } of layouts) {
      const ids = fields.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const { condition } of fields) if (condition !== undefined) expect(ids).toContain(condition.id)
    }
  })
})

describe.each(outputs)('$visit.name × $layout.name by the built-in writer', ({ visit, layout, output }) => {
  test('every value is supported by words that occur literally in their turn, or is empty', () => {
    for (const { value, evidence, state, flags } of output.results) {
      if (value.length === 0) expect(['not_discussed', 'unclear', 'denied']).toContain(state)
      else expect(evidence.length).toBeGreaterThan(0)
      for (const { turn, quote } of evidence) expect(visit.turns[turn]).toContain(quote)
      expect(flags).toEqual([])
    }
  })

  test('nothing is filled that the session does not answer, or answers differently', () => {
    const verdicts = output.results.map((result) => {
      const entry = keyEntry(visit.name, layout.id, result.id)
      // The answer key can expect the state `denied`. A text field can contain the denial together with other
      // statements, and then has another state. So only the words of a text are compared with the answer key, and not
      // its state.
      const state = result.type === 'string' && result.value.length > 0 ? (entry.state ?? result.state) : result.state
      return { id: result.id, verdict: judge(entry, { ...result, state }) }
    })
    expect(verdicts.filter(({ verdict }) => verdict === 'invented' || verdict === 'wrong')).toEqual([])
  })
})

test('at least half of the texts that the sessions answer are filled', () => {
  // Other fields are filled only by plain answers, which people rarely give.
  const isText = ({ type }: { type: string }) => type === 'string' || type === 'template' || type === 'table'
  const answered = outputs.flatMap(({ visit, layout, output }) =>
    output.results
      .map((result) => ({ entry: keyEntry(visit.name, layout.id, result.id), result }))
      .filter(({ entry, result }) => entry.answered === true && isText(result)),
  )
  const missed = answered.filter(({ entry, result }) => judge(entry, result) === 'missed')
  expect(missed.length * 2).toBeLessThanOrEqual(answered.length)
})

test('without the session’s words, the note is empty', async () => {
  for (const layout of layouts) {
    const { output } = {
      output: await write({ name: 'none', turns: ['Speaker 0: Hello there.', 'Speaker 1: Hi.'], context: {} }, layout),
    }
    expect(output.results.filter(({ value }) => value.length > 0)).toEqual([])
  }
})
