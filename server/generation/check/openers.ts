import { wordsIn } from './words/words-in.ts'

const givenNames = wordsIn('given-names')

const noteWords = wordsIn('note-words')

const wordForms =
  /(?:ing|ed|ly|tion|sion|ness|ment|ity|able|ible|ous|ance|ence|ency|ancy|ism|logist|apist|trist|cialist|itis|osis|emia|pathy|oma|algia|gram|logy|graphy|scopy|ectomy|ful|less|tions|ments|ive|ular|atic|etic|ological|(?:ion|it|ic|er|or|in|ent|ur|eg|on|rm|as|at|tu|ti|ci|vi)al|(?:sist|qu|rec|curr|stud|mitt)ent|(?:ific|const|reluct|vigil)ant|ary|ish)$/
const doing =
  /^(?:['’]s\b| to \p{Ll}| from (?:the|her|his|their|next|down)\b|, (?:the|an?|his|her|their)\b|,? (?:only|also|just|never|always|still|once|often)\b|,? (?:is|was|has|had|does|did|will|would|can|could|may|and|who)\b|,? \p{Ll}+(?:s|ed)\b|,? (?:got|went|said|told|took|felt|made|came|kept|left|lost|saw|gave|began|slept|thought|drank|drove|ate|spoke|wrote|ran|sat|stood|fell|broke|chose|knew|grew|held|heard|met|paid|put|sent|spent|woke|became|brought|bought|quit|hit|cut)\b)/u

export const isGivenName = (word: string): boolean => givenNames.has(word.toLowerCase())

export const isNoteWord = (low: string): boolean =>
  noteWords.has(low) || noteWords.has(low.replace(/s$/, '')) || wordForms.test(low)

export function opensWithName(word: string, textAfter: string): boolean {
  const low = word.toLowerCase()
  if (givenNames.has(low)) return true
  if (noteWords.has(low) || wordForms.test(low) || low.length < 3) return false
  return doing.test(textAfter)
}
