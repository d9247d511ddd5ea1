import type { UserModelMessage } from 'ai'
import {
  type Evidence,
  type Field,
  remarkLabel,
  type VisitContext,
  type WritingStyle,
} from '../../../lib/contracts/index.ts'
import { type Draft, type ReviewRequest, type WriteRequest, whoSpeaks } from '../../generation/index.ts'
import { cacheMark } from './cache-mark.ts'
import { typeNames } from './rules.ts'

// Escapes the tags that enclose the parts of the prompt. Without escaping, the words of a session could contain a
// closing tag, and the model would take the words after this tag for instructions.
const harmless = (turn: string): string =>
  turn.replaceAll(/<(\/?)(transcript|present|page|answer|statements)>/gi, '‹$1$2›')
const data = (value: unknown): string => harmless(JSON.stringify(value))

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const formatWords = { bullet: ', one list item per entry', numbered: ', one list item per entry', paragraph: ', prose' }

function describe(field: Field, index: number): string {
  const format = field.type === 'string' && field.format !== undefined ? formatWords[field.format] : ''
  // The name of a field may come from the page. On one line, it cannot look like another field or like an instruction.
  const lines = [`f${index}: ${harmless(oneLine(field.name))}`, `  value: ${typeNames[field.type]}${format}`]
  if (field.type === 'single_choice' || field.type === 'multiple_choice') lines[1] += ` ${data(field.options)}`
  if (field.type === 'table') lines[1] += `, headers ${data(field.headers)}, rows ${data(field.rows)}`
  if (field.type === 'template') lines[1] += ` ${data(field.text)}`
  if (field.type === 'string' && field.names === false) lines[1] += ', without names of people'
  if (field.instructions !== undefined && field.instructions !== '') lines.push(`  instructions: ${field.instructions}`)
  return lines.join('\n')
}

/**
 * Formats the present values of the clinician's form as background for the model, in a separate block of the prompt.
 */
