// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { type Note, toNote } from '../../lib/report/index.ts'
import { cleanHtml, noteMarkdown, noteText } from './copy-note.ts'

const note: Note = toNote('SOAP', { fields: [{ id: 'plan', name: 'Plan', type: 'string' }] }, [
  {
    id: 'plan',
    type: 'string',
    value: ['**Call** ==her sister=={2}\n\n- [x] walk\n- [ ] sleep'],
    confidence: 1,
    state: 'stated',
    evidence: [],
    flags: [],
  },
])

test('Markdown keeps bold and tasks, and drops highlights', () => {
  expect(noteMarkdown(note)).toContain('**Call** her sister\n\n- [x] walk\n- [ ] sleep')
})

test('plain text contains the words without marks', () => {
  expect(noteText(note)).toBe('SOAP\n\nPlan:\nCall her sister\n\n[x] walk\n[ ] sleep')
})

test('rich text contains structure and words: no classes, no highlights, no scripts; lists keep their numbers', () => {
  const paper = document.createElement('article')
  paper.innerHTML =
    '<h1 class="a">SOAP</h1><div class="b"><p onclick="x()"><strong>Call</strong> <mark data-severity="2">her</mark></p></div><ul><li><span role="img" aria-label="Done"></span><div><p>walk</p></div></li></ul><ol class="d" start="3"><li>Mai</li></ol><section tabindex="0"><table><tbody><tr><td class="c">100 mg</td></tr></tbody></table></section>'
  expect(cleanHtml(paper)).toBe(
    '<h1>SOAP</h1><p><strong>Call</strong> her</p><ul><li>☑ <p>walk</p></li></ul><ol start="3"><li>Mai</li></ol><table><tbody><tr><td>100 mg</td></tr></tbody></table>',
  )
})
