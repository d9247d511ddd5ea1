import type { Field, FieldOf } from '../../../lib/contracts/index.ts'
import { numbersAsDigits, readNumbers } from '../reading/numbers.ts'
import type { Answer } from './answer.ts'
import { type Ask, askOf } from './ask.ts'
import { bareWords, tail } from './bare-words.ts'
import { everywhere } from './concepts.ts'
import { writeDate } from './date.ts'
import { isShort, isTakenBack, plainAnswer } from './plain.ts'
import { type Question, questionAbout, yesNoQuestion } from './question.ts'
import type { Session, Statement } from './session.ts'

interface Subject {
  names: readonly RegExp[]
  mentions: readonly RegExp[]
  past: boolean
  delicate: boolean
}

function literal(text: string): RegExp {
  const words = text.toLowerCase().trim().split(/\s+/).map(RegExp.escape)
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join(' ')}(?![\\p{L}\\p{N}])`, 'u')
}

/** If the name has other words too ("Chest pain at rest"), only a question with the whole name asks for it. */
function subjectOf({ name, concepts, limits, past }: Ask): Subject {
  const isKnown = concepts.length > 0 && !limits
  return {
    names: isKnown ? concepts.map((concept) => concept.name) : [literal(name)],
    mentions: [literal(name), ...concepts.flatMap(({ words, name, asked }) => [words, name, asked])],
    past,
    delicate: concepts.some(({ delicate }) => delicate),
  }
}

interface Exchange extends Question {
  reply: readonly Statement[]
}

/** If a session has more exchanges about one subject, none of them is used. */
const exchangesMax = 12

function exchangesAbout(session: Session, names: readonly RegExp[]): Exchange[] {
  const exchanges = session.statements.flatMap((statement): Exchange[] => {
    const reply = session.byTurn[statement.turn + 1] ?? []
    if (reply[0]?.role !== 'patient' || !isShort(reply)) return []
    const question = questionAbout(session, statement, names)
    return question === undefined ? [] : [{ ...question, reply }]
  })
  if (exchanges.length > exchangesMax) return []
  return exchanges.filter(({ reply: [first] }) => first !== undefined && !isTakenBack(session, first))
}

function isMentionedBeside(session: Session, { mentions }: Subject, exchanges: readonly Exchange[]): boolean {
  const turns = new Set(exchanges.flatMap(({ statement: { turn } }) => [turn, turn + 1]))
  return session.statements.some(({ turn, low }) => !turns.has(turn) && mentions.some((pattern) => pattern.test(low)))
}

const statementsOf = (exchanges: readonly Exchange[]): Statement[] =>
  exchanges.flatMap(({ statement, reply }) => [statement, ...reply])

interface Reading {
  yes: boolean
  statements: Statement[]
}

function readYesNo(session: Session, subject: Subject): Reading | null {
  const denied = new Set<number>()
  let affirmed = false
  const exchanges: Exchange[] = []
  for (const exchange of exchangesAbout(session, subject.names)) {
    const question = yesNoQuestion(exchange, subject.names, subject.past)
    const answer = question === undefined ? null : plainAnswer(exchange.reply, subject.names)
    if (question === undefined || answer === null || !question[answer]) continue
    exchanges.push(exchange)
    if (answer === 'yes') affirmed = true
    else for (const part of question.subjects) denied.add(part)
  }
  const isDenied = denied.size === subject.names.length
  const isBoth = affirmed && denied.size > 0 && subject.names.length === 1
  if ((!affirmed && !isDenied) || isBoth || isMentionedBeside(session, subject, exchanges)) return null
  return { yes: affirmed, statements: statementsOf(exchanges) }
}

/** For a name that asks for an absence ("Denies …"), the answer is inverted. */
const absence = /^(?:denies|no |absence of)/i

function writeBoolean(session: Session, field: Field): Answer | null {
  const reading = readYesNo(session, subjectOf(askOf({ name: field.name.replace(absence, '') })))
  if (reading === null) return null
  return {
    value: [reading.yes === absence.test(field.name) ? 'No' : 'Yes'],
    statements: reading.statements,
    confidence: 0.9,
    denied: !reading.yes,
  }
}

const denial = /^(?:denie[sd]|deny|none|no|absent|negative|not present|not reported)$/i
const affirmation = /^(?:yes|present|reported|positive)$/i

function chosenIn(reply: readonly Statement[], { names }: Subject, options: readonly string[]): string[] {
  const replyWords = names
    .reduce((text, name) => text.replaceAll(everywhere(name), '@'), bareWords(reply.map(({ low }) => low).join(' , ')))
    .replace(/^(?:oh|okay)[ ,]+/, '')
    .replace(
      /^(?:(?:my|the) @ (?:is|has been|feels)|it's|it is|it's been|it has been|they're|i'm|i am|i feel|i'd say|i would say|just)(?: (?:an?|the))? /,
      '',
    )
    .replace(new RegExp(`${tail}$`), '')
  const parts = replyWords.split(/ , and | , | and /)
  const choices = parts.flatMap((part) => options.filter((option) => option.toLowerCase() === part))
  return choices.length === parts.length ? choices : []
}

const openQuestion = new RegExp(
  `^(?:how(?:'s| is| are| has| have| about| would you (?:describe|rate))|what(?:'s| is| are| about)|tell me about)(?: (?:your|the))? @(?: been| doing| looking)?${tail}$`,
)

function offers({ low }: Statement, { names }: Subject, options: readonly string[]): boolean {
  const questionText = names.reduce((text, name) => text.replaceAll(everywhere(name), '@'), bareWords(low))
  const offerText = options.reduce((text, option) => text.replaceAll(everywhere(literal(option)), '%'), questionText)
  return /^(?:(?:and|so|okay|,) ?)*(?:(?:is|are|has|have|would you say)(?: (?:your|the))? @ (?:been |is |getting )*%(?: ,| or| %)*|@ %(?: ,| or| %)*)$/.test(
    offerText,
  )
}

function choices(session: Session, subject: Subject, options: readonly string[]) {
  const exchanges = exchangesAbout(session, subject.names)
  return exchanges.flatMap((exchange) => {
    const isPlain =
      openQuestion.test(exchange.words) ||
      offers(exchange.statement, subject, options) ||
      yesNoQuestion(exchange, subject.names, subject.past)?.yes === true
    const choices = isPlain ? chosenIn(exchange.reply, subject, options) : []
    return choices.length === 0 ? [] : [{ chosen: choices, exchange }]
  })
}

function writeChoice(session: Session, field: FieldOf<'single_choice' | 'multiple_choice'>): Answer | null {
  const subject = subjectOf(askOf({ name: field.name }))
  const isSingle = field.type === 'single_choice'
  const plain = isSingle ? readYesNo(session, subject) : null
  if (plain !== null) {
    const [option, ...otherOptions] = field.options.filter((one) => (plain.yes ? affirmation : denial).test(one.trim()))
    if (option === undefined || otherOptions.length > 0) return null
    return { value: [option], statements: plain.statements, confidence: 0.9, denied: !plain.yes }
  }
  if (subject.delicate) return null
  const [only, ...others] = choices(session, subject, field.options)
  if (
    only === undefined ||
    (isSingle && only.chosen.length > 1) ||
    others.length > 0 ||
    isMentionedBeside(session, subject, [only.exchange])
  )
    return null
  return { value: only.chosen, statements: statementsOf([only.exchange]), confidence: 0.8 }
}

interface Measure {
  from: number
  to: number
  unit?: string
  isScale?: boolean
}
const ofTen: Measure = { from: 0, to: 10, isScale: true }
const measures: Record<string, Measure> = {
  sleep: { from: 0, to: 24, unit: 'hours?' },
  weight: { from: 20, to: 700, unit: 'pounds|lbs?|kilos?|kilograms|kg' },
  mood: ofTen,
  anxiety: ofTen,
  pain: ofTen,
  phq: { from: 0, to: 27 },
  gad: { from: 0, to: 21 },
  heart_rate: { from: 25, to: 250 },
  respiration: { from: 5, to: 70 },
  oxygen: { from: 50, to: 100 },
  temperature: { from: 30, to: 110 },
}
const number = '(?:[a-z-]+ |\\d[\\d.]* ?)'
const scale = `(?:on a scale (?:of|from) ${number}(?:to|and) (?:ten|10)|from ${number}to (?:ten|10)|out of (?:ten|10))(?: ,)?(?: (?:with|where) ${number}(?:being|is|as|meaning) [^,]{1,50}?)?(?: ,)?`
const asksNumber = new RegExp(
  `^(?:${scale} )?(?:how (?:many hours(?: do you| are you| of)?|long do you|long are you|much do you|bad is|severe is|high is|is|would you rate|do you rate)|what(?:'s| is)|where (?:is|would you put)|rate)(?: (?:your|the|do you))? @(?: at)?(?: (?:per|a|each|every|at) night)?${tail}(?:(?: ,)? ${scale})?$`,
)

const reply = (unit: string) =>
  new RegExp(
    `^(?:(?:it's|it is|i'd say|i would say|i weigh|i sleep|i get|i'm|at) )*(?:an? )?#(?: (?:${unit}))?(?: out of #| (?:a|per|each|every) night)?${tail}$`,
  )

function writeNumber(session: Session, field: Field): Answer | null {
  const ask = askOf({ name: field.name })
  const [concept, ...otherConcepts] = ask.concepts
  const measure = concept === undefined ? undefined : measures[concept.id]
  if (measure === undefined || otherConcepts.length > 0 || ask.limits) return null
  const { from, to, unit = 'points?', isScale = false } = measure
  const subject = subjectOf(ask)
  const answers = exchangesAbout(session, subject.names).flatMap((exchange) => {
    const replyWords = bareWords(exchange.reply.map(({ low }) => low).join(' , '))
    const [only, ...others] = readNumbers(replyWords.replace(/ out of (?:ten|10)\b/, ''))
    const isPlain =
      asksNumber.test(exchange.words) && reply(unit).test(numbersAsDigits(replyWords).replaceAll(/[\d.]+/g, '#'))
    if (!isPlain || only === undefined || others.length > 0) return []
    if (isScale && !/\bscale\b|\b(?:ten|10)\b/.test(exchange.words)) return []
    const isOtherUnit =
      /\bkg|kilo/i.test(field.name) !== /\bkg|kilo/.test(replyWords) && /\b(?:kg|kilo|lb|pound)/i.test(field.name)
    return only.value < from || only.value > to || isOtherUnit ? [] : [{ value: only.value, exchange }]
  })
  const [first, ...others] = answers
  if (first === undefined || others.length > 0 || isMentionedBeside(session, subject, [first.exchange])) return null
  return { value: [String(first.value)], statements: statementsOf([first.exchange]), confidence: 0.85 }
}

export function writeClosed(session: Session, field: Field): Answer | null {
  if (field.type === 'date') return writeDate(session, field)
  if (askOf({ name: field.name }).concepts.some(({ by }) => by === 'provider')) return null
  switch (field.type) {
    case 'boolean':
      return writeBoolean(session, field)
    case 'single_choice':
    case 'multiple_choice':
      return writeChoice(session, field)
    case 'number':
      return writeNumber(session, field)
    default:
      return null
  }
}
