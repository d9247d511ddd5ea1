import { describe, expect, test } from 'vitest'
import { draftOf, emptySession, requestOf, sessionFromDraft, sizeOf } from './working-session.ts'

const maya = { name: 'Maya Okafor', identifier: '004812' }
const typed = { ...emptySession, text: 'Slept six hours.', patient: maya }
const layoutId = '00000000-0000-4000-8000-000000000001'

describe('the work at hand', () => {
  test('what was typed comes back with the patient it belongs to', () => {
    expect(sessionFromDraft(draftOf(typed))).toEqual(typed)
    expect(sessionFromDraft('')).toBeNull()
    expect(sessionFromDraft('{"text": 5}')).toBeNull()
  })

  test('a recording is asked for by its id, with the patient it was bound to and the day', () => {
    const take = { transcriptId: layoutId, turns: ['Speaker 0: Hello.'], elapsedMs: 60_000 }
    expect(requestOf({ ...emptySession, take, patient: maya }, layoutId, '2026-11-21')).toEqual({
      layoutId,
      transcriptId: layoutId,
      context: { patient: maya, current_visit: { date: '2026-11-21' } },
      patientId: '004812',
    })
  })

  test('an example brings its own context and never a real chart', () => {
    const example = { name: 'Example', context: { patient: { name: 'Dana' } }, transcript: 'Speaker 0: Hi.' }
    const request = requestOf({ ...typed, example }, layoutId, '2026-11-21')
    expect(request).toMatchObject({ context: example.context, patientId: 'Example' })
  })

  test('the size names minutes, words and speakers, labels not counted', () => {
    const take = { transcriptId: layoutId, turns: ['Speaker 0: one two', 'Speaker 1: three'], elapsedMs: 38 * 60_000 }
    expect(sizeOf({ ...emptySession, take })).toBe('38 min · 3 words · 2 speakers')
    expect(sizeOf(typed)).toBe('3 words')
  })
})
