import { readFileSync } from 'node:fs'
import { type Field, field as fieldShape } from '../../../lib/contracts/index.ts'
import { factSessions, unseenSessions } from '../omissions/facts.ts'
import type { Honest } from './honest.ts'

interface Answer {
  session: string
  name: string
  type: Field['type']
  options?: string[]
  value: string[]
  turn: number
  quote: string
}

/** Answers to choices, Yes/No and numbers by a person who read the session, independent of the built-in writer. */
export function answersByHand(): Honest[] {
  const kept = JSON.parse(readFileSync(new URL('./answers-by-hand.json', import.meta.url), 'utf8')) as {
    values: Answer[]
  }
  return kept.values.map(({ session, name, type, options, value, turn, quote }, index) => {
    const visit = [...factSessions, ...unseenSessions].find((one) => one.name === session)
    if (visit === undefined) throw new Error(`No session is called ${session}.`)
    const id = `by-hand-${index}`
    const denied = type === 'boolean' && value[0] === 'No'
    return {
      visit: { name: session, turns: visit.turns, context: {} },
      field: fieldShape.parse({ id, name, type, ...(options === undefined ? {} : { options }) }),
      draft: { id, value, confidence: 0.9, state: denied ? 'denied' : 'stated', evidence: [{ turn, quote }] },
    }
  })
}