function pageValues({ page_values = [] }: VisitContext): string {
  if (page_values.length === 0) return ''
  return [
    'These values stand in the open form already. They are background to understand the session; nobody said them in it.',
    'Never quote them as evidence. Where nothing was said of a field and its own value stands here, you may repeat it letter by letter with no evidence.',
    `<page>\n${page_values.map(({ label, value }) => data({ label, value })).join('\n')}\n</page>`,
  ].join('\n')
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

function languageName(code: string | undefined): string | null {
  try {
    return code === undefined ? null : (languageNames.of(code) ?? null)
  } catch {
    return null
  }
}

function languageLines({ language, noteLanguage }: Pick<WriteRequest, 'language' | 'noteLanguage'>): string {
  const [sessionLanguage, targetLanguage] = [languageName(language), languageName(noteLanguage)]
  const note =
    targetLanguage === null ? 'Write the note in the language of the session.' : `Write the note in ${targetLanguage}.`
  return sessionLanguage === null ? note : `The session was held in ${sessionLanguage}. ${note}`
}

const person: Record<NonNullable<WritingStyle['person']>, string> = {
  third: 'Write in the third person.',
  first: 'Write in the first person of the clinician: “I” is the clinician, never the patient.',
}
const length: Record<NonNullable<WritingStyle['length']>, string> = {
  brief: 'Be brief: only what a colleague must know, in short phrases.',
  normal: '',
  detailed: 'Be detailed: include what was said about circumstances, duration and effects.',
}
const layout: Record<NonNullable<WritingStyle['layout']>, string> = {
  prose: 'Write texts as prose.',
  bullets: 'Begin each sentence of a text with “- ”, as an item of a list, unless its field asks for prose.',
}
const abbreviations: Record<NonNullable<WritingStyle['abbreviations']>, string> = {
  usual: 'Use common clinical abbreviations.',
  none: 'Use no abbreviations except units.',
}

function styleLines(style: WritingStyle = {}): string {
  const { forbidden = [], terms = [] } = style
  return [
    person[style.person ?? 'third'],
    style.tense === undefined ? '' : `Write in the ${style.tense} tense.`,
    style.subject === undefined ? '' : `Call the person who is treated “the ${style.subject}”.`,
    style.length === undefined ? '' : length[style.length],
    style.layout === undefined ? '' : layout[style.layout],
    style.abbreviations === undefined ? '' : abbreviations[style.abbreviations],
    forbidden.length === 0 ? '' : `Never write these phrases: ${data(forbidden)}`,
    terms.length === 0 ? '' : `Terms: ${data(terms)}`,
  ]
    .filter((line) => line !== '')
    .join(' ')
}

function visitDetails({ page_values: _, current_visit: visit, ...details }: VisitContext): object {
  if (visit === undefined) return details
  const weekday = new Date(visit.date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  return { ...details, current_visit: { ...visit, weekday } }
}

const remarkLine = `Turns that begin with “${remarkLabel.trim()}” were not said. The clinician has typed them about this visit. Use them, and quote them, as what the clinician has observed.`

type SharedRequest = Omit<ReviewRequest, 'statements' | 'signal'>

/**
 * Returns the first part of the prompt of every call for a note: instructions, visit, page and transcript. It is
 * identical for groups, retries, rewrites and the review, so that the provider can reuse it from its cache. Each turn
 * has the number by which evidence refers to it.
 */
export function sharedPart(request: SharedRequest): string {
  const { turns, instructions, context, language, noteLanguage, about, byVoice, style } = request
  const key = JSON.stringify([instructions, context, language, noteLanguage, about, byVoice, style])
  const cachedPart = sharedParts.get(turns)
  if (cachedPart?.key === key) return cachedPart.text
  const text = writtenShared(request)
  sharedParts.set(turns, { key, text })
  return text
}

/**
 * The results of `sharedPart`, by the turns of the session. Writing this part again for every call would block the
 * server.
 */
const sharedParts = new WeakMap<readonly string[], { key: string; text: string }>()

function writtenShared(request: SharedRequest): string {
  const { instructions, turns, context, about, byVoice = false } = request
  return [
    about === undefined ? '' : `The template of the note: ${data(about)}`,
    instructions === '' ? '' : `Instructions for the whole note:\n${instructions}`,
    `Visit details: ${data(visitDetails(context))}`,
    `${languageLines(request)} ${styleLines(request.style)}`,
    harmless(whoSpeaks(turns, context, byVoice)),
    turns.some((turn) => turn.startsWith(remarkLabel)) ? remarkLine : '',
    pageValues(context),
    `<transcript>\n${turns.flatMap((turn, index) => (turn === '' ? [] : `[${index}] ${harmless(turn)}`)).join('\n')}\n</transcript>`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function answerOf({ id: _, evidence, ...answer }: Draft): object {
  const sentences = [...new Set(evidence.flatMap(({ sentence = [] }) => sentence))]
  const quotes = (target: string | undefined) =>
    evidence.filter(({ sentence }) => sentence === target).map(({ turn, quote }) => ({ turn, quote }))
  return {
    ...answer,
    evidence: quotes(undefined),
    sentences: sentences.map((text) => ({ evidence: quotes(text), text })),
  }
}

export function fieldsPart({ fields, complaints, rewriting }: WriteRequest): string {
  const faults = complaints.map(({ id, faults, answer }) => {
    const name = `f${fields.findIndex((field) => field.id === id)}`
    const previousAnswer = answer === undefined ? '' : `\n<answer>\n${data(answerOf(answer))}\n</answer>`
    return `${name}:${previousAnswer}\n${faults.map((fault) => `- ${harmless(fault)}`).join('\n')}`
  })
  return [
    `Fields:\n${fields.map(describe).join('\n')}`,
    rewriting === undefined
      ? ''
      : `This stands in f0 now:\n<present>\n${harmless(rewriting.text)}\n</present>\nWrite it anew so: ${rewriting.instruction}\nAdd nothing that was not said.`,
    faults.length === 0
      ? ''
      : `Your last answers had these faults. Answer these fields again without them:\n${faults.join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const quoteMax = 40
/** A quote from a turn of at most this number of characters is named by its turn alone. */
const shortTurnMax = 120

/**
 * Returns the last part of the prompt that asks for a review: the statements, each with its number and its quotes, under
 * the names of their fields. Quotes from short turns, and quotes that the statement repeats, are left out, and long ones are
 * cut, because the transcript has them in full, with the turns around them.
 */
export function statementsPart({ statements, turns }: Pick<ReviewRequest, 'statements' | 'turns'>): string {
  const place = ({ turn, quote }: Pick<Evidence, 'turn' | 'quote'>, text: string) =>
    (turns[turn] ?? '').length <= shortTurnMax || text.includes(quote)
      ? turn
      : [turn, quote.length > quoteMax ? `${quote.slice(0, quoteMax)}…` : quote]
  const lines = statements.flatMap(({ fieldId, name, text, quotes }, index) => {
    const isFirst = statements[index - 1]?.fieldId !== fieldId
    return [...(isFirst ? [`# ${data(name)}`] : []), data([index, text, ...quotes.map((quote) => place(quote, text))])]
  })
  return `Review these statements.\n<statements>\n${lines.join('\n')}\n</statements>`
}

/**
 * Returns the message of a call: `shared` (see `sharedPart`), then `ownPart`. With `marksCache`, the end of `shared` is
 * marked, for providers that cache only marked text. Other providers cache a repeated beginning without a mark, and
 * some of them accept only a single text.
 */
export function messageOf(shared: string, ownPart: string, marksCache: boolean): UserModelMessage {
  if (!marksCache) return { role: 'user', content: `${shared}\n\n${ownPart}` }
  return {
    role: 'user',
    content: [
      { type: 'text', text: shared, providerOptions: cacheMark },
      { type: 'text', text: ownPart },
    ],
  }
}
