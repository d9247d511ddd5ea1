import { describe, expect, test } from 'vitest'
import type { Field, Result, Template } from '../../lib/contracts/index.ts'
import { type Draft, generate, NoAnswerError, NothingSaidError, type WriteRequest, type Writer } from './index.ts'

const turns = [
  'Speaker 0: How do you sleep?',
  'Speaker 1: Badly, about five hours. My chest is tight.',
  'Speaker 0: Any pain?',
  'Speaker 1: No.',
]
const template = (...fields: Field[]): Template => ({ id: 't', name: 'T', instructions: '', fields })
const draft = (id: string, value: string[], more: Partial<Draft> = {}): Draft => ({
  id,
  value,
  confidence: 0.9,
  state: 'stated',
  evidence: [{ turn: 1, quote: 'about five hours' }],
  ...more,
})
const scripted = (
  answer: (request: WriteRequest, call: number) => Draft[],
  name = 'A writer',
): Writer & { calls: WriteRequest[] } => {
  const calls: WriteRequest[] = []
  return {
    name,
    calls,
    async *write(request) {
      calls.push(request)
      yield* answer(request, calls.length)
    },
  }
}
const run = (fields: Field[], writer: Writer, more: Partial<Parameters<typeof generate>[0]> = {}) =>
  generate({
    template: template(...fields),
    turns,
    context: {},
    writers: () => writer,
    signal: new AbortController().signal,
    ...more,
  })
const only = (results: Result[]): Result => {
  expect(results).toHaveLength(1)
  return results[0] as Result
}
const sleep: Field = { id: 'sleep', name: 'Sleep', type: 'string' }

