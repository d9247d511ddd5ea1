import { describe, expect, test } from 'vitest'
import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from './index.ts'

const visit: VisitContext = {
  current_visit: { date: '2026-10-14' },
  patient: { name: 'Ada', identifier: 'MR-48813', birthDate: '1987-02-19', age: 39 },
}
const visitOnly: VisitContext = { current_visit: { date: '2026-10-14' } }
const note = (name: string): Field => ({ id: 'f', name, type: 'string' })

/** The doubted parts of a value that cites the only turn of a session in this language. */
function doubted(
  language: string | undefined,
  words: string,
  value: string,
  field = note('Notes'),
  context = visit,
): string[] {
  const turns = [`Speaker 1: ${words}`]
  const evidence = [{ turn: 0, quote: words }]
  const draft = { id: 'f', value: [value], confidence: 1, state: 'stated' as const, evidence }
  const stock = takeStock(turns, context, language)
  const { result } = checkDraft(field, draft, { turns, context, stock })
  return result.flags.filter(({ severity }) => severity > 1).map(({ text }) => text)
}

test('age, identifier and date of birth of the visit count as known, other numbers do not', () => {
  const german = (value: string) => doubted('de', 'Ich schlafe seit fünf Tagen schlecht.', value, note('Anamnese'))
  expect(german('Schläft seit 5 Tagen schlecht.')).toEqual([])
  expect(german('39 Jahre, Nummer 48813, geboren am 19.2.1987.')).toEqual([])
  expect(german('Jahrgang 1987.')).toEqual([])
  expect(german('Schläft seit 6 Tagen schlecht.')).toEqual(['6'])
  expect(german('Geboren 1978.')).toEqual(['1978'])
})

describe('a time of day', () => {
  const german = 'Ich komme um viertel vor sechs und gehe um halb neun. Der Termin war um 14 Uhr 20.'
  const spanish = 'Llego a las seis menos cuarto y salgo a las ocho y media.'
  test.each([
    ['de', german, 'Die Patientin kommt um 17:45 Uhr.'],
    ['de', german, 'Die Patientin kommt um 5:45 Uhr.'],
    ['de', german, 'Die Patientin geht um 8:30 Uhr.'],
    ['de', german, 'Die Patientin geht um 20:30 Uhr.'],
    ['de', `${german} Um neun kommt er.`, 'Er kommt um 9:00 Uhr.'],
    ['de', 'Ich gehe um halb 9.', 'Die Patientin geht um 8:30 Uhr.'],
    ['de', 'Ich gehe um halb eins.', 'Die Patientin geht um 12:30 Uhr.'],
    ['de', 'Ich gehe um halb eins.', 'Die Patientin geht um 0:30 Uhr.'],
    ['de', german, 'Die Patientin war um 2:20 Uhr da.'],
    ['de', german, 'Die Patientin war um 14 h 20 da.'],
    ['de', german, 'Die Patientin war um 14:40 Uhr da.'],
    ['es', spanish, 'La paciente llega a las 5:45.'],
    ['es', spanish, 'La paciente sale a las 8:30.'],
    ['es', spanish, 'La paciente sale a las 20:30.'],
  ])('in the language %s: %s: %s', (language, words, value) =>
    expect(doubted(language, words, value, note('Notes'), visitOnly)).toEqual([]),
  )
  test.each([
    ['de', german, 'Die Patientin war um 14:25 Uhr da.', '14:25'],
    ['de', german, 'Die Patientin kommt um 7:45 Uhr.', '7:45'],
    ['de', german, 'Die Patientin geht um 10:30 Uhr.', '10:30'],
    ['de', german, 'Die Patientin geht um 9:30 Uhr.', '9:30'],
    ['de', german, 'Die Patientin geht um 9:00 Uhr.', '9:00'],
    ['es', spanish, 'La paciente sale a las 7:30.', '7:30'],
    ['es', spanish, 'La paciente sale a las 8:40.', '8:40'],
  ])('in the language %s: %s: not %s', (language, words, value, part) =>
    expect(doubted(language, words, value, note('Notes'), visitOnly)).toEqual([part]),
  )
})

test('a half hour counts as German does in a session whose language nobody has set, too', () => {
  const words = 'Ich gehe um halb neun nach Hause und schlafe dann nicht mehr ein.'
  expect(doubted(undefined, words, 'Die Patientin geht um 8:30 Uhr nach Hause.')).toEqual([])
  expect(doubted(undefined, words, 'Die Patientin geht um 10:30 Uhr nach Hause.')).toEqual(['10:30'])
})

