import { describe, expect, test } from 'vitest'
import type { Field } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from './index.ts'

const words = (name: string): Field => ({ id: 'f', name, type: 'string' })
const yesNo = (name: string): Field => ({ id: 'f', name, type: 'boolean' })
const amount = (name: string): Field => ({ id: 'f', name, type: 'number' })
const one = (name: string, ...options: string[]): Field => ({ id: 'f', name, type: 'single_choice', options })
const some = (name: string, ...options: string[]): Field => ({ id: 'f', name, type: 'multiple_choice', options })

/** Checks an answer whose evidence is the whole last turn. */
function checked(field: Field, value: string[], turns: string[], context = {}) {
  const turn = turns.length - 1
  const quote = (turns[turn] ?? '').replace(/^Speaker \d: /, '')
  const draft = { id: 'f', value, confidence: 0.9, state: 'stated' as const, evidence: [{ turn, quote }] }
  return checkDraft(field, draft, { turns, context, stock: takeStock(turns, context) })
}

describe('a correct answer, in words that the built-in reader does not understand', () => {
  test.each<[Field, string[], string[]]>([
    [yesNo('Current smoker'), ['Yes'], ["Speaker 1: I'm back to half a pack a day."]],
    [yesNo('Current smoker'), ['No'], ['Speaker 0: Still smoking?', 'Speaker 1: Threw the last pack out in June.']],
    [yesNo('Lives alone'), ['Yes'], ["Speaker 1: It's been just me in the house since he moved out."]],
    [yesNo('Employed'), ['No'], ['Speaker 1: They let me go in March.']],
    [
      yesNo('Suicidal ideation'),
      ['No'],
      ['Speaker 0: Any thoughts of ending it?', "Speaker 1: I'd never do that to my kids."],
    ],
    [yesNo('Sleeps well'), ['No'], ['Speaker 1: Three in the morning and I am staring at the ceiling again.']],
    [yesNo('Has support'), ['Yes'], ["Speaker 1: I don't know what I'd do without my sister."]],
    [
      one('Alcohol use', 'None', 'Occasional', 'Daily'),
      ['None'],
      ["Speaker 1: I haven't touched a drop in two years."],
    ],
    [one('Medication adherence', 'Full', 'Partial', 'None'), ['Partial'], ['Speaker 1: I take it when I remember.']],
    [
      one('Marital status', 'Single', 'Married', 'Divorced'),
      ['Divorced'],
      ['Speaker 1: My ex-husband has the kids this weekend.'],
    ],
    [
      some('Symptoms', 'Insomnia', 'Low appetite', 'Anhedonia'),
      ['Insomnia', 'Anhedonia'],
      ['Speaker 1: I lie awake, and even my guitar bores me.'],
    ],
    [amount('Drinks a week'), ['12'], ['Speaker 0: How many drinks a week?', 'Speaker 1: A dozen, give or take.']],
    [amount('Panic attacks'), ['2'], ['Speaker 1: It happened twice.']],
    [
      words('Risk'),
      ['Denies suicidal thoughts.'],
      ['Speaker 0: Any thoughts of ending it?', "Speaker 1: I'd never do that to my kids."],
    ],
  ])('%o %o is not judged: no flag, and not asked about again', (field, value, turns) => {
    const { result, faults } = checked(field, value, turns)
    expect(result.value).toEqual(value)
    expect(faults).toEqual([])
    expect(result.flags).toEqual([])
  })
})