describe('generate', () => {
  test('makes no note if nothing was said', async () => {
    const writer = scripted(() => [])
    await expect(run([sleep], writer, { turns: ['Speaker 1: ', ' … '] })).rejects.toBeInstanceOf(NothingSaidError)
    expect(writer.calls).toHaveLength(0)
  })

  test('takes the mark of a pause for no words, and says in the note that there was one (product 9.33)', async () => {
    const mark = '[Pause: 4 min]'
    const writer = scripted(() => [draft('sleep', ['Client sleeps five hours.'])])
    await expect(run([sleep], writer, { turns: [mark, 'Speaker 1: ', mark] })).rejects.toBeInstanceOf(NothingSaidError)
    const paused = [...turns.slice(0, 2), mark, ...turns.slice(2)]
    const { notices } = await run([sleep], writer, { turns: paused })
    expect(notices).toContain('The recording had a pause without sound: 4 min.')
    expect(writer.calls[0]?.turns).toEqual([...turns.slice(0, 2), '', ...turns.slice(2)])
    const twice = await run([sleep], writer, { turns: [...paused, '[Pause: 40 s]', 'Speaker 1: Bye.'] })
    expect(twice.notices).toContain('The recording had pauses without sound: 4 min, 40 s.')
  })

  test('fills start and end times from the recording, and shows them to no writer', async () => {
    const writer = scripted(() => [draft('sleep', ['Client sleeps five hours.'])])
    const fields: Field[] = [
      { id: 'from', name: 'Start', type: 'start_time' },
      { id: 'span', name: 'Times', type: 'start_end_time' },
      sleep,
    ]
    const visit = { date: '2026-11-21', start: '09:05', end: '09:50' }
    const { results } = await run(fields, writer, { context: { current_visit: visit } })
    expect(results.map(({ value, state, given }) => [value, state, given])).toEqual([
      [['09:05'], 'entered', 'visit'],
      [['09:05', '09:50'], 'entered', 'visit'],
      [['Client sleeps five hours.'], 'stated', undefined],
    ])
    expect(writer.calls.flatMap((call) => call.fields.map(({ id }) => id))).toEqual(['sleep'])
    expect(JSON.stringify(writer.calls)).not.toContain('09:05')
  })

  test('asks the writer for a time that the visit does not tell', async () => {
    const writer = scripted(() => [draft('to', ['10:00'])])
    const fields: Field[] = [{ id: 'to', name: 'End', type: 'end_time' }]
    await run(fields, writer, { context: { current_visit: { date: '2026-11-21', start: '09:05' } } })
    expect(writer.calls).not.toHaveLength(0)
  })

  test('keeps a valid answer as it is, asks for it once, and reports it once', async () => {
    const writer = scripted(() => [draft('sleep', ['Client sleeps five hours.'])])
    const told: Result[] = []
    const output = await run([sleep], writer, { onResult: (result) => told.push(result) })
    expect(only(output.results)).toMatchObject({ value: ['Client sleeps five hours.'], state: 'stated', flags: [] })
    expect(told).toEqual(output.results)
    expect(writer.calls).toHaveLength(1)
  })

  test('asks once more about a quote that was not said, names the error, and keeps the better answer', async () => {
    const writer = scripted((_, call) => [
      draft(
        'sleep',
        ['Client sleeps five hours.'],
        call === 1 ? { evidence: [{ turn: 1, quote: 'I sleep well' }] } : {},
      ),
    ])
    const output = await run([sleep], writer)
    expect(writer.calls[1]?.complaints).toContainEqual({
      id: 'sleep',
      faults: expect.arrayContaining(['A quote does not occur in the turn that it names.']),
      answer: expect.objectContaining({ evidence: [{ turn: 1, quote: 'I sleep well' }] }),
    })
    expect(only(output.results)).toMatchObject({ flags: [], evidence: [{ turn: 1, quote: 'about five hours' }] })
  })

  test('gives only a hint, and does not ask again, about an answer that the check cannot judge', async () => {
    const writer = scripted(() => [draft('sleep', ['No'], { evidence: [{ turn: 1, quote: 'Badly' }] })])
    const output = await run([{ id: 'sleep', name: 'Chest tightness', type: 'boolean' }], writer)
    expect(writer.calls).toHaveLength(1)
    expect(only(output.results)).toMatchObject({ value: ['No'], flags: [{ severity: 1 }] })
  })

  test('keeps and flags an answer that is still faulty after the second attempt', async () => {
    const writer = scripted(() => [draft('sleep', ['Client sleeps nine hours.'])])
    const output = await run([sleep], writer)
    expect(writer.calls).toHaveLength(2)
    expect(only(output.results)).toMatchObject({
      value: ['Client sleeps nine hours.'],
      flags: [{ severity: 2, text: 'nine', reason: 'This number was not said in the session.' }],
    })
  })

  test('leaves undiscussed fields empty, whatever the writer says', async () => {
    const output = await run(
      [sleep],
      scripted(() => [draft('sleep', ['Normal.'], { state: 'not_discussed' })]),
    )
    expect(only(output.results)).toMatchObject({ value: [], state: 'not_discussed', evidence: [] })
  })

  test('leaves the fields of a failed writer empty, with a notice that repeats nothing of the error', async () => {
    const failing: Writer = {
      name: 'The model',
      async *write() {
        yield draft('sleep', ['Client sleeps five hours.'])
        throw new Error('secret words')
      },
    }
    const output = await run([sleep, { ...sleep, id: 'pain' }], failing)
    expect(output.results.map(({ value }) => value)).toEqual([['Client sleeps five hours.'], []])
    expect(output.notices).toEqual(['The model did not answer, so 1 field was left empty (“Sleep”).'])
    expect(output.unanswered).toEqual(['pain'])
  })

  test('has no output if every writer fails: the error names who failed, but repeats no message', async () => {
    const failing: Writer = {
      name: 'The model',
      provider: 'somebody',
      // biome-ignore lint/correctness/useYield: it fails before its first answer
      async *write() {
        throw new Error('secret words')
      },
    }
    const told: unknown[] = []
    const failed = await run([sleep, { ...sleep, id: 'pain', temperature: 0.5 }], failing, {
      onFailure: ({ slot, provider, status }) => told.push([slot, provider, status]),
    }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(NoAnswerError)
    expect((failed as Error).message).toBe('The language model did not answer. Wait a moment, then try again.')
    expect(told).toEqual([
      [0, 'somebody', null],
      [0, 'somebody', null],
    ])
  })

  test('does not ask again for existing results, and evaluates conditions on them', async () => {
    const standing: Result[] = [
      { id: 'bad', type: 'boolean', value: ['Yes'], confidence: 1, state: 'stated', evidence: [], flags: [] },
    ]
    const fields: Field[] = [
      { id: 'bad', name: 'Sleeps badly', type: 'boolean' },
      { ...sleep, condition: { id: 'bad', equals: 'yes' } },
    ]
    const writer = scripted(({ fields: asked }) => asked.map(({ id }) => draft(id, ['Five hours.'])))
    const output = await run(fields, writer, { existingResults: standing })
    expect(output.results.map(({ id, value }) => [id, value])).toEqual([
      ['bad', ['Yes']],
      ['sleep', ['Five hours.']],
    ])
    expect(writer.calls.map(({ fields: asked }) => asked.map(({ id }) => id))).toEqual([['sleep']])
  })

  test('gives up a writer that never ends after the time limit', async () => {
    const stuck: Writer = {
      name: 'The model',
      write: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    }
    await expect(run([sleep], stuck, { groupTimeoutMs: 5 })).rejects.toThrow('did not answer in time')
  })

  test('ends on an abort with the caller’s reason', async () => {
    const abort = new AbortController()
    const stuck: Writer = {
      name: 'The model',
      write: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => {
            abort.abort(new Error('stopped by the user'))
            return new Promise(() => {})
          },
        }),
      }),
    }
    await expect(run([sleep], stuck, { signal: abort.signal })).rejects.toThrow('stopped by the user')
  })

  test('evaluates a condition on the answer of the earlier field; a field that is not asked has no result', async () => {
    const fields: Field[] = [
      { ...sleep, id: 'why', condition: { id: 'bad', equals: 'yes' } },
      { ...sleep, id: 'praise', condition: { id: 'bad', equals: 'No' } },
      { id: 'bad', name: 'Sleeps badly', type: 'boolean' },
      { ...sleep, id: 'lost', name: 'Lost', condition: { id: 'nowhere', equals: 'x' } },
    ]
    const writer = scripted(({ fields: asked }) =>
      asked.map(({ id }) => draft(id, [id === 'bad' ? 'Yes' : 'Five hours.'])),
    )
    const output = await run(fields, writer)
    expect(output.results.map(({ id, value }) => [id, value])).toEqual([
      ['why', ['Five hours.']],
      ['bad', ['Yes']],
    ])
    expect(writer.calls.map(({ fields: asked }) => asked.map(({ id }) => id))).toEqual([['bad'], ['why']])
    expect(output.notices).toEqual([expect.stringContaining('“Lost” was not asked, because its condition refers to')])
  })

  test('a field whose condition depends on a disabled field is not asked, and the notice gives this reason', async () => {
    const fields: Field[] = [
      sleep,
      { id: 'risk', name: 'Risk', type: 'boolean', disabled: true },
      { ...sleep, id: 'details', name: 'Details', condition: { id: 'risk', equals: 'Yes' } },
      { ...sleep, id: 'plan', name: 'Plan', condition: { id: 'details', contains: 'call' } },
    ]
    const output = await run(
      fields,
      scripted(() => [draft('sleep', ['Five hours.'])]),
    )
    expect(output.results.map(({ id }) => id)).toEqual(['sleep'])
    expect(output.notices).toEqual([
      'The fields “Details”, “Plan” were not asked, because their conditions depend on fields that are disabled. Enable those fields, or change the conditions in the template.',
    ])
  })

  test('asks no field that depends on an unclear answer, not even one that depends on an empty one', async () => {
    const fields: Field[] = [
      { id: 'bad', name: 'Sleeps badly', type: 'boolean' },
      { ...sleep, id: 'why', condition: { id: 'bad', equals: 'Yes' } },
      { ...sleep, id: 'none', condition: { id: 'bad', equals: '' } },
    ]
    const writer = scripted(({ fields: asked }) => asked.map(({ id }) => draft(id, ['Yes'], { state: 'unclear' })))
    const output = await run(fields, writer)
    expect(only(output.results)).toMatchObject({
      id: 'bad',
      value: [],
      state: 'unclear',
      evidence: [{ turn: 1, quote: 'about five hours' }],
    })
    expect(writer.calls).toHaveLength(1)
  })

  test('calls no risk “not discussed” while somebody has spoken of it', async () => {
    const session = ['Speaker 0: How are you?', 'Speaker 1: I just get suicidal thoughts. I sleep badly.']
    const writer = scripted(() => [
      draft('sleep', ['Sleeps badly.'], { evidence: [{ turn: 1, quote: 'I sleep badly.' }] }),
    ])
    const fields: Field[] = [
      sleep,
      { id: 'si', name: 'Suicidal ideation', type: 'boolean' },
      { id: 'meds', name: 'Medications', type: 'string' },
    ]
    const output = await run(fields, writer, { turns: session, turnBeginsMs: [0, 4_000] })
    const words = { turn: 1, quote: 'I just get suicidal thoughts.', atMs: 4_000 }
    expect(output.omissions).toEqual([{ kind: 'risk', ...words }])
    expect(output.results.slice(1)).toMatchObject([
      { id: 'si', value: [], state: 'unclear', evidence: [words] },
      { id: 'meds', value: [], state: 'not_discussed', evidence: [] },
    ])
  })

  test('names for each result who has read the session for it', async () => {
    const rules = scripted(({ fields }) => fields.slice(0, 1).map(({ id }) => draft(id, ['Sleeps five hours.'])))
    const failing: Writer = {
      name: 'The model',
      provider: 'somebody',
      fallback: rules,
      // biome-ignore lint/correctness/useYield: it fails before its first answer
      async *write() {
        throw new Error('away')
      },
    }
    const writers = [{ ...rules, provider: 'somebody' }, rules, failing]
    const fields = writers.flatMap((_, model): Field[] => [
      { ...sleep, id: `said ${model}`, model },
      { ...sleep, id: `silent ${model}`, model },
    ])
    const output = await run(fields, rules, { writers: (slot) => writers[slot] ?? rules })
    expect(output.results.map(({ id, writer }) => [id, writer])).toEqual([
      ['said 0', 'model'],
      ['silent 0', 'model'],
      ['said 1', 'embedded'],
      ['silent 1', 'embedded'],
      ['said 2', 'embedded'],
      ['silent 2', 'embedded'],
    ])
  })

  test('does not ask for disabled fields, but for fields of the page', async () => {
    const writer = scripted(({ fields }) => fields.map(({ id }) => draft(id, ['Five hours.'])))
    const output = await run([{ ...sleep, disabled: true }], writer, { dynamicFields: [{ id: 'page', name: 'Sleep' }] })
    expect(output.results.map(({ id }) => id)).toEqual(['page'])
  })

  test('leaves an answer below its field’s confidence threshold empty, and keeps its evidence', async () => {
    const output = await run(
      [{ ...sleep, probability: 0.95 }],
      scripted(() => [draft('sleep', ['Five hours.'])]),
    )
    expect(only(output.results)).toMatchObject({ value: [], confidence: 0.9, evidence: [{ turn: 1 }] })
  })
})
