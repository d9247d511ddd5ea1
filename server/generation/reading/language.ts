import { calendarWords } from './calendar.ts'
import { isKnown, knownLanguages, lexicons } from './languages/index.ts'
import { numberTable, plainLetters, wordLanguages } from './number-words.ts'

/** Languages without a lexicon are only told apart from the others. */
const frequentElsewhere = {
  nl: 'ik je het een niet voor maar heb heeft mijn ook dat geen wel altijd nooit uur nee zijn de van en',
  sv: 'jag och att det inte ar som en ett har med for pa av den till om min',
  pl: 'nie sie jest mam jestem bardzo tak w na do to ze ale',
  tr: 'bir ve icin cok degil ben bu da de ne mi var yok',
}

const frequent = new Map(
  [
    ...knownLanguages.map((language): [string, string] => [language, lexicons[language].frequent]),
    ...Object.entries(frequentElsewhere),
  ].map(([language, words]): [string, ReadonlySet<string>] => [
    language,
    new Set([...words.split(' '), ...(words === '' ? [] : calendarWords(language))]),
  ]),
)

const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['other', /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu],
]

export function primaryLanguage(code: string | undefined): string | null {
  const [language = ''] = (code ?? '').toLowerCase().split(/[-_]/)
  return /^[a-z]{2}$/.test(language) ? language : null
}

const lookedAt = 4000

const scriptOf = (text: string): string | undefined => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return scripts.find(
    ([language, letter]) => letters > 0 && (text.match(letter)?.length ?? 0) * (language === 'ja' ? 8 : 3) > letters,
  )?.[0]
}

const wordsOf = (text: string): string[] => (text.match(/[\p{L}\p{M}’']+/gu) ?? []).map(plainLetters)

/** Returns several languages if they fit equally well, and an empty set if no word of the text is known. */
export function languagesOf(text: string): Set<string> {
  const start = text.slice(0, lookedAt)
  const script = scriptOf(start)
  if (script !== undefined) return new Set([script])
  const words = wordsOf(start)
  const scores = scoresOf(words)
  const most = Math.max(...scores.values())
  if (most > 0) return new Set([...scores].filter(([, score]) => score === most).map(([language]) => language))
  // A text without frequent words is recognised by its number words: "Cinco." is Spanish or Portuguese.
  return new Set(wordLanguages.filter((language) => words.some((word) => numberTable(language).has(word))))
}

const scoresOf = (words: readonly string[]): Map<string, number> =>
  new Map(
    [...frequent].map(([language, frequentWords]) => [
      language,
      words.filter((word) => frequentWords.has(word)).length,
    ]),
  )

/** Another language is returned only if the words of the text certainly show it. */
export function languageOf(text: string, expectedLanguage: string | null): string | null {
  const start = text.slice(0, lookedAt)
  const script = scriptOf(start)
  // Japanese words may be written in Chinese signs only.
  if (script !== undefined) return script === 'zh' && expectedLanguage === 'ja' ? 'ja' : script
  const scores = scoresOf(wordsOf(start))
  const [best, most] = [...scores].reduce((a, b) => (b[1] > a[1] ? b : a))
  const expectedScore = expectedLanguage === null ? 0 : (scores.get(expectedLanguage) ?? 0)
  const isElsewhere =
    expectedLanguage !== null && isKnown(expectedLanguage) && lexicons[expectedLanguage].frequent === ''
  if (most === 0) return isElsewhere ? null : expectedLanguage
  return most >= expectedScore + 2 ? best : expectedLanguage
}