test('the year of the visit counts as said if a date was said, and not otherwise', () => {
  const written = (words: string) => doubted('de', words, 'Schläft seit März 2026 schlecht.')
  expect(written('Ich schlafe seit März schlecht.')).toEqual([])
  expect(doubted('de', 'Ich schlafe schlecht.', 'Schläft seit 2026 schlecht.')).toEqual(['2026'])
})

describe('a number', () => {
  const words = 'Duermo siete horas y tomo cincuenta miligramos, una o dos veces.'
  test.each([
    'La paciente duerme 7 horas.',
    'La paciente duerme siete horas.',
    'La paciente toma 50 mg.',
    'La paciente tiene 0 ideas.',
    'La paciente come una o dos veces.',
    '1. La paciente duerme.\n2. La paciente toma.',
  ])('%s counts as said', (value) => expect(doubted('es', words, value)).toEqual([]))
  test.each([
    ['La paciente duerme 8 horas.', '8'],
    ['La paciente duerme ocho horas.', 'ocho'],
    ['La paciente toma 75 mg.', '75'],
    ['La paciente duerme mal. 8) No sale.', '8'],
  ])('%s does not', (value, part) => expect(doubted('es', words, value)).toEqual([part]))
  test('alone in its field is compared too', () => {
    const hours: Field = { id: 'f', name: 'Horas', type: 'number' }
    expect(doubted('es', words, '7', hours)).toEqual([])
    expect(doubted('es', words, '8', hours)).toEqual(['8'])
  })
  test('in the name or the text of the field needs no support', () => {
    const template: Field = { id: 'f', name: 'Sueño de 24 horas', type: 'template', text: 'PHQ 9: [x]' }
    expect(doubted('es', words, 'PHQ 9: la paciente duerme 24 horas.', template)).toEqual([])
    expect(doubted('es', words, 'PHQ 9: la paciente duerme 25 horas.', template)).toEqual(['25'])
  })
  test.each([
    ['fr', 'Je dors huit heures.', 'La patiente est dans un appartement neuf.'],
    ['fr', 'Je dors huit heures.', 'Un tiers du temps elle dort.'],
    ['ja', '五時間くらい寝ています。', '六時間'],
  ])('in the language %s may be another word: %s %s', (language, spoken, value) =>
    expect(doubted(language, spoken, value)).toEqual([]),
  )
  test('in a language without known number words is flagged only beside another number with the same unit', () => {
    const sleep = note('Сон')
    expect(doubted('uk', 'Я сплю шість годин.', 'Спить 7 годин.', sleep)).toEqual([])
    expect(doubted('uk', 'Я сплю 6 годин.', 'Спить 6 годин.', sleep)).toEqual([])
    expect(doubted('uk', 'Я сплю 6 годин.', 'Спить 7 годин.', sleep)).toEqual(['7'])
    expect(doubted('uk', 'Я сплю 6 годин.', 'Спить 7 днів.', sleep)).toEqual([])
    expect(doubted('uk', 'Я сплю 6 годин.', 'Спить до 7:25.', sleep)).toEqual([])
  })
})

describe('a value that is no text', () => {
  test.each<Field>([
    { id: 'f', name: 'Stufe', type: 'single_choice', options: ['Stufe 8'] },
    { id: 'f', name: 'Stufe', type: 'multiple_choice', options: ['Stufe 8'] },
    { id: 'f', name: 'Beginn', type: 'start_time' },
  ])('%o is not compared with numbers', (field) =>
    expect(doubted('de', 'Ich schlafe schlecht.', field.type === 'start_time' ? '08:10' : 'Stufe 8', field)).toEqual(
      [],
    ),
  )
})

