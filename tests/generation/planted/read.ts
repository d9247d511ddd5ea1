import { readFileSync } from 'node:fs'
import { type Field, type Flag, field as fieldShape, type VisitContext } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from '../../../server/generation/check/index.ts'

/**
 * The kinds of marks in an answer: dose, number, day of the month, weekday, month, year, date (YYYY-MM-DD), medicine,
 * person.
 */
export const markKinds = ['d', 'n', 'day', 'w', 'mon', 'y', 'iso', 'm', 'p'] as const
export type MarkKind = (typeof markKinds)[number]

/** A part of an answer in which an error can be planted. `start` is its offset in the answer's text. */
export interface Mark {
  kind: MarkKind
  text: string
  start: number
}

/** An answer as a model would give it, with its quotes. */
export interface Answer {
  /** The kind of the answer, if its line names one, and whether it is correct. */
  kind: string
  isCorrect: boolean
  field: Field
  state: 'stated' | 'denied'
  value: string[]
  marks: Mark[]
  evidence: { turn: number; quote: string }[]
}

/** A session with answers. */
export interface TextSession {
  language: string
  isHeldOut: boolean
  context: VisitContext
  turns: string[]
  answers: Answer[]
  stock: ReturnType<typeof takeStock>
}

const label = /^[^:]{1,30}:\s*/
const mark = /\{(\w+):([^}]*)\}/g

/** Returns a text without its marks, and the marks with their offsets in this text. */
function readMarks(marked: string): { text: string; marks: Mark[] } {
  const marks: Mark[] = []
  let text = ''
  let end = 0
  for (const match of marked.matchAll(mark)) {
    text += marked.slice(end, match.index)
    const kind = markKinds.find((one) => one === match[1])
    if (kind === undefined) throw new Error(`There is no mark of the kind ${match[1]}.`)
    marks.push({ kind, text: match[2] ?? '', start: text.length })
    text += match[2]
    end = match.index + match[0].length
  }
  return { text: text + marked.slice(end), marks }
}

/** Reads a line such as `=c table | Medications | table:Medicine,Dose | 1;3~the quoted part | value // value`. */
function readAnswer(line: string, turns: readonly string[]): Answer {
  const [head = '', name = '', type = '', cited = '', value = ''] = line.split(' | ').map((part) => part.trim())
  const [, correct, kind = ''] = /^=(\w?) ?(.*)$/.exec(head) ?? []
  const [ofType = '', detail = ''] = type.split(':')
  const table = ofType === 'table' ? { headers: detail.split(','), rows: [] } : {}
  const { text, marks } = readMarks(value)
  return {
    kind,
    isCorrect: correct !== 'e',
    field: fieldShape.parse({ id: 'f', name, type: ofType, ...table }),
    state: detail === 'denied' ? 'denied' : 'stated',
    value: ofType === 'table' ? text.split(' // ') : [text],
    marks,
    evidence: cited.split(';').map((one) => {
      const [turn = '', quote] = one.split('~')
      return { turn: Number(turn), quote: quote ?? (turns[Number(turn)] ?? '').replace(label, '') }
    }),
  }
}

/**
 * Reads the sessions of a text file. The first line of a session has the day of the visit and the patient's name (`-`:
 * none). `#holdout` marks a session that nobody reads while a rule is written. Lines with `=` are answers.
 */
function readSession(language: string, block: string): TextSession {
  const [head = '', ...lines] = block.split('\n').filter((line) => line.trim() !== '')
  const [, held, date, name = '-'] = /^#(holdout)? (\S+) (.*)$/.exec(head) ?? []
  const turns = lines.filter((line) => !line.startsWith('='))
  const context = { ...(name === '-' ? {} : { patient: { name } }), ...(date ? { current_visit: { date } } : {}) }
  return {
    language,
    isHeldOut: held !== undefined,
    context,
    turns,
    // A line of the planted sessions begins with the name of the field: it has no kind.
    answers: lines
      .filter((line) => line.startsWith('='))
      .map((line) => readAnswer(line.replace(/^= /, '=c | '), turns)),
    stock: takeStock(turns, context, language),
  }
}

/** Reads the sessions of the language from `FOLDER/LANGUAGE.txt`, beside this file. */
export const readSessions = (folder: string, language: string): TextSession[] =>
  readFileSync(new URL(`../${folder}/${language}.txt`, import.meta.url), 'utf8')
    .split(/\n(?=#)/)
    .map((block) => readSession(language, block))

/** Checks a value as a model's answer. Returns the flags of severity 2 and 3, or one flag if the value is left out. */
export function doubtsOf({ turns, context, stock }: TextSession, answer: Answer, value: readonly string[]): Flag[] {
  const draft = { id: 'f', value: [...value], confidence: 0.9, state: answer.state, evidence: answer.evidence }
  const { result } = checkDraft(answer.field, draft, { turns, context, stock })
  return result.value.length === 0
    ? [{ severity: 2, text: '', reason: 'The value was left out.' }]
    : result.flags.filter(({ severity }) => severity > 1)
}
