import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertedAt, leaning, ofSomeoneElse } from './clause.ts'
import { readDates } from './dates.ts'
import { withoutNames } from './names.ts'
import { numbersAsDigits, readNumbers } from './numbers.ts'
import { readSentences } from './sentences.ts'

describe('numbers', () => {
  test.each([
    ['one hundred milligrams', 100],
    ['six and a half hours', 6.5],
    ['one ninety-eight', 198],
    ['nine eight eight', 988],
    ['two hundred and fifty', 250],
    ['three thousand two hundred', 3200],
    ['twenty twenty-six', 2026],
    ['12.5 mg', 12.5],
    ['1,200 units', 1200],
    ['October twenty-first', 21],
  ])('%s is %d', (words, value) => expect(readNumbers(words).map((mention) => mention.value)).toEqual([value]))
  test.each<[string, number[]]>([
    ['five hundred five hundred milligrams', [500, 500]],
    ['three hundred and five hundred', [300, 500]],
    ['two thousand five hundred', [2500]],
    ['one fifteen and ninety seven point two', [115, 97.2]],
  ])('a number that follows another stays a number of its own: %s', (words, values) =>
    expect(readNumbers(words).map(({ value }) => value)).toEqual(values),
  )

  test('several numbers stay separate', () => {
    expect(readNumbers('one thirty-four over eighty-six, two or three').map(({ value }) => value)).toEqual([
      134, 86, 2, 3,
    ])
  })
  test('the score of a questionnaire is not the number in its name', () => {
    expect(readNumbers('Your PHQ-9 today is nine.').map(({ value }) => value)).toEqual([9])
  })
  test('digits are read unchanged', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999 }), (value) => {
        expect(readNumbers(`takes ${value} of it`).map((mention) => mention.value)).toEqual([value])
      }),
    )
  })
  test('spoken text keeps everything except its numbers', () => {
    expect(numbersAsDigits('on October twenty-first at ten')).toBe('on October 21st at 10')
  })
})

describe('days', () => {
  test.each([
    ['next Wednesday', '2026-10-14', 'forward', '2026-10-21'],
    ['October twenty-first', '2026-10-14', 'forward', '2026-10-21'],
    ['in six weeks', '2026-09-22', 'forward', '2026-11-03'],
    ['Monday, the ninth, at five', '2026-11-05', 'forward', '2026-11-09'],
    ['on August twelfth', '2026-11-05', 'back', '2026-08-12'],
    ['on December first', '2026-11-05', 'back', '2025-12-01'],
  ] as const)('%s, seen from %s looking %s, is %s', (words, day, way, found) =>
    expect(readDates(words, day, way)[0]?.day).toBe(found),
  )
  test('a time of day, a season or a month alone is no date', () => {
    for (const words of ["I'm up at four", 'in the spring', 'since August'])
      expect(readDates(words, '2026-10-14', 'back')).toEqual([])
  })
  test('without the visit’s date only a complete date is recognised', () => {
    expect(readDates('next Monday', undefined, 'forward')).toEqual([])
    expect(readDates('March 3, 2025', undefined, 'forward')[0]?.day).toBe('2025-03-03')
  })
})

describe('sentences', () => {
  test.each([
    ["[doctor] so we'll keep you on that two . five norvasc", ["so we'll keep you on that two . five norvasc"]],
    ['[doctor] your temperature was 98 . 6 today .', ['your temperature was 98 . 6 today .']],
    ['Patient: I took two. Five were left.', ['I took two.', 'Five were left.']],
    ['[patient] i took two . then i slept .', ['i took two .', 'then i slept .']],
  ])('the point of a number ends none: %s', (turn, texts) =>
    expect(readSentences([turn]).map(({ text }) => text)).toEqual(texts),
  )
  const turns = [
    'Speaker 0: I saw Dr. Amin. How do you sleep?',
    'Speaker 1: Badly… I wake up at two!  Every night',
    'no label here',
  ]
  test('every sentence occurs literally at its position', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom(...turns, 'Patient: yes i do i sleep well and i eat'))),
        (words) => {
          for (const { turn, start, end, text } of readSentences(words))
            expect(words[turn]?.slice(start, end)).toBe(text)
        },
      ),
    )
  })
  test('a title such as Dr. does not end a sentence, and an answer refers to its question', () => {
    const read = readSentences(turns)
    expect(read[0]?.text).toBe('I saw Dr. Amin.')
    expect(read[2]?.answers.map(({ text }) => text)).toEqual(['How do you sleep?'])
  })
})

describe('polarity', () => {
  test.each([
    ['No, never.', 'no'],
    ['Not really.', 'no'],
    ['No naps.', 'neither'],
    ['Yeah, some.', 'yes'],
    ['Well, no.', 'no'],
    ['Right, never.', 'no'],
    ['Badly.', 'neither'],
  ])('%s has the polarity %s', (words, way) => expect(leaning(words.toLowerCase())).toBe(way))
  test('a denial, a hypothesis and another person’s complaint are not asserted', () => {
    for (const words of [
      "i don't have panic attacks",
      'if i had panic attacks',
      'my mother has panic attacks',
      'no fever, chills or panic attacks',
    ])
      expect(assertedAt(words, words.indexOf('panic'))).toBe(false)
    expect(assertedAt('i had no fun, but i had panic attacks', 23)).toBe(true)
    expect(ofSomeoneElse('my brother drove me and i drank', 26)).toBe(false)
  })
})

test('names are replaced by roles', () => {
  const session = 'Speaker 1: My friend Sam called. I told Sam and Dr. Amin.'
  expect(withoutNames('Sam called. Client told Dr. Amin and Sam.', session, {})).toBe(
    'the friend called. Client told the doctor and the friend.',
  )
})

test('without the day of the visit, "today" is no date', () => {
  expect(readDates('How are you today?', undefined, 'back')).toEqual([])
  expect(readDates('It was on October third of O eight.', undefined, 'back').map(({ day }) => day)).toEqual([
    '2008-10-03',
  ])
})

test('a number ends with its ordinal word', () => {
  expect(readNumbers('November twentieth two thousand eight').map(({ value }) => value)).toEqual([20, 2008])
})