describe('an answer from a language that the check cannot read', () => {
  test.each<[string, Field, string[], string[]]>([
    ['Spanish', amount('Hours of sleep'), ['5'], ['Speaker 0: ¿Cuántas horas duerme?', 'Speaker 1: Cinco.']],
    ['Spanish', amount('Hours of sleep'), ['5'], ['Speaker 0: How many hours do you sleep?', 'Speaker 1: Unas cinco.']],
    [
      'Spanish',
      words('Sueño'),
      ['Duerme 5 horas y se despierta a las 3.'],
      ['Speaker 1: Duermo cinco horas y me despierto a las tres.'],
    ],
    [
      'Spanish',
      words('Sleep'),
      ['Sleeps 5 hours, wakes at 3.'],
      ['Speaker 1: Duermo cinco horas y me despierto a las tres.'],
    ],
    ['Spanish', words('Riesgo'), ['Sin ideas suicidas.'], ['Speaker 1: No tengo ideas suicidas, nunca las he tenido.']],
    ['Spanish', words('Medicación'), ['Toma sertralina 50 mg.'], ['Speaker 1: Tomo sertralina, cincuenta miligramos.']],
    [
      'Spanish',
      words('Medication'),
      ['Takes sertraline 50 mg.'],
      ['Speaker 1: Tomo sertralina, cincuenta miligramos.'],
    ],
    [
      'Spanish',
      { id: 'f', name: 'Next visit', type: 'date' },
      ['2026-10-21'],
      ['Speaker 1: Nos vemos el miércoles que viene.'],
    ],
    ['Spanish', yesNo('Fuma'), ['No'], ['Speaker 0: ¿Fuma usted?', 'Speaker 1: Ya no, lo dejé hace dos años.']],
    ['German', amount('Stunden Schlaf'), ['5'], ['Speaker 0: Wie viele Stunden schlafen Sie?', 'Speaker 1: Fünf.']],
    [
      'German',
      words('Schlaf'),
      ['Die Klientin schläft etwa 5 Stunden und hat Angst vor der Nacht.'],
      ['Speaker 1: Ich schlafe so fünf Stunden, und ich fürchte mich vor dem Abend.'],
    ],
    [
      'German',
      words('Stimmung'),
      ['Gedrückte Stimmung, Grübeln, kein Antrieb; Interesse an Musik ist geblieben.'],
      ['Speaker 1: Es geht mir nicht gut, ich denke immer nach und komme nicht hoch, aber Musik höre ich noch.'],
    ],
    [
      'German',
      words('Schlaf'),
      ['Schläft fünfundzwanzig Minuten am Nachmittag.'],
      ['Speaker 1: Nachmittags lege ich mich 25 Minuten hin.'],
    ],
    [
      'German, of an English session',
      words('Schlaf'),
      ['Der Klient schläft nur 5 Stunden und hat Angst vor der Arbeit.'],
      ['Speaker 1: I only sleep five hours, and work scares me.'],
    ],
    [
      'French',
      amount('Heures de sommeil'),
      ['6'],
      ['Speaker 0: Vous dormez combien de temps ?', 'Speaker 1: Je dors six ou sept heures.'],
    ],
    ['Japanese', amount('睡眠時間'), ['5'], ['Speaker 1: 五時間くらい寝ています。']],
  ])('%s: %o %o is not flagged', (_, field, value, turns) => {
    const { result, faults } = checked(field, value, turns, { current_visit: { date: '2026-10-14' } })
    expect(result.value).toEqual(value)
    expect(faults).toEqual([])
    expect(result.flags).toEqual([])
  })

  test('keeps its nouns if the field leaves out people’s names, but not the patient’s name', () => {
    const field: Field = { id: 'f', name: 'Stimmung', type: 'string', names: false }
    const value = ['Herr Brandt hat Angst vor der Arbeit und freut sich auf das Wochenende.']
    const turns = ['Speaker 1: Ich habe Angst vor der Arbeit, aber ich freue mich auf das Wochenende.']
    const { result } = checked(field, value, turns, { patient: { name: 'Jonas Brandt' } })
    expect(result.value[0]).toContain('hat Angst vor der Arbeit und freut sich auf das Wochenende.')
    expect(result.value[0]).not.toContain('Brandt')
  })

  test('still needs quotes that occur in their turns', () => {
    const turns = ['Speaker 1: Duermo cinco horas y me despierto a las tres.']
    const draft = {
      id: 'f',
      value: ['Duerme mal.'],
      confidence: 1,
      state: 'stated' as const,
      evidence: [{ turn: 0, quote: 'Duermo muy mal' }],
    }
    const { faults } = checkDraft(words('Sueño'), draft, { turns, context: {}, stock: takeStock(turns, {}) })
    expect(faults).toContain('A quote does not occur in the turn that it names.')
  })
})

describe('an English answer is still checked', () => {
  test.each<[Field, string[], string[], string]>([
    [words('Sleep'), ['Sleeps nine hours.'], ['Speaker 1: I sleep five hours.'], 'nine'],
    [words('Support'), ['Lives with her friend Carla.'], ['Speaker 1: I live with my friend.'], 'Carla'],
    [
      words('Home'),
      ['Moved to San Antonio with Marta.'],
      ['Speaker 1: We moved to San Antonio, and I like it.'],
      'Marta',
    ],
    [words('Sleep'), ['5 hours.'], ['Speaker 1: I get about six hours, my café job starts early.'], '5'],
  ])('%o %o', (field, value, turns, text) => {
    const { result, faults } = checked(field, value, turns)
    expect(result.flags).toContainEqual(expect.objectContaining({ severity: 2, text }))
    expect(faults).not.toEqual([])
  })
})
