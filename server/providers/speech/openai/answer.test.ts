import { expect, test } from 'vitest'
import { readAnswer } from './answer.ts'

const utterance = {
  samples: new Int16Array(5 * 16_000),
  language: 'en',
  terms: [],
  failsSoon: false,
  signal: AbortSignal.abort(),
}
const textOf = (text: string, terms: string[] = []) => readAnswer({ text }, { ...utterance, terms })?.text ?? null

test.each([
  '[BLANK_AUDIO]',
  ' (coughs)',
  '[ Silence ]',
  ' *sighs*',
  '♪ ♪',
  '♪ la la la ♪',
  '(upbeat music)',
  '[Musik]',
  '(Applaus)',
  '【音楽】',
  '(笑)',
  '[_BEG_]',
  '<|nospeech|>',
  '[Zug fährt vorbei]',
  ' ... ',
  '[Music] (laughs)',
])('%s is no word', (text) => expect(textOf(text)).toBeNull())

test.each([
  ['I sleep six hours. [Music]', 'I sleep six hours.'],
  ['[coughing] My knee hurts.', 'My knee hurts.'],
  ['I take (about) ten milligrams.', 'I take (about) ten milligrams.'],
  ['It rings (breathing problems) at night.', 'It rings (breathing problems) at night.'],
  ['Take [10 mg] daily.', 'Take [10 mg] daily.'],
  ['[10 mg]', '[10 mg]'],
  ['I saw [Name] there.', 'I saw [Name] there.'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['(the whole sentence stands in round brackets here)', '(the whole sentence stands in round brackets here)'],
  ['No, no, no, no. I do not.', 'No, no, no, no. I do not.'],
])('what may have been said stays: %s', (text, words) => expect(textOf(text)).toBe(words))

test.each([
  ['[speaking Spanish]', '[inaudible]'],
  ['(speaking in foreign language)', '[inaudible]'],
  ['I take [unintelligible] every day.', 'I take [inaudible] every day.'],
  ['(gluglu)', '[inaudible]'],
])('speech that was not written is marked: %s', (text, words) => expect(textOf(text)).toBe(words))

test.each([
  [
    'I sleep well. Thank you. Thank you. Thank you. Thank you. Thank you. Thank you.',
    'I sleep well. Thank you. [inaudible]',
  ],
  [`My knee hurts ${'and it hurts '.repeat(12)}and it`, 'My knee hurts and it [inaudible]'],
  [`${'no '.repeat(30)}I do not.`, 'no [inaudible] I do not.'],
  ['はい、'.repeat(12), 'はい、 [inaudible]'],
])('a loop of one phrase is cut and marked: %s', (text, words) => expect(textOf(text)).toBe(words))

test('segments are judged one by one', () => {
  const segment = (text: string, noSpeech: number, logprob: number, start: number) => ({
    ...{ text, start, end: start + 1 },
    ...{ no_speech_prob: noSpeech, avg_logprob: logprob },
  })
  const said = segment(' I sleep six hours.', 0.02, -0.2, 1)
  const invented = segment(' Thanks for watching!', 0.95, -1.8, 3)
  const text = 'I sleep six hours. Thanks for watching!'
  expect(readAnswer({ text, segments: [said, invented] }, utterance)).toEqual({
    ...{ text: 'I sleep six hours.', fromSeconds: 1, toSeconds: 2 },
  })
  expect(readAnswer({ text, segments: [invented] }, utterance)).toBeNull()
  const sound = segment(' [Music]', 0.1, -0.3, 0)
  expect(readAnswer({ text: '[Music] I sleep six hours.', segments: [sound, said] }, utterance)?.text).toBe(
    'I sleep six hours.',
  )
})

test('the list of terms that the request contained is not taken as said', () => {
  const terms = ['Maya Okafor', 'Lisinopril', 'Metformin']
  expect(textOf('Maya Okafor, Lisinopril, Metformin.', terms)).toBe('[inaudible]')
  expect(textOf('Lisinopril, Metformin.', terms)).toBe('Lisinopril, Metformin.')
})
