import { expect, test } from 'vitest'
import { endsInside, readTranscript, turnsFromText } from './index.ts'

const wordsOf = (text: string) => readTranscript(text).map(({ words }) => words)
const timesOf = (text: string) => readTranscript(text).map(({ beginMs }) => beginMs)

/** What two people say, with a number at every place where a number of a cue or a time could join it. */
const visit = [
  'Nurse: How many tablets?',
  'Noor Haddad: 2 in the morning.',
  'Nurse: And since when?',
  'Noor Haddad: 2019.',
]
const [a = '', b = '', c = '', d = ''] = visit.map((turn) => turn.slice(turn.indexOf(':') + 2))
const n = 'Noor Haddad'

test.each([
  [
    'WebVTT with names',
    `WEBVTT - Visit\n\nNOTE made today\n\n1\n00:01.000 --> 00:02.000\nNurse: ${a}\n\n2\n00:03.000 --> 00:04.000 align:start\n${n}: 2 in\nthe morning.\n\n3\n00:05.000 --> 00:06.000\nNurse: ${c}\n\n4\n00:07.000 --> 00:08.000\n${n}: ${d}\n`,
  ],
  [
    'WebVTT with voices',
    `\ufeffWEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v.first Nurse>How <b>many</b> tablets?</v>\n\nid-7\n00:00:03.000 --> 00:00:04.000\n<v ${n}>2 in the</v>\n\nid-8\n00:00:04.000 --> 00:00:04.500\n<v ${n}>morning.</v>\n\n00:00:05.000 --> 00:00:06.000\n<v Nurse>${c}</v>\n<v ${n}>${d}</v>`,
  ],
  [
    'SRT without empty lines',
    `1\r\n00:00:01,000 --> 00:00:02,000\r\nNurse: ${a}\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n${n}: ${b}\r\n3\r\n00:00:05,000 --> 00:00:06,000\r\nNurse: ${c}\r\n4\r\n00:00:07,000 --> 00:00:08,000\r\n${n}: ${d}\r\n`,
  ],
  [
    'WhisperX',
    `[00:00:01.000 --> 00:00:02.000]  [Nurse]: ${a}\n[00:00:03.000 --> 00:00:04.000]  [${n}]: ${b}\n[00:00:05.000 --> 00:00:06.000]  [Nurse]: ${c}\n[00:00:07.000 --> 00:00:08.000]  [${n}]: ${d}`,
  ],
  ['Rev', `Nurse (00:01):\n${a}\n\n${n} (00:03):\n${b}\n\nNurse (00:05):\n${c}\n\n${n} (00:07):\n${d}`],
  ['Otter', `Nurse  0:01  \n${a}\n\n${n}  0:03  \n${b}\n\nNurse  0:05  \n${c}\n\n${n}  0:07  \n${d}\n`],
  ['Zoom', `[Nurse] 10:00:01\n${a}\n\n[${n}] 10:00:03\n${b}\n\n[Nurse] 10:00:05\n${c}\n\n[${n}] 10:00:07\n${d}`],
  ['Google Meet', `00:00:01\n \nNurse: ${a}\n${n}: ${b}\n\n00:05:00\n \nNurse: ${c}\n${n}: ${d}`],
  ['times before names', visit.map((turn, at) => `00:00:0${2 * at + 1} ${turn}`).join('\n')],
  ['full-width colons', visit.map((turn) => turn.replace(': ', '：')).join('\n')],
  ['bold names', visit.map((turn) => turn.replace(/^([^:]+): /, '**$1** – ')).join('\n')],
  ['dashes', visit.map((turn) => turn.replace(': ', ' — ')).join('\u2028')],
  ['tabs', visit.map((turn) => turn.replace(': ', '\t')).join('\u0085')],
  [
    'numbers of lines',
    visit
      .map((turn, at) => `${at + 1}. ${turn.replace(n, 'Patient')}`)
      .join('\n')
      .replaceAll('Patient', 'Client'),
  ],
  [
    'JSON of segments',
    JSON.stringify({
      segments: visit.map((turn, at) => ({
        start: at,
        text: ` ${turn.slice(turn.indexOf(':') + 2)}`,
        speaker: turn.split(':')[0],
      })),
    }),
  ],
])('%s gives each turn with its speaker and no other number', (_, text) => {
  expect(wordsOf(text).map((turn) => turn.replace('Client', n))).toEqual(visit)
})

