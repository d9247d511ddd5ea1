import { readNumbers } from '../reading/numbers.ts'
import type { Answer } from './answer.ts'
import type { Session } from './session.ts'

const between = /^ ?(?:over |\/ ?)+$/
const elsewhere =
  /\b(?:at home|emergency|last (?:time|visit|year)|used to|when you (?:went|were)|in the past|yesterday)\b/

/** The blood pressure in a sentence, written like 134/86, or null. */
function pressureIn(low: string): string | null {
  const numbers = readNumbers(low)
  for (const [index, upper] of numbers.entries()) {
    const lower = numbers[index + 1]
    if (lower === undefined || !between.test(low.slice(upper.end, lower.start))) continue
    if (upper.value < 60 || upper.value > 260 || lower.value < 30 || lower.value > 160) continue
    return `${upper.value}/${lower.value}`
  }
  return null
}

/**
 * Fills a blood pressure, written like 134/86. A value measured in this visit takes precedence over one from home or
 * from an earlier visit.
 */
export function writeBloodPressure(session: Session): Answer | null {
  const readings = session.sentences.flatMap((sentence) => {
    const value = pressureIn(sentence.low)
    return value === null ? [] : [{ value, sentence }]
  })
  const measured = readings.filter(({ sentence }) => sentence.role === 'provider' || sentence.role === 'unknown')
  const chosen = measured.find(({ sentence }) => !elsewhere.test(sentence.low)) ?? measured[0]
  return chosen === undefined ? null : { value: [chosen.value], sentences: [chosen.sentence], confidence: 0.85 }
}