describe('a date', () => {
  const words = 'Vuelvo el lunes. En mayo estaba mejor.'
  test.each([
    'La paciente vuelve el lunes.',
    'La paciente estaba mejor en mayo de 2026.',
    'La paciente vuelve el 2026-10-19.',
  ])('%s counts as said', (value) => expect(doubted('es', words, value)).toEqual([]))
  test.each([
    ['La paciente vuelve el martes.', 'martes'],
    ['La paciente estaba mejor en junio, y está bien.', 'junio'],
    ['La paciente estaba mejor en mayo de 2025.', 'mayo de 2025'],
    ['La paciente vuelve el 2026-10-20.', '2026-10-20'],
  ])('%s does not', (value, part) => expect(doubted('es', words, value)).toEqual([part]))
  test('without words of a language is read in the language of the field', () => {
    const asked: Field = { ...note('Nota'), instructions: 'Desde cuándo está así y qué toma por la noche' }
    expect(doubted('es', words, 'mayo', asked)).toEqual([])
    expect(doubted('es', words, 'junio', asked)).toEqual(['junio'])
  })
  test('of a language whose days cannot be computed is compared by its name', () => {
    const arabic = 'رأيت الطبيب يوم الاثنين، وأنا أنام جيدا.'
    expect(doubted('ar', arabic, 'رأى المريض الطبيب يوم الاثنين.')).toEqual([])
    expect(doubted('ar', arabic, 'رأى المريض الطبيب يوم الخميس.')).toEqual(['الخميس'])
  })
  test('of a language whose calendar is not known is not doubted', () => {
    expect(doubted('tr', 'Pazartesiden beri iyi uyuyorum.', 'She sleeps well since Monday.')).toEqual([])
  })
  test('of a date field is compared, unless no date was said', () => {
    const next: Field = { id: 'f', name: 'Cita', type: 'date' }
    const flagged = (spoken: string, value: string) => doubted('es', spoken, value, next)
    expect(flagged('Vuelvo el miércoles.', '2026-10-21')).toEqual([])
    expect(flagged('Vuelvo el miércoles.', '2026-10-28')).toEqual([])
    expect(flagged('Vuelvo el miércoles.', '2026-10-22')).toEqual(['2026-10-22'])
    expect(flagged('Vuelvo el miércoles.', '2026-12-16')).toEqual(['2026-12-16'])
    expect(flagged('Vuelvo el cinco de noviembre.', '2026-11-05')).toEqual([])
    expect(flagged('Vuelvo el cinco de noviembre.', '2026-11-12')).toEqual(['2026-11-12'])
    expect(flagged('Duermo mal.', '2026-10-21')).toEqual([])
  })
})

describe('a name', () => {
  test.each([
    ['es', 'Mi hermana Lucía me ayuda.', 'La paciente vive con su hermana Lucía.', []],
    ['es', 'Mi hermana Lucía me ayuda.', 'La paciente vive con su hermana Marta.', ['Marta']],
    ['es', 'Mi hermana Lucía me ayuda.', 'La paciente vio a la Sra. Gómez.', ['Gómez']],
    ['fr', 'Ma sœur Claire est là.', 'La patiente est avec sa sœur Marie.', ['Marie']],
    ['de', 'Meine Schwester Petra hilft mir.', 'Die Schwester Petra hilft der Patientin und hat keine Angst.', []],
    ['de', 'Meine Schwester Petra hilft mir.', 'Die Patientin und Frau Petra gehen zu Frau Schulz.', ['Schulz']],
    ['de', 'Meine Schwester Petra hilft mir.', 'Mrs. Miller helps her, and she sleeps well.', ['Miller']],
    ['de', 'Meine Schwester Petra hilft mir.', 'She sleeps with the dog and takes Vitamins.', []],
    ['ja', '五時間くらい寝ています。', 'She sleeps and takes the dog to Mr. Miller.', []],
  ])('in the language %s: %s %s', (language, words, value, names) =>
    expect(doubted(language, words, value)).toEqual(names),
  )
})

test('an answer without evidence is flagged for that only', () => {
  const turns = ['Speaker 1: Duermo siete horas.']
  const draft = {
    id: 'f',
    value: ['La paciente duerme 8 horas.'],
    confidence: 1,
    state: 'stated' as const,
    evidence: [],
  }
  const stock = takeStock(turns, visit, 'es')
  const { result } = checkDraft(note('Sueño'), draft, { turns, context: visit, stock })
  expect(result.flags.map(({ reason }) => reason)).toEqual(['No quote from the session supports this.'])
})

test('a number at the beginning of a line is checked if it is the day of a date, not if it is the number of an item', () => {
  const said = ['Speaker 0: Seit wann?', 'Speaker 1: Am dritten Mai zweitausendvierundzwanzig begann die Behandlung.']
  const flagged = (value: string) => {
    const evidence = [{ turn: 1, quote: 'Am dritten Mai zweitausendvierundzwanzig begann die Behandlung.' }]
    const draft = { id: 'f', value: [value], confidence: 1, state: 'stated' as const, evidence }
    const against = { turns: said, context: visit, stock: takeStock(said, visit, 'de') }
    return checkDraft({ id: 'f', name: 'Verlauf', type: 'string' }, draft, against).result.flags.map(({ text }) => text)
  }
  expect(flagged('3. Mai 2024 begann die Behandlung.')).toEqual([])
  expect(flagged('5. Mai 2024 begann die Behandlung.')).toEqual(['5. Mai 2024'])
  expect(flagged('1. Die Behandlung begann.\n2. Am 3. Mai 2024.')).toEqual([])
})
