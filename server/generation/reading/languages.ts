import { numberTable, plainLetters, wordLanguages } from './number-words.ts'

/** Frequent words by language (ISO 639-1), as `plainLetters` returns them: lower case, without accents. */
const frequent = new Map<string, ReadonlySet<string>>(
  Object.entries({
    en: `the and of that this these with for from have has had she they you your his her not but because about what how when who there would could should been were are its im ive my me he him them which while where why yes yeah okay just then than into over after before never always often takes reports denies feels lives hours days weeks morning night get got back still only some any much more is was it i a to in on do does did`,
    es: `que por para muy mi su esta estoy tengo tiene desde cuando como hace todos tambien nunca siempre nada algo ya se lo una unas unos con sin pero porque y es son fue los las el del dias semana semanas anos noche manana horas veces duerme duermo toma tomo cuantas cuantos usted refiere niega paciente nos vemos`,
    de: `ich du wir ihr das dem den der die ein eine einen und ist nicht mit fur auf auch aber habe hat bin sind zu nur sich keine kein mir mich seit immer nie wenn dass nach bei noch schon sehr ja nein oder vom zum zur im etwa klientin patientin patient stunden tage wochen nehme nimmt sie er es gibt wird wie viele`,
    fr: `je tu il elle nous vous ils du une suis est ai avec pas mais sur mes sa ses et qui depuis jamais toujours oui heures cest jai dort dors sont etait leur cette ces aux le la les des par pour dans patient patiente prend depuis jours semaines que un nuit`,
    pt: `eu nao voce uma com muito meu minha estou tenho tambem noite nunca ha mas e o a os as do da dos das no na em por que para ele ela dias semanas anos horas vezes paciente refere nega toma tomo sono esta`,
    it: `gli della delle che sono mio mia ho molto anche questo questa notte ore sempre mai ma il lo la i le di da un una e non con per del nel si ha giorni settimane anni volte paziente riferisce nega prende prendo dorme`,
    nl: `ik je het een niet voor maar heb heeft mijn ook dat geen wel altijd nooit uur nee zijn de van en`,
    sv: `jag och att det inte ar som en ett har med for pa av den till om min`,
    pl: `nie sie jest mam jestem bardzo tak w na do to ze ale`,
    tr: `bir ve icin cok degil ben bu da de ne mi var yok`,
  }).map(([language, words]): [string, ReadonlySet<string>] => [language, new Set(words.split(' '))]),
)

const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['other', /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu],
]

/**
 * Returns the primary language of a language code, such as `pt` for `pt-BR`. Null if the code is missing or names no
 * language (`multi`).
 */
export function primaryLanguage(code: string | undefined): string | null {
  const [language = ''] = (code ?? '').toLowerCase().split(/[-_]/)
  return /^[a-z]{2}$/.test(language) ? language : null
}

/** Number of characters at the start of a text that are analysed. These suffice to recognise the language. */
const lookedAt = 4000

/**
 * Finds the languages in which a text may be written, as ISO 639-1 codes. Returns several languages if they fit equally
 * well, and an empty set if no word of the text is known.
 */
export function languagesOf(text: string): Set<string> {
  const start = text.slice(0, lookedAt)
  const letters = start.match(/\p{L}/gu)?.length ?? 0
  for (const [language, letter] of scripts)
    if ((start.match(letter)?.length ?? 0) * (language === 'ja' ? 8 : 3) > letters && letters > 0)
      return new Set([language])
  const words = (start.match(/[\p{L}\p{M}’']+/gu) ?? []).map(plainLetters)
  const scores = new Map(
    [...frequent].map(([language, known]) => [language, words.filter((word) => known.has(word)).length]),
  )
  const most = Math.max(...scores.values())
  if (most > 0) return new Set([...scores].filter(([, score]) => score === most).map(([language]) => language))
  // A text without frequent words is recognised by its number words: "Cinco." is Spanish or Portuguese.
  return new Set(wordLanguages.filter((language) => words.some((word) => numberTable(language).has(word))))
}
