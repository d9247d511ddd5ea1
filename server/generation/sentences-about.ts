/** Splits a name into its words, the given name first, also if it is written as in charts: "Okafor, Maya". */
function partsOf(name: string): string[] {
  const [last = '', ...given] = name.split(',')
  return [...given, last].join(' ').trim().split(/\s+/)
}

/** Returns a pattern that matches exactly this text. */
export const exact = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Returns a pattern that matches each part of a name as a whole word, because people in a group often say only the
 * first name. Ignores parts of one letter.
 */
export function anyPartOf(name: string): string {
  const parts = partsOf(name).filter((part) => part.length > 1)
  return parts.length === 0 ? '(?!)' : `(?<!\\p{L})(?:${parts.map(exact).join('|')})(?!\\p{L})`
}

/** Matches any part of a name as a whole word. */
export const nameOf = (name: string): RegExp => new RegExp(anyPartOf(name), 'iu')

const titles = '(?:Mr|Mrs|Ms|Miss|Dr)\\.?'
const sentenceEnd = /(?<=[.!?…]["”’)]?)(?<!\b(?:Mr|Mrs|Ms|Dr)\.)\s+|\n+/
/** Words that may stand before the name at the beginning of a sentence. */
const opening = '(?:(?:and|but|so|then|also|now|today|yesterday|(?:this|last) week),? )?'

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Given names that can also begin a sentence as another word: "Will you come?" */
const alsoWords = list(
  `will may mark grant chase art bill hope faith joy grace dawn drew rich sue ray skip frank miles rob pat rose lance sky summer april
  june august christian jack penny guy max gene dean amber crystal ruby jade iris daisy lily violet olive ivy holly heather rusty
  sandy sunny wade reed cliff harry pierce trip chance young`,
)
/**
 * If a sentence begins with a given name of `alsoWords` alone, one of these verbs must follow. Without such a verb, the
 * word does not count as a name.
 */
const personVerb =
  '(?:said|says|told|tells|reports|reported|denies|denied|describes|described|feels|felt|slept|sleeps|drinks|drank|relapsed|wants|wanted|thinks|thought|talked|spoke)'

/**
 * Words with which speakers speak about themselves, in English, Spanish, Portuguese, Italian, German, French and Dutch.
 */
const firstPerson = list(
  `i me my mine myself we us our ours ourselves yo mi mí mis mío mía conmigo nos nosotros nosotras nuestro nuestra nuestros
  nuestras eu meu meus minha minhas mim nós nosso nossa nossos nossas io mio mia miei mie noi nostro nostra nostri nostre
  je j m moi mon ma mes nous notre ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer
  ik mij mijn wij ons onze`,
)
/**
 * True if a sentence contains a word such as "I" or "my". Words of two or more capital letters are abbreviations and do
 * not count: "an MI", "the US".
 */
const speaksOfSelf = (sentence: string): boolean =>
  (sentence.match(/\p{L}+/gu) ?? []).some(
    (word) => firstPerson.has(word.toLowerCase()) && (word.length === 1 || word !== word.toUpperCase()),
  )

/**
 * True if a sentence ends with punctuation, or begins with a capital letter and also has small letters. Other text may
 * have no punctuation, so it is not known where its sentences end.
 */
const isWritten = (sentence: string): boolean =>
  /[.!?…]["”’)]?$/.test(sentence) || (/^["“(]?\p{Lu}/u.test(sentence) && /\p{Ll}/u.test(sentence))

/**
 * Returns a function that keeps only the sentences of `words` that are certainly about one person of a group. Use it if
 * the speaker of `words` is not known. A sentence is kept if it begins with the name of the person, and contains no
 * other name of the group and no "I" or "we". Any other sentence may be about another person: "Relapsed on Sunday,
 * Ana." or "Ana, I drink too."
 */
export function sentencesAbout(name: string, others: readonly { name: string }[]): (words: string) => string {
  const parts = partsOf(name)
  const [given = '', last = ''] = [parts[0], parts.at(-1)]
  // The name must be followed by a word. If a comma follows the name, the speaker only addresses this person.
  const beginsWith = (names: string) => new RegExp(`^["“(]?${opening}(?:${names})(?=(?:['’]s?)?\\s+[\\p{L}\\d(])`, 'iu')
  const fullName = beginsWith(parts.length > 1 ? `(?:${titles} )?${parts.map(exact).join('\\s+')}` : '(?!)')
  const givenName = alsoWords.has(given.toLowerCase()) ? `${exact(given)}(?=\\s+${personVerb}\\b)` : exact(given)
  const shortName = beginsWith(`${givenName}|${titles} (?:${exact(given)}|${exact(last)})`)
  const strangers = others.map((other) => nameOf(other.name))
  const isAbout = (sentence: string) => {
    if (!isWritten(sentence) || speaksOfSelf(sentence)) return false
    const full = fullName.exec(sentence)
    // A full name identifies the person even if another person of the group has one of its parts. So only the rest of
    // the sentence is searched for other names.
    const rest = full === null ? sentence : sentence.slice(full[0].length)
    return (full !== null || shortName.test(sentence)) && strangers.every((stranger) => !stranger.test(rest))
  }
  const sameName = others.some((other) => fold(other.name) === fold(name))
  return (words) => (given === '' || sameName ? '' : words.split(sentenceEnd).filter(isAbout).join('\n'))
}

const fold = (name: string): string => partsOf(name).join(' ').toLowerCase()
