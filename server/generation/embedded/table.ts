import type { FieldOf } from '../../../lib/contracts/index.ts'
import { assertedAt } from '../reading/clause.ts'
import { dose, frequency, medicine } from '../reading/medicines.ts'
import type { Answer } from './answer.ts'
import { askOf } from './ask.ts'
import { writeExtracts } from './relevance.ts'
import type { Session, Statement } from './session.ts'

const taking =
  /\b(?:i(?:'m| am)(?: still| currently)? (?:taking|on|using)|i (?:still |also |currently )?(?:take|use))\b/
const notNow =
  /\b(?:stop\w*|quit|used to|tried|was|were|no longer|allerg\w+|came off|ran out|instead|switch\w*|forg\w+|miss\w*|skip\w*|if|when|sometimes|or|supposed|before|until|yesterday|but|no|not|never|none)\b|n't\b/

/**
 * A medicine that the patient certainly takes now. Name, dose and frequency are literal words of the statement. Each is
 * '' if the statement does not contain it.
 */
interface Taken {
  name: string
  dose: string
  often: string
  statement: Statement
}

const all = (pattern: RegExp, low: string) => [...low.matchAll(new RegExp(pattern.source, 'g'))]

/**
 * Returns the medicine that the patient takes according to a statement such as "I am taking twenty milligrams of Prozac
 * every morning." Empty if the statement is not certain, or if it names several medicines, doses or frequencies.
 */
function takenIn(statement: Statement): Taken[] {
  const { low, text, role, asks } = statement
  if (role !== 'patient' || asks || !taking.test(low) || notNow.test(low)) return []
  const [names, doses, often] = [all(medicine, low), all(dose, low), all(frequency, low)]
  const [only] = names
  if (only === undefined || names.length > 1 || doses.length > 1 || often.length > 1) return []
  if (!assertedAt(low, only.index)) return []
  // The matches have offsets into the text in lower case. They are valid for `text` only if both have the same length:
  // the lower case of some letters, such as "İ", is longer.
  const said = (match: RegExpMatchArray | undefined) =>
    match === undefined
      ? ''
      : text.length === low.length
        ? text.slice(match.index, (match.index ?? 0) + match[0].length)
        : match[0]
  return [{ name: said(only), dose: said(doses[0]), often: said(often[0]), statement }]
}

/**
 * True if it is not certain that the patient takes the medicine as the statement says:
 * - The next statement limits or completes the statement.
 * - Another statement names the medicine together with a dose, a change, or words that may mean it is not taken now.
 */
const isDisputed = (session: Session, { name, statement }: Taken): boolean =>
  session.byTurn[statement.turn]?.[statement.place + 1]?.tied === true ||
  session.statements.some(
    (other) =>
      other !== statement &&
      other.low.includes(name.toLowerCase()) &&
      (all(dose, other.low).length > 0 ||
        notNow.test(other.low) ||
        /\b(?:increase|decrease|start|raise|lower|change)\w*\b/.test(other.low)),
  )

function cell(header: string, { name, dose: amount, often }: Taken): string {
  if (/dose|dosage|strength|amount/i.test(header)) return amount
  if (/frequen|often|schedule|when|timing/i.test(header)) return often
  return /medic|drug|name/i.test(header) ? name : ''
}

/** Fills a table of present medicines: one row for each medicine that the patient certainly takes now. */
function medicineRows(session: Session, field: FieldOf<'table'>): Answer | null {
  const [concept, ...others] = askOf(field).concepts
  if (concept?.id !== 'medications' || others.length > 0) return null
  if (!field.headers.some((header) => /medic|drug|name/i.test(header))) return null
  if (/\b(?:past|previous|stopped|discontinued|allerg\w+|prescribed|ordered|new)\b/i.test(field.name)) return null
  const taken = session.statements.flatMap(takenIn).filter((one) => !isDisputed(session, one))
  if (taken.length === 0) return null
  return {
    value: taken.flatMap((one) => field.headers.map((header) => cell(header, one))),
    statements: taken.map(({ statement }) => statement),
    confidence: 0.8,
  }
}

/**
 * Fills a table. Each row of the template that has text gets extracts about its first cell with text. If no row of the
 * template has text, the table is filled only if it is about medicines.
 */
export function writeTable(session: Session, field: FieldOf<'table'>): Answer | null {
  const given = field.rows.filter((row) => row.some((text) => text.trim() !== ''))
  if (given.length === 0) return medicineRows(session, field)
  const answers: Answer[] = []
  const value = given.flatMap((row) => {
    const name = row.find((text) => text.trim() !== '') ?? ''
    const answer = writeExtracts(session, askOf({ name }))
    const blank = row.findIndex((text) => text.trim() === '')
    if (answer !== null && blank >= 0) answers.push(answer)
    // All extracts are written into the first empty cell of the row. The other empty cells stay empty, because the
    // words for each column are not certain.
    return field.headers.map((_, column) =>
      column === blank && answer !== null ? answer.value.join(' ').replaceAll('\n', ' ') : (row[column] ?? ''),
    )
  })
  if (answers.length === 0) return null
  return { value, statements: answers.flatMap(({ statements }) => statements), confidence: 0.7 }
}
