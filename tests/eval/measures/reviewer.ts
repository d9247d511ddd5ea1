import { partsOfValue } from '../../../lib/report/index.ts'
import { generate, type TokenCount, type Writer } from '../../../server/generation/index.ts'
import { openAiCompatibleWriter } from '../../../server/providers/language/openai-compatible.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../../fakes/openai-server.ts'
import { reviewReply } from '../../fakes/reviewer.ts'
import { seeded } from '../../generation/lies/random.ts'
import { type ErrorKind, errorKinds, plant } from '../clinicians/plant.ts'
import { type HumanValue, humanValues } from '../clinicians/values.ts'

/** How many errors of each kind are planted, and how many texts without an error are reviewed. */
const perKindDefault = 200
const slot = 1

/** The model that reviews. `onUsage` is told how many tokens the model has used. */
interface Reviewer {
  writer: Writer
  onUsage?: (tokens: TokenCount) => void
}

/**
 * The sentences of the text without the planted error. By default, a script answers in place of the reviewing model,
 * and judges only these sentences as supported.
 */
let truth: ReadonlySet<string> = new Set()

/**
 * Generates a note whose first model writes `text` and that `reviewer` reviews. Returns the severities of the
 * flags that come from the review.
 */
async function reviewedAs(value: HumanValue, text: string, { writer: reviewer, onUsage }: Reviewer): Promise<number[]> {
  const { field, turns, context, evidence } = value
  truth = new Set(partsOfValue(field, [value.text]).map((part) => part.text))
  const writer: Writer = {
    name: 'The writer of the planted text',
    async *write() {
      yield { id: field.id, value: [text], confidence: 1, state: 'stated', evidence }
    },
  }
  const { results } = await generate({
    template: { id: 't', name: 'T', instructions: '', fields: [field] },
    turns,
    context,
    writers: () => ({ ...writer, reviewer: { ...reviewer, slot } }),
    onUsage: (_, tokens) => onUsage?.(tokens),
    signal: new AbortController().signal,
  })
  return results.flatMap(({ flags }) =>
    flags.filter(({ reason }) => reason.startsWith('The reviewer found')).map(({ severity }) => severity),
  )
}

async function caughtOf(kind: ErrorKind, values: readonly HumanValue[], reviewer: Reviewer, perKind: number) {
  const names = [...new Set(values.map(({ context }) => context.patient?.name ?? ''))].filter((name) => name !== '')
  const random = seeded(29)
  const tally = { planted: 0, caught: 0 }
  for (let tries = 0; tries < perKind * 60 && tally.planted < perKind; tries++) {
    const [value, other] = [random.pick(values), random.pick(values)]
    if (value === undefined || other === undefined) break
    const text = plant(kind, value, { names, texts: other.turns === value.turns ? [] : [other.text] }, random)?.text
    if (text === undefined || text === value.text) continue
    tally.planted++
    if ((await reviewedAs(value, text, reviewer)).some((severity) => severity > 1)) tally.caught++
  }
  return tally
}

/**
 * Measures how many planted errors are flagged after a review. Each review runs through all steps in the
 * server: statements, prompt, request, answer and flags. By default, a script answers in place of the reviewing model.
 * The script knows the text without the planted error, so the result says nothing about any real model. `given` is a
 * real model to measure. `perKind` is the number of errors of each kind.
 */
export async function reviewerFigures(data: string, given?: Reviewer, perKind: number = perKindDefault) {
  const values = humanValues(data, 'read')
  const fake: FakeOpenAi = await startFakeOpenAi((request) =>
    reviewReply(request, { verdict: ({ text }) => (truth.has(text) ? 'supported' : 'not') }),
  )
  try {
    const script = openAiCompatibleWriter({ baseUrl: fake.baseUrl, model: 'script', name: 'The script' })
    const reviewer = given ?? { writer: script }
    const planted: Partial<Record<ErrorKind, { planted: number; caught: number }>> = {}
    for (const kind of errorKinds) planted[kind] = await caughtOf(kind, values, reviewer, perKind)
    const random = seeded(31)
    const control = { reviewed: 0, flagged: 0 }
    while (control.reviewed < perKind) {
      const value = random.pick(values)
      if (value === undefined) break
      control.reviewed++
      if ((await reviewedAs(value, value.text, reviewer)).length > 0) control.flagged++
    }
    return { planted, control }
  } finally {
    await fake.close()
  }
}

/** Returns the figures as rows of a table. `limit` is the required result. */
export function reviewerRows({ planted, control }: Awaited<ReturnType<typeof reviewerFigures>>) {
  return [
    ...Object.entries(planted).map(([kind, { planted: count, caught }]) => ({
      measure: `planted errors that the reviewer's flags show: ${kind}`,
      figure: `${caught} of ${count}: ${Math.round((1000 * caught) / Math.max(1, count)) / 10} %`,
      limit: '>= 95 %',
    })),
    {
      measure: 'texts without an error that get a flag of the reviewer',
      figure: `${control.flagged} of ${control.reviewed}`,
      limit: '0',
    },
  ]
}
