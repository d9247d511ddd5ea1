import { expect, test } from 'vitest'
import { checkDraft, takeStock } from './index.ts'

const turns = ['Speaker 0: Wie geht es Ihnen?', 'Speaker 1: Ich schlafe seit fünf Tagen schlecht.']
const context = { patient: { name: 'Ada', identifier: 'MR-48813', birthDate: '1987-02-19', age: 39 } }

/** The flagged numbers of a German text that cites the second turn. */
function doubted(value: string): string[] {
  const evidence = [{ turn: 1, quote: 'Ich schlafe seit fünf Tagen schlecht.' }]
  const draft = { id: 'f', value: [value], confidence: 1, state: 'stated' as const, evidence }
  const stock = takeStock(turns, context, 'de')
  const { result } = checkDraft({ id: 'f', name: 'Anamnese', type: 'string' }, draft, { turns, context, stock })
  return result.flags.filter(({ severity }) => severity > 1).map(({ text }) => text)
}

test('age, identifier and date of birth of the visit count as known, other numbers do not', () => {
  expect(doubted('Schläft seit 5 Tagen schlecht.')).toEqual([])
  expect(doubted('39 Jahre, Nummer 48813, geboren am 19.2.1987.')).toEqual([])
  expect(doubted('Jahrgang 1987.')).toEqual([])
  expect(doubted('Schläft seit 6 Tagen schlecht.')).toEqual(['6'])
  expect(doubted('Geboren 1978.')).toEqual(['1978'])
})

test('a number at the beginning of a line is checked if it is the day of a date, not if it is the number of an item', () => {
  const said = ['Speaker 0: Seit wann?', 'Speaker 1: Am dritten Mai zweitausendvierundzwanzig begann die Behandlung.']
  const flagged = (value: string) => {
    const evidence = [{ turn: 1, quote: 'Am dritten Mai zweitausendvierundzwanzig begann die Behandlung.' }]
    const draft = { id: 'f', value: [value], confidence: 1, state: 'stated' as const, evidence }
    const against = { turns: said, context, stock: takeStock(said, context, 'de') }
    return checkDraft({ id: 'f', name: 'Verlauf', type: 'string' }, draft, against).result.flags.map(({ text }) => text)
  }
  expect(flagged('3. Mai 2024 begann die Behandlung.')).toEqual([])
  expect(flagged('5. Mai 2024 begann die Behandlung.')).toEqual(['5'])
  expect(flagged('1. Die Behandlung begann.\n2. Am 3. Mai 2024.')).toEqual([])
})
