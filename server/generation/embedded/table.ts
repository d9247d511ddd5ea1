import type { FieldOf } from '../../../lib/contracts/index.ts'
import { ofSomeoneElse } from '../reading/clause.ts'
import { medicineParts } from '../reading/medicine-parts.ts'
import { dose, frequency, medicine } from '../reading/medicines.ts'
import { readNumbers } from '../reading/numbers.ts'
import type { Answer } from './answer.ts'
import { askOf } from './ask.ts'
import { isTakenBack, plainAnswer } from './plain.ts'
import { writeExtracts } from './relevance.ts'
import type { Session, Statement } from './session.ts'

const taking =
  /\b(?:i(?:'m| am)(?: still| currently| also)? (?:taking|on|using)|i (?:still |also |currently |just |only )?(?:take|use)|(?:they|he|she|my \w+) (?:has|have) me on)\b/
const asksNow =
  /\b(?:what|which|any|list|other)\b.*\b(?:medications?|medicines?|meds|drugs|pills|taking)\b|\b(?:do|are) you (?:currently |still )?(?:take|taking|on)\b|\b(?:medications?|medicines?|meds)\?$/
const saidOfPatient =
  /\byou(?:'re| are)? (?:still |currently |also )?(?:take|taking|on|using)\b|\b(?:have|'ve|has)(?: had| got)? you on\b/
const notNow =
  /\b(?:stop\w*|quit|used to|tried|tak(?:en)|took|was|were|had|gave|given|no longer|allerg\w+|came off|ran out|instead|switch\w*|chang\w+|forg\w+|miss\w*|skip\w*|if|when|sometimes|or|supposed|before|until|since|yesterday|ago|last|but|no|not|never|none|think|maybe|about)\b|n't\b/

/** The cells are literal words, or '' if the statement has none. */
interface Taken {
  name: string
  dose: string
  often: string
  statement: Statement
  context: readonly Statement[]
}

const all = (pattern: RegExp, low: string) => [...low.matchAll(new RegExp(pattern.source, 'g'))]

function contextOf(session: Session, statement: Statement): readonly Statement[] | null {
  const { role, asks, low, turn, answers } = statement
  if (role === 'patient' && !asks) {
    if (taking.test(low)) return []
    const question = answers.at(-1)
    return question?.role === 'provider' && asksNow.test(question.low) ? [question] : null
  }
  const reply = session.byTurn[turn + 1] ?? []
  const isConfirmed = role === 'provider' && reply[0]?.role === 'patient' && plainAnswer(reply) === 'yes'
  return isConfirmed && saidOfPatient.test(low) ? reply : null
}

function takenIn(words: string): Pick<Taken, 'name' | 'dose' | 'often'> | null {
  const low = words.toLowerCase()
  const [names, doses, often] = [all(medicine, low), all(dose, low), all(frequency, low)]
  if (notNow.test(low.replace(/\bhad you on\b/, '')) || names.length > 1 || doses.length > 1 || often.length > 1)
    return null
  if (low.length !== words.length || ofSomeoneElse(low, low.length)) return null
  const matchText = (match: RegExpMatchArray | undefined) =>
    match === undefined ? '' : words.slice(match.index, (match.index ?? 0) + match[0].length)
  const name = matchText(names[0])
  if (name === '') return null
  // "Metformin five hundred twice a day": the unit is not said.
  const end = low.indexOf(name.toLowerCase()) + name.length
  const bare = doses.length > 0 ? undefined : readNumbers(low).find(({ start }) => start >= end && start <= end + 2)
  return {
    name,
    dose: bare === undefined ? matchText(doses[0]) : words.slice(bare.start, bare.end),
    often: matchText(often[0]),
  }
}

function takenBy(session: Session, statement: Statement): Taken[] {
  const context = contextOf(session, statement)
  if (context === null || isTakenBack(session, statement)) return []
  return medicineParts(statement.text.toLowerCase()).flatMap(({ from, to }) => {
    const medicine = takenIn(statement.text.slice(from, to))
    return medicine === null ? [] : [{ ...medicine, statement, context }]
  })
}

const isDisputed = (session: Session, { name, statement, context }: Taken): boolean =>
  (context.every(({ turn }) => turn < statement.turn) &&
    session.byTurn[statement.turn]?.[statement.place + 1]?.tied === true) ||
  session.statements.some(
    (otherStatement) =>
      otherStatement !== statement &&
      !context.includes(otherStatement) &&
      otherStatement.low.includes(name.toLowerCase()) &&
      (all(dose, otherStatement.low).length > 0 ||
        notNow.test(otherStatement.low) ||
        /\b(?:increase|decrease|start|raise|lower|change)\w*\b/.test(otherStatement.low)),
  )

function cell(header: string, { name, dose: amount, often }: Taken): string {
  if (/dose|dosage|strength|amount/i.test(header)) return amount
  if (/frequen|often|schedule|when|timing/i.test(header)) return often
  return /medic|drug|name/i.test(header) ? name : ''
}

function medicineRows(session: Session, field: FieldOf<'table'>): Answer | null {
  const [concept, ...others] = askOf(field).concepts
  if (concept?.id !== 'medications' || others.length > 0) return null
  if (!field.headers.some((header) => /medic|drug|name/i.test(header))) return null
  if (/\b(?:past|previous|stopped|discontinued|allerg\w+|prescribed|ordered|new)\b/i.test(field.name)) return null
  const certain = session.statements
    .flatMap((statement) => takenBy(session, statement))
    .filter((one) => !isDisputed(session, one))
  const medicines = [...new Map(certain.map((one) => [one.name.toLowerCase(), one])).values()]
  if (medicines.length === 0) return null
  return {
    value: medicines.flatMap((one) => field.headers.map((header) => cell(header, one))),
    statements: medicines.flatMap(({ statement, context }) => [statement, ...context]),
    confidence: 0.8,
  }
}

/** Each row of the template that has text gets extracts about its first cell with text. */
export function writeTable(session: Session, field: FieldOf<'table'>): Answer | null {
  const templateRows = field.rows.filter((row) => row.some((text) => text.trim() !== ''))
  if (templateRows.length === 0) return medicineRows(session, field)
  const answers: Answer[] = []
  const value = templateRows.flatMap((row) => {
    const name = row.find((text) => text.trim() !== '') ?? ''
    const answer = writeExtracts(session, askOf({ name }))
    const blank = row.findIndex((text) => text.trim() === '')
    if (answer !== null && blank >= 0) answers.push(answer)
    // The words for each column are not certain, so the first empty cell gets all extracts.
    return field.headers.map((_, column) =>
      column === blank && answer !== null ? answer.value.join(' ').replaceAll('\n', ' ') : (row[column] ?? ''),
    )
  })
  if (answers.length === 0) return null
  return { value, statements: answers.flatMap(({ statements }) => statements), confidence: 0.7 }
}
