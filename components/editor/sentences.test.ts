import { expect, test } from 'vitest'
import { readMarkdown } from './markdown/index.ts'
import { sentenceRuns } from './sentences.ts'

const runsOf = (markdown: string) => {
  const [block] = readMarkdown(markdown)
  return block?.type === 'paragraph' ? sentenceRuns(block.content) : []
}

test('a paragraph is cut into its sentences, and every character is kept', () => {
  const runs = runsOf('Takes **150 mg** daily. Sleeps **well. Rests**\nat noon.')
  expect(runs.map(({ text }) => text)).toEqual([
    'Takes 150 mg daily.',
    null,
    'Sleeps well.',
    null,
    'Rests',
    null,
    'at noon.',
  ])
  expect(runs.flatMap(({ content }) => content)).toEqual([
    { type: 'text', text: 'Takes ', marks: [] },
    { type: 'text', text: '150 mg', marks: ['bold'] },
    { type: 'text', text: ' daily.', marks: [] },
    { type: 'text', text: ' ', marks: [] },
    { type: 'text', text: 'Sleeps ', marks: [] },
    { type: 'text', text: 'well.', marks: ['bold'] },
    { type: 'text', text: ' ', marks: ['bold'] },
    { type: 'text', text: 'Rests', marks: ['bold'] },
    { type: 'break' },
    { type: 'text', text: 'at noon.', marks: [] },
  ])
})

test('text without words has no sentence', () => {
  expect(runsOf('…').map(({ text }) => text)).toEqual([null])
})
