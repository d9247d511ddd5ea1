import { expect, test } from 'vitest'
import type { Evidence } from '../../lib/contracts/index.ts'
import { unclearWords } from './unclear-words.ts'

/**
 * Returns the texts of the flags for a field with the text `value`. `said`: the turns of the session, in which
 * asterisks mark words that were heard unclearly. `quotes`: for each turn, the words that the value cites; empty: none.
 */
function flagged(value: string, said: readonly string[], quotes = said, language = 'en'): string[] {
  const turns = said.map((turn) => turn.replaceAll('*', ''))
  const unclear = said.map((turn) =>
    turn
      .replace(/^Speaker \d+: /, '')
      .split(/\s+/)
      .flatMap((word, place) => (word.includes('*') ? [place] : [])),
  )
  const evidence: Evidence[] = turns.flatMap((turn, index) => {
    const quote = (quotes[index] ?? '').replaceAll('*', '').replace(/^Speaker \d+: /, '')
    return quote === '' ? [] : [{ turn: index, quote: turn.slice(turn.indexOf(quote)).slice(0, quote.length) }]
  })
  const result = {
    id: 'a',
    type: 'string',
    value: [value],
    confidence: 1,
    state: 'stated',
    evidence,
    flags: [],
  } as const
  return unclearWords({ ...result, value: [value], flags: [] }, turns, unclear, language).map(({ text }) => text)
}

test.each<[value: string, said: string, flags: string[], language?: string]>([
  ['Lisinopril 40 mg daily.', 'Speaker 1: Lisinopril *40* mg daily.', ['40']],
  ['Lisinopril 40 mg daily.', 'Speaker 1: Lisinopril *forty* milligrams a day.', ['40']],
  ['Lisinopril 40 mg daily.', '*Lisinopril* forty milligrams.', ['Lisinopril']],
  // The speech engine has misspelled the name, and the model has corrected it.
  ['Lisinopril 40 mg daily.', '*lisinoprel* forty milligrams.', ['Lisinopril']],
  // A medicine that no list names is recognised by its dose.
  ['Takes zelvorin 5 mg.', 'I take *zelvorin* 5 mg.', ['zelvorin']],
  ['Lives with Rosa.', 'I live with *Rosa* now.', ['Rosa']],
  // Neither a dose nor a name.
  ['Sleeps 5 hours a night.', 'I sleep *five* hours a *night.*', []],
  ['Takes lisinopril 40 mg.', 'I *take* lisinopril 40 mg *every* day.', []],
  ['Toma enalapril 20 mg.', 'Tomo enalapril *veinte* miligramos.', ['20'], 'es'],
  ['Nimmt Ramipril 5 mg.', 'Ich nehme Ramipril *fünf* Milligramm.', ['5'], 'de'],
  ['Schläft mit Licht.', 'Ich schlafe mit *Licht.*', [], 'de'],
])('%s from "%s" has flags on %j', (value, said, flags, language = 'en') => {
  expect(flagged(value, [said], [said], language)).toEqual(flags)
})

test('only the quoted words count', () => {
  expect(
    flagged('Lisinopril 40 mg.', ['I take lisinopril 40 mg. Or *40* pills.'], ['I take lisinopril 40 mg.']),
  ).toEqual([])
})

test('a word that another quote contains clearly has no flag', () => {
  const said = ['I take *lisinopril* *40* mg.', 'So lisinopril 40 mg.']
  expect(flagged('Lisinopril 40 mg.', said)).toEqual([])
  expect(flagged('Lisinopril 40 mg.', said, [said[0] ?? '', ''])).toEqual(['40', 'Lisinopril'])
})
