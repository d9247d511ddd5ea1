import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { field, layoutDraft, type Template, type VisitContext } from '../../lib/contracts/index.ts'
import { toTemplate } from '../../lib/template/index.ts'
import { embeddedWriter, generate } from '../../server/generation/index.ts'
import { withoutExtracts } from '../../server/generation/reading/extract.ts'
import { turnsFromText } from '../../server/services/transcripts/formats/index.ts'
import { paraphrased } from '../eval/readings.ts'
import { casesOf, isExhaustive, partOf } from '../exhaustive.ts'
import { exchanges } from './negations.ts'
import { factSessions, unseenSessions } from './omissions/facts.ts'
import { layouts, sessions } from './score.ts'
import { visitTemplate } from './visits/visits.ts'

const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const demo = (json('../../assets/demo/script.json') as { speaker: number; text: string }[]).map(
  ({ speaker, text }) => `Speaker ${speaker}: ${text}`,
)
const demoLayout = toTemplate(layoutDraft.parse(json('../../assets/demo/layout.json')), 'demo')
const templates = [...layouts, visitTemplate, demoLayout]

const stories = [
  ...sessions,
  ...paraphrased().map((one) => ({ ...one, context: {} as VisitContext })),
  ...[...factSessions, ...unseenSessions].map(({ name, turns }) => ({ name, turns, context: {} as VisitContext })),
  { name: 'demo', turns: demo, context: { current_visit: { date: '2026-10-14' } } },
  { name: 'exchanges', turns: exchanges.flatMap(({ turns }) => turns), context: {} },
]

/**
 * Returns the name with which a note names the speaker of a turn. Uses no code of the writer, because the test checks
 * the writer.
 */
function speakerOf(turn: string): string {
  if (/^\s*\[?(?:speaker 0|doctor|provider|therapist|clinician|nurse)\]?\b/i.test(turn)) return 'Provider'
  if (/^\s*\[?(?:speaker 1|patient|client)\]?\b/i.test(turn)) return 'Patient'
  return /^\s*([^:]{1,20}):/.exec(turn)?.[1] ?? ''
}

/**
 * The template's own text, without its placeholders. A note repeats this text, so these words need not come from an
 * extract.
 */
const ownWords = ({ fields }: Template) =>
  fields.flatMap((one) => (one.type === 'template' ? [one.text.replaceAll(/\[[^\]]*\]/g, '')] : [])).join('\n')

/**
 * Checks that every text of a note consists of extracts, apart from the template's own text. An extract is a text that
 * the named speaker said, word for word, in one turn.
 */
async function expectExtracts(template: Template, turns: readonly string[], context: VisitContext) {
  const { results } = await generate({
    template,
    turns,
    context,
    writers: () => embeddedWriter,
    signal: AbortSignal.timeout(60_000),
  })
  const known = new Set(ownWords(template).split(/\s+/))
  let extracts = 0
  for (const { type, value, evidence, flags, state } of results) {
    expect(flags.filter(({ severity }) => severity > 1)).toEqual([])
    for (const { turn, quote } of evidence) expect(turns[turn]).toContain(quote)
    if ((type !== 'string' && type !== 'template') || state === 'entered') continue
    for (const text of value) {
      const { rest, unsaid } = withoutExtracts(text, ({ speaker, words }) =>
        turns.some((turn) => turn.replaceAll('\n', ' ').includes(words) && speakerOf(turn) === speaker),
      )
      expect(unsaid).toEqual([])
      extracts += text.length - rest.trim().length
      const left = rest
        .replaceAll(/^\s*(?:-|\d+\.)\s/gm, ' ')
        .split(/\s+/)
        .filter((word) => word !== '')
      // A field of the type `template` may also contain a date, such as "October 14, 2026". A date is not an extract,
      // so its parts are allowed.
      const strange = left.filter((word) => !known.has(word) && !/^(?:[A-Z][a-z]+|\d{1,2},|\d{4})$/.test(word))
      expect(type === 'string' ? left : strange).toEqual([])
    }
  }
  return extracts
}

describe('every text of the built-in writer consists of words that the named speaker said, and is not flagged', () => {
  // A part of the suite writes each story in two of the six templates.
  const isPart = !isExhaustive('written notes')
  const cases = partOf('written notes', stories).map((story, at) => ({
    ...story,
    chosen: templates.filter((_, index) => !isPart || index % 3 === at % 3),
  }))
  test.each(cases)('$name', async ({ turns, context, chosen }) => {
    let extracts = 0
    for (const template of chosen) extracts += await expectExtracts(template, turns, context)
    expect(extracts).toBeGreaterThan(0)
  })

  test('sessions drawn at random', async () => {
    const bits = stories.flatMap(({ turns }) => turns.map((turn) => turn.replace(/^[^:\]]*[:\]]\s*/, '')))
    const turn = fc
      .tuple(
        fc.constantFrom(
          'Doctor: ',
          'Patient: ',
          'Speaker 0: ',
          'Speaker 1: ',
          '[patient] ',
          '[doctor] ',
          'Mother: ',
          'Speaker 2: ',
        ),
        fc.array(
          fc.oneof(
            fc.constantFrom(...bits),
            fc.constantFrom('She said "no", twice.', 'No.', 'Any pain? Any fever?', 'my back hurts and i take aspirin'),
            fc.lorem({ mode: 'sentences', maxCount: 2 }),
          ),
          { minLength: 1, maxLength: 3 },
        ),
      )
      .map(([label, texts]) => label + texts.join(' '))
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { minLength: 4, maxLength: 14 }),
        fc.constantFrom(...templates),
        async (turns, template) => {
          await expectExtracts(template, turns, {})
        },
      ),
      { numRuns: casesOf('written notes', 150), seed: 17 },
    )
  })
})

test('a text of the demo’s form is said by the person that it names', async () => {
  const { results } = await generate({
    template: demoLayout,
    turns: turnsFromText(demo.join('\n')),
    context: { current_visit: { date: '2026-10-14' } },
    writers: () => embeddedWriter,
    signal: AbortSignal.timeout(60_000),
  })
  const filledIn = (name: string) =>
    results.find(({ id }) => id === demoLayout.fields.find((one) => field.parse(one).name === name)?.id)?.value
  // "My mood is anxious, but I am hopeful" is no plain answer.
  expect(filledIn('Mood')).toEqual([])
  expect(filledIn('Appetite')).toEqual(['Normal'])
  expect(filledIn('Suicidal Ideation')).toEqual(['No'])
  // "I have no side effects" answers another question.
  expect(filledIn('Medication Side Effects')).toEqual([])
  expect(filledIn('Next Appointment')).toEqual(['2026-10-28'])
  // The turn "I have been feeling better, but I am still anxious" does not show clearly which option of this field is
  // right, so the writer leaves the field empty.
  expect(filledIn('Anxiety Since Last Visit')).toEqual([])
  expect(results.filter(({ value }) => value.length > 0).length).toBeGreaterThanOrEqual(9)
})
