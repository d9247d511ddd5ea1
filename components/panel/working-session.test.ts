import { describe, expect, test } from 'vitest'
import { draftOf, emptySession, readDraft, requestOf, sizeOf, withEdit } from './working-session.ts'

const maya = { name: 'Maya Okafor', identifier: '004812' }
const typed = { ...emptySession, text: 'Slept six hours.', patient: maya }
const ruth = 'ruth.calder@clinic.example'
const layoutId = '00000000-0000-4000-8000-000000000001'

const visit = { today: '2026-11-21', language: 'es' }

describe('the current work', () => {
  test('typed words are restored with the patient they belong to, and damaged data is ignored', () => {
    expect(readDraft(draftOf(typed, ruth), ruth)).toEqual({ session: typed, edits: {} })
    expect(readDraft('', ruth)).toBeNull()
    expect(readDraft('{"text": 5}', ruth)).toBeNull()
  })

  test('words of one person are not shown to another, and words without an owner are shown to nobody', () => {
    expect(readDraft(draftOf(typed, ruth), 'other@clinic.example')).toBeNull()
    expect(readDraft(JSON.stringify({ text: 'x', patient: null }), '')).toBeNull()
  })

  test('unsaved fields of notes are kept by report and field, and removed once they are saved', () => {
    const edit = { base: ['Six hours.'], value: ['Seven hours.'] }
    const edits = withEdit({}, 'r1', 'sleep', edit)
    expect(readDraft(draftOf(emptySession, ruth, edits), ruth)).toEqual({ session: emptySession, edits })
    expect(draftOf(emptySession, ruth, withEdit(edits, 'r1', 'sleep', null))).toBe('')
    expect(withEdit(withEdit(edits, 'r1', 'plan', edit), 'r1', 'sleep', null)).toEqual({ r1: { plan: edit } })
  })

  test('a recording is requested by its id, with its patient and the date', () => {
    const take = {
      transcriptId: layoutId,
      turns: ['Speaker 0: Hello.'],
      elapsedMs: 60_000,
      origin: 'recorded' as const,
    }
    expect(requestOf({ ...emptySession, take, patient: maya }, layoutId, visit)).toEqual({
      layoutId,
      transcriptId: layoutId,
      context: { patient: maya, current_visit: { date: '2026-11-21' } },
      patientId: '004812',
    })
  })

  test.each([
    ['on one day', [9, 5], [9, 50], { start: '09:05', end: '09:50' }],
    ['over midnight', [23, 30], [24, 10], {}],
  ] as const)('the times of a recording are sent if they are of the day of the visit: %s', (_, from, to, times) => {
    // The times are in the time zone of the computer that runs the test.
    const at = ([hours, minutes]: readonly [number, number]) => new Date(2026, 10, 21, hours, minutes).getTime()
    const take = {
      transcriptId: layoutId,
      turns: ['Speaker 0: Hello.'],
      elapsedMs: 60_000,
      origin: 'recorded' as const,
      times: { startedAtMs: at(from), endedAtMs: at(to) },
    }
    expect(requestOf({ ...emptySession, take }, layoutId, visit).context).toEqual({
      current_visit: { date: '2026-11-21', ...times },
    })
  })

  test('typed words are sent with the language that the user has chosen', () => {
    expect(requestOf({ ...typed, patient: null }, layoutId, visit)).toMatchObject({
      transcript: typed.text,
      language: 'es',
    })
  })

  test('an example has its own context and never a real chart', () => {
    const example = { name: 'Example', context: { patient: { name: 'Dana' } }, transcript: 'Speaker 0: Hi.' }
    const request = requestOf({ ...typed, example }, layoutId, visit)
    expect(request).toMatchObject({ context: example.context, patientId: 'Example' })
    expect(request.language).toBeUndefined()
  })

  test('the size gives minutes, words and speakers, without counting labels', () => {
    const take = {
      transcriptId: layoutId,
      turns: ['Speaker 0: one two', 'Speaker 1: three'],
      elapsedMs: 38 * 60_000,
      origin: 'recorded' as const,
    }
    expect(sizeOf({ ...emptySession, take })).toBe('38 min · 3 words · 2 speakers')
    expect(sizeOf(typed)).toBe('3 words')
  })
})
