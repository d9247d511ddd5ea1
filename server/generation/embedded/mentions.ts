import type { Evidence, Field } from '../../../lib/contracts/index.ts'
import { inOrder } from './answer.ts'
import { askOf } from './ask.ts'
import { type Concept, concepts } from './concepts.ts'
import { isAcknowledgement } from './plain.ts'
import type { Session, Statement } from './session.ts'
import { placeholdersOf } from './template.ts'

const placesMax = 4
const riskPlacesMax = 8

const generic =
  /^(?:yes|no|none|other|n\/?a|unknown|normal|abnormal|same|better|worse|improved|unchanged|increased|decreased|mild|moderate|severe|active|passive|denied|present|absent|current|former|never|single)$/i
const idle = new Set(
  `current currently present past prior previous history status level score rating details summary notes report reported patient client today type amount
  other list information time discussed with when what that this from have been were your there about which ever last next since visit session`.split(
    /\s+/,
  ),
)

/** Matches the words of a text by their first letters, in any language. Undefined if no word is left. */
function beginnings(text: string): RegExp | undefined {
  const words = (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !idle.has(word))
  const stems = words.map((word) => (word.length > 5 ? word.slice(0, 5) : `${word}(?:s|e[ds]|ing)?(?!\\p{L})`))
  return stems.length === 0 ? undefined : new RegExp(`(?<!\\p{L})(?:${stems.join('|')})`, 'u')
}

interface Search {
  certain: readonly RegExp[]
  possible: readonly RegExp[]
}

function searchFor(field: Field): Search & { delicate: boolean } {
  const options = 'options' in field ? field.options.filter((option) => !generic.test(option.trim())) : []
  const places = field.type === 'template' ? placeholdersOf(field.text) : []
  const templateCells =
    field.type === 'table' ? field.rows.flatMap((row) => row.filter((cell) => cell.trim() !== '')) : []
  const names = [field.name, ...options, ...places, ...templateCells]
  const namedConcepts = names.flatMap((name) => askOf({ name }).concepts)
  const byHint = namedConcepts.length > 0 ? [] : concepts.filter(({ hints }) => hints.test(field.name.toLowerCase()))
  const byInstructions =
    namedConcepts.length + byHint.length > 0 ? [] : askOf({ name: field.instructions ?? '' }).concepts
  const all: Concept[] = [...namedConcepts, ...byHint, ...byInstructions]
  return {
    certain: all.flatMap(({ name, words, asked }) => [name, words, asked]),
    possible: [...all.map(({ hints }) => hints), ...names.flatMap((name) => beginnings(name) ?? [])],
    delicate: all.some(({ delicate }) => delicate),
  }
}

function withContext(session: Session, statement: Statement): Statement[] {
  const reply = statement.asks ? session.byTurn[statement.turn + 1]?.[0] : undefined
  const question = statement.place === 0 ? statement.answers.at(-1) : undefined
  return [...(question === undefined ? [] : [question]), statement, ...(reply === undefined ? [] : [reply])]
}

export function mentionsOf(session: Session, field: Field): Evidence[] {
  const { certain, possible, delicate } = searchFor(field)
  const statements = session.statements.filter(({ low }) => !isAcknowledgement(low))
  const holding = (patterns: readonly RegExp[]) => statements.filter(({ low }) => patterns.some((one) => one.test(low)))
  const sure = holding(certain)
  const places = sure.length > 0 && !delicate ? sure : [...new Set([...sure, ...holding(possible)])]
  const rankedPlaces = [...places].sort(
    (a, b) => Number(b.role !== 'provider') - Number(a.role !== 'provider') || a.turn - b.turn || a.start - b.start,
  )
  const best = rankedPlaces.slice(0, delicate ? riskPlacesMax : placesMax)
  return inOrder(best.flatMap((statement) => withContext(session, statement))).map(({ turn, text }) => ({
    turn,
    quote: text,
  }))
}
