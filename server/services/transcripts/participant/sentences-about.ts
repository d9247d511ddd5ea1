/** "Okafor, Maya", as in charts, is Maya Okafor. */
function partsOf(name: string): string[] {
  const [last = '', ...givenNames] = name.split(',')
  return [...givenNames, last].join(' ').trim().split(/\s+/)
}

export function anyPartOf(name: string): string {
  const parts = partsOf(name).filter((part) => part.length > 1)
  return parts.length === 0 ? '(?!)' : `(?<!\\p{L})(?:${parts.map(RegExp.escape).join('|')})(?!\\p{L})`
}

export const nameOf = (name: string): RegExp => new RegExp(anyPartOf(name), 'iu')

const titles = '(?:Mr|Mrs|Ms|Miss|Dr)\\.?'
const sentenceEnd = /(?<=[.!?…]["”’)]?)(?<!\b(?:Mr|Mrs|Ms|Dr)\.)\s+|\n+/
const opening = '(?:(?:and|but|so|then|also|now|today|yesterday|(?:this|last) week),? )?'

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Given names that can also begin a sentence as another word: "Will you come?" */
const alsoWords = list(
  `will may mark grant chase art bill hope faith joy grace dawn drew rich sue ray skip frank miles rob pat rose lance sky summer april
  june august christian jack penny guy max gene dean amber crystal ruby jade iris daisy lily violet olive ivy holly heather rusty
  sandy sunny wade reed cliff harry pierce trip chance young`,
)
const personVerb =
  '(?:said|says|told|tells|reports|reported|denies|denied|describes|described|feels|felt|slept|sleeps|drinks|drank|relapsed|wants|wanted|thinks|thought|talked|spoke)'

const firstPerson = list(
  `i me my mine myself we us our ours ourselves yo mi mí mis mío mía conmigo nos nosotros nosotras nuestro nuestra nuestros
  nuestras eu meu meus minha minhas mim nós nosso nossa nossos nossas io mio mia miei mie noi nostro nostra nostri nostre
  je j m moi mon ma mes nous notre ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer
  ik mij mijn wij ons onze`,
)
/** Words of two or more capital letters are abbreviations and do not count: "an MI", "the US". */
const speaksOfSelf = (sentence: string): boolean =>
  (sentence.match(/\p{L}+/gu) ?? []).some(
    (word) => firstPerson.has(word.toLowerCase()) && (word.length === 1 || word !== word.toUpperCase()),
  )

/** Other text may have no punctuation, so it is not known where its sentences end. */
const isWritten = (sentence: string): boolean =>
  /[.!?…]["”’)]?$/.test(sentence) || (/^["“(]?\p{Lu}/u.test(sentence) && /\p{Ll}/u.test(sentence))

export function sentencesAbout(name: string, others: readonly { name: string }[]): (words: string) => string {
  const parts = partsOf(name)
  const [firstName = '', last = ''] = [parts[0], parts.at(-1)]
  // The name must be followed by a word. If a comma follows the name, the speaker only addresses this person.
  const beginsWith = (names: string) => new RegExp(`^["“(]?${opening}(?:${names})(?=(?:['’]s?)?\\s+[\\p{L}\\d(])`, 'iu')
  const fullName = beginsWith(parts.length > 1 ? `(?:${titles} )?${parts.map(RegExp.escape).join('\\s+')}` : '(?!)')
  const givenName = alsoWords.has(firstName.toLowerCase())
    ? `${RegExp.escape(firstName)}(?=\\s+${personVerb}\\b)`
    : RegExp.escape(firstName)
  const shortName = beginsWith(`${givenName}|${titles} (?:${RegExp.escape(firstName)}|${RegExp.escape(last)})`)
  const strangers = others.map((person) => nameOf(person.name))
  const isAbout = (sentence: string) => {
    if (!isWritten(sentence) || speaksOfSelf(sentence)) return false
    const full = fullName.exec(sentence)
    // A full name identifies the person even if another one has a part of it.
    const rest = full === null ? sentence : sentence.slice(full[0].length)
    return (full !== null || shortName.test(sentence)) && strangers.every((stranger) => !stranger.test(rest))
  }
  const sameName = others.some((person) => fold(person.name) === fold(name))
  return (words) => (firstName === '' || sameName ? '' : words.split(sentenceEnd).filter(isAbout).join('\n'))
}

const fold = (name: string): string => partsOf(name).join(' ').toLowerCase()
