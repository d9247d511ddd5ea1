import { type Concept, concepts } from './concepts.ts'

const smoked = concepts.filter(({ id }) => /^(?:cannabis|opioids|stimulants)$/.test(id))
const substances = [...smoked, ...concepts.filter(({ id }) => id === 'alcohol' || id === 'tobacco')]

/** True if a question or its reply is about another substance. "Use cannabis?" "I vape it." is not about tobacco. */
export function isOfOtherSubstance({ id, words, asked }: Concept, question: string, reply: string): boolean {
  if (id !== 'drugs' && !substances.some((one) => one.id === id)) return false
  if (!asked.test(question) && substances.some((one) => one.asked.test(question))) return true
  const otherText = `${question} ${reply}`.replaceAll(/\b(?:smok|vap)\w*/g, ' ')
  return id === 'tobacco' && smoked.some((one) => one.words.test(reply)) && !words.test(otherText)
}