test('times are kept beside the words', () => {
  expect(timesOf('1\n00:00:01,500 --> 00:00:02,000\nYes.\n\n2\n01:00:03,000 --> 01:00:04,000\nNo.')).toEqual([
    1500, 3_603_000,
  ])
  expect(timesOf('Doctor (00:03):\nHello.\nPatient (01:05):\nHi.')).toEqual([3000, 65_000])
})

test.each([
  'Breakfast 8:00\nLunch 12:00\nDinner 18:00',
  'I woke at 3:40\nI woke at 5:10',
  '8:00 Breakfast: eggs\n12:00 Lunch: soup',
  '1 tablet\n2 tablets\n3 tablets',
  'Patient - 45 years\nComplaint - pain',
  '{"note": "not a transcript"}',
  'Pain: 3\nSleep: 6 hours',
])('words that somebody wrote stay as they are: %j', (text) => {
  expect(wordsOf(text).join('\n')).toBe(text)
})

test('a line break stays in a transcript without times, so that no number is joined to another', () => {
  expect(wordsOf('Doctor: How many?\nPatient: I take 1\n0 is too much.\nDoctor: I see.')).toEqual([
    'Doctor: How many?',
    'Patient: I take 1',
    '0 is too much.',
    'Doctor: I see.',
  ])
})

test('letters stand for the two speakers', () => {
  expect(wordsOf('T: How was it?\nC: Good.')).toEqual(['Therapist: How was it?', 'Client: Good.'])
  expect(wordsOf('D: How was it?\nP: Good.')).toEqual(['Doctor: How was it?', 'Patient: Good.'])
})

const sentencesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at % 2 === 0 ? 'Nurse' : n}: I counted ${300 + at} of them.`)
const cueOf = (line: string, at: number) => `${at + 1}\n00:00:${10 + at},000 --> 00:00:${11 + at},000\n${line}\n`
const isCut = (text: string) => endsInside(text, readTranscript(text))

test.each([
  ['text', sentencesOf(8).join('\n')],
  ['SRT', sentencesOf(8).map(cueOf).join('\n')],
  ['WebVTT', `WEBVTT\n\n${sentencesOf(8).map(cueOf).join('\n').replaceAll(',000', '.000')}`],
  ['JSON', JSON.stringify({ segments: sentencesOf(8).map((text, start) => ({ start, text })) })],
])('a transcript as %s says that it was cut, wherever that was, and gives no part of a time as words', (kind, text) => {
  expect(isCut(text)).toBe(false)
  const said = sentencesOf(8).join(' ')
  for (let length = text.indexOf('305') + 10; length < text.trimEnd().length - 1; length++) {
    const cut = text.slice(0, length)
    const words = wordsOf(cut).join(' ')
    expect(said, cut).toContain(words.replace(/\W+$/, ''))
    const isBetweenSentences = /of them\.\s*$/.test(cut)
    if (!isBetweenSentences || kind === 'JSON') expect(isCut(cut), JSON.stringify(cut.slice(-60))).toBe(true)
  }
})

test.each([
  [
    'a letter',
    'I saw Ms. Haddad today.\nShe sleeps well.\nShe takes 5 mg.\nNo pain.\nShe walks.\nNo falls.\nDr. Miller',
  ],
  ['lines without full stops', sentencesOf(8).join('\n').replaceAll('.', '')],
  ['a short text', sentencesOf(2).join('\n').slice(0, -5)],
  ['brackets', '[crying] I am tired.'],
])('%s does not count as cut', (_, text) => {
  expect(isCut(text)).toBe(false)
})

test('labelled lines become turns, and the lines under them belong to them', () => {
  expect(turnsFromText('Speaker 0: Hi.\r\n\nSpeaker 1: Hello.\nI slept: badly.\n[patient] Yes')).toEqual([
    'Speaker 0: Hi.',
    'Speaker 1: Hello.\nI slept: badly.',
    '[patient] Yes',
  ])
  expect(turnsFromText('one\n\ntwo')).toEqual(['one', 'two'])
})
