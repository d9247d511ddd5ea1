// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { type Field, type Flag, type Result, reviewFindings, type Template } from '../../lib/contracts/index.ts'
import { reviewNotice, toNote, unreviewed } from '../../lib/report/index.ts'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { cleanHtml, noteMarkdown, noteText } from './copy-note.ts'
import { FieldCard } from './field-card.tsx'
import { NotePaper, paperId } from './note-paper.tsx'

const reasons = [
  'The reviewer found that the session supports only a part of this.',
  'The reviewer found that this was said less certainly.',
  'The reviewer found no support for this in the session.',
  'The reviewer found that the speaker took this back.',
  'The reviewer found that this was said about somebody else.',
  'The reviewer found that the session contradicts this.',
]
const sentences = ['Sleeps six hours.', 'Has insomnia.', 'Takes zolpidem.', 'Naps at noon.', 'Snores.', 'Sleeps well.']
const field: Field = { id: 'sleep', name: 'Sleep', type: 'string' }
const template: Template = { id: 't', name: 'T', instructions: '', fields: [field] }
const flagged = (more: Partial<Flag> = {}, own: Partial<Result> = {}): Result => ({
  id: 'sleep',
  type: 'string',
  value: [sentences.join(' ')],
  confidence: 1,
  state: 'stated',
  evidence: [],
  flags: sentences.map((text, at) => ({
    severity: reviewFindings[at] === 'partly' ? 2 : 3,
    text,
    reason: reasons[at] ?? '',
    finding: reviewFindings[at],
    ...more,
  })),
  writer: 'model',
  ...own,
})
const mounted = mountedInFile()

/** Renders the card and the paper of a note with this result. Returns what the card, the print and the copies say. */
async function shown(result: Result) {
  const note = toNote('Note', template, [result])
  const review = reviewNotice([result], () => 'Sleep')
  const [section] = note.sections
  if (section === undefined) throw new Error('The note has no section.')
  const session = { turns: [], patientName: '' }
  await mounted.render(
    <MantineProvider>
      <FieldCard
        section={section}
        field={field}
        context={{}}
        result={result}
        session={session}
        unsaved={undefined}
        undoable={false}
      />
      <NotePaper note={note} patientId="" signature={undefined} extracted={false} review={review} />
    </MantineProvider>,
  )
  const paper = document.getElementById(paperId)
  if (paper === null) throw new Error('There is no paper.')
  return {
    card: mounted.host.textContent ?? '',
    print: paper.textContent ?? '',
    rich: cleanHtml(paper),
    markdown: noteMarkdown(note),
    text: noteText(note),
  }
}

describe('a statement that a reviewer has not found supported', () => {
  test('is marked on the card, in print and in every copy, whatever is wrong with it', async () => {
    for (const [place, words] of Object.entries(await shown(flagged())))
      for (const [at, sentence] of sentences.entries()) {
        expect([place, words.includes(reasons[at] ?? '')]).toEqual([place, true])
        expect([place, words.includes(`“${sentence}”`)]).toEqual([place, true])
      }
  })

  test('is not marked in print and copies after somebody has decided about it', async () => {
    const { card: _, ...places } = await shown(flagged({ verdict: 'accepted' }))
    for (const words of Object.values(places)) expect(words).not.toContain('Check this')
  })
})

describe('the print of a note', () => {
  test('says that nobody has reviewed it', async () => {
    expect((await shown(flagged({}, { flags: [] }))).print).toContain(unreviewed)
    expect(unreviewed).toBe(
      'Only words, numbers, dates and names were checked. Nobody reviewed meaning: read negations, persons and sides yourself.',
    )
  })

  test('does not say so if a reviewer has judged every value, or if a person entered it', async () => {
    expect((await shown(flagged({}, { flags: [], reviewedBy: 'M' }))).print).not.toContain('Nobody reviewed')
    expect((await shown(flagged({}, { flags: [], state: 'entered' }))).print).not.toContain('Nobody reviewed')
  })

  test('names the fields that were not reviewed if others were', () => {
    const results = [flagged({}, { reviewedBy: 'M' }), flagged({}, { id: 'plan' })]
    expect(reviewNotice(results, (id) => id)).toBe(
      `${unreviewed} This is true of “plan”. A reviewer has read the other fields.`,
    )
  })
})
