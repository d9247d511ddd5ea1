import { describe, expect, test } from 'vitest'
import {
  draftOf,
  emptySession,
  isStillExample,
  readDraft,
  requestOf,
  sizeOf,
  type Take,
  withEdit,
  withoutWords,
  withRemarksAside,
  withTake,
  withTextAsRemarks,
} from './working-session.ts'

const maya = { name: 'Maya Okafor', identifier: '004812', birthDate: '1991-04-02' }
const typed = { ...emptySession, text: 'Slept six hours.', patient: maya }
const ruth = 'ruth.calder@clinic.example'
const layoutId = '00000000-0000-4000-8000-000000000001'

const visit = { today: '2026-11-21', language: 'es' }

describe('the current work', () => {
  test('typed words are restored with the patient they belong to, and damaged data is ignored', () => {
    expect(readDraft(draftOf(typed, ruth), { email: ruth })).toEqual({ session: typed, edits: {} })
    // Two patients with the same name and without an identifier can differ only in their chart keys. So the chart key
    // must be stored.
    const keyed = { ...typed, patient: { ...maya, identifier: '', chartKey: '4812' } }
    expect(readDraft(draftOf(keyed, ruth), { email: ruth })?.session).toEqual(keyed)
    expect(readDraft('', { email: ruth })).toBeNull()
    expect(readDraft('{"text": 5}', { email: ruth })).toBeNull()
  })

  test('a recording without a note is restored with its patient, and so is the text that it put aside', () => {
    const take: Take = {
      transcriptId: layoutId,
      turns: ['Speaker 0: Hello.'],
      elapsedMs: 60_000,
      origin: 'recorded',
      times: { startedAtMs: 1000, endedAtMs: 61_000 },
      missing: [{ fromMs: 0, toMs: 500 }],
    }
    const ben = { name: 'Ben Ito', identifier: '7' }
    const recorded = withTake(typed, take, ben)
    expect(recorded).toMatchObject({ text: '', take, patient: ben, aside: [{ text: typed.text, patient: maya }] })
    expect(readDraft(draftOf(recorded, ruth), { email: ruth })?.session).toEqual(recorded)
    expect(readDraft(draftOf(withTake(emptySession, take, null), ruth), { email: ruth })?.session).toMatchObject({
      take,
    })
  })

  test('typed text returns with its patient after the note of the recording that put it aside', () => {
    const take: Take = { transcriptId: layoutId, turns: ['Hello.'], elapsedMs: 1000, origin: 'recorded' }
    expect(withoutWords(withTake(typed, take, null))).toEqual(typed)
    expect(withoutWords(typed)).toEqual(emptySession)
    // A second recording does not delete the text that the first one put aside.
    expect(withoutWords(withTake(withTake(typed, take, null), take, null))).toEqual(typed)
  })

  test('text typed before a recording becomes its remarks, unless it is about another patient, and no remark is lost', () => {
    const remarked = withTextAsRemarks(typed, maya)
    expect(remarked).toEqual({ ...emptySession, remarks: { text: typed.text, patient: maya } })
    expect(readDraft(draftOf(remarked, ruth), { email: ruth })?.session).toEqual(remarked)
    expect(withTextAsRemarks(typed, { name: 'Ben Ito', identifier: '7' })).toBe(typed)
    // A remark that could not be added is kept with its patient, beside other text about the patient.
    const kept = withRemarksAside({ ...remarked, aside: [{ text: 'Earlier.', patient: maya }] })
    expect(kept).toEqual({ ...emptySession, aside: [{ text: `Earlier.\n${typed.text}`, patient: maya }] })
    expect(withRemarksAside(typed)).toBe(typed)
  })

  test('a text is a demo visit while at least half of its lines are there', () => {
    const example = {
      name: 'Demo',
      transcript: 'Doctor: Hello.\nPatient: Hi.\nDoctor: Sleep?\nPatient: Six hours.',
      context: {},
    }
    expect(isStillExample(example, `${example.transcript} Well.`)).toBe(true)
    expect(isStillExample(example, 'Doctor: Hello.\nPatient: Hi.\nDoctor: And now?')).toBe(true)
    expect(isStillExample(example, 'Doctor: Hello.\nPatient: My knee hurts.')).toBe(false)
  })

  test('words of one person are not shown to another, and words without an owner are shown to nobody', () => {
    expect(readDraft(draftOf(typed, ruth), { email: 'other@clinic.example' })).toBeNull()
    expect(readDraft(JSON.stringify({ text: 'x', patient: null }), { email: '' })).toBeNull()
  })

  test('unsaved fields of notes are kept by report and field, and removed once they are saved', () => {
    const edit = { base: ['Six hours.'], value: ['Seven hours.'] }
    const edits = withEdit({}, 'r1', 'sleep', edit)
    expect(readDraft(draftOf(emptySession, ruth, edits), { email: ruth })).toEqual({ session: emptySession, edits })
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

  test('a note that is written later has the day of its recording', () => {
    const take: Take = {
      transcriptId: layoutId,
      turns: ['Hello.'],
      elapsedMs: 1000,
      origin: 'opened',
      day: '2026-11-13',
    }
    expect(requestOf({ ...emptySession, take }, layoutId, visit).context).toEqual({
      current_visit: { date: '2026-11-13' },
    })
    const at = (hours: number) => new Date(2026, 10, 20, hours).getTime()
    const times = { startedAtMs: at(9), endedAtMs: at(10) }
    const recorded: Take = { transcriptId: layoutId, turns: ['Hello.'], elapsedMs: 1000, origin: 'recorded', times }
    expect(requestOf({ ...emptySession, take: recorded }, layoutId, visit).context).toEqual({
      current_visit: { date: '2026-11-20', start: '09:00', end: '10:00' },
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
