import { assertedAt, isOver, leaning } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import type { Answer } from './answer.ts'
import { type Found, gather } from './gather.ts'
import { type Sense, scaleOf, sensed } from './senses.ts'
import { byPatient, byProvider, type Session } from './session.ts'
import { type Sign, signOf } from './signs.ts'
import { suicidality } from './suicidality.ts'
import { topicById, topicsOf } from './topics/index.ts'
import { namesOrders, writeOrders } from './visit/orders.ts'
import { namesSides, writeSide } from './visit/side.ts'
import { yesOrNo } from './yes-no.ts'

/** The name and the options of a choice field. */
export interface ChoiceAsk {
  name: string
  instructions?: string | undefined
  options: readonly string[]
}

const riskLevels: Record<'denied' | 'passive' | 'active', RegExp> = {
  denied: /^(?:deni|none|no\b|absent|not present)/i,
  passive: /passive/i,
  active: /^active|^yes|present|^endorse/i,
}

function chooseRisk(session: Session, options: readonly string[]): Answer | null {
  const risk = suicidality(session)
  if (risk === null || risk.level === 'unclear') return null
  const { level, sentence } = risk
  // If no option is about passive thoughts, a wish to be dead counts as active suicidal thoughts or a "yes".
  const patterns =
    level === 'passive' && !options.some((option) => riskLevels.passive.test(option))
      ? riskLevels.active
      : riskLevels[level]
  const [only, ...more] = options.filter((option) => patterns.test(option.trim()))
  if (only === undefined || more.length > 0) return null
  return { value: [only], sentences: [sentence], confidence: 0.9, denied: level === 'denied' }
}

const literalPattern = (text: string): string => text.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Options that the sentence names word for word, unless the mention is negated or hypothetical. */
const named = (options: readonly string[], sentence: Sentence): string[] =>
  options.filter((option) => {
    const at = sentence.low.search(new RegExp(`\\b${literalPattern(option)}\\b`))
    return at >= 0 && assertedAt(sentence.low, at)
  })

/**
 * Goes through the scale in its order and returns the first sense that any of the sentences matches. Null if none
 * matches.
 */
function weightiest(scale: readonly Sense[], options: readonly string[], found: readonly Found[]): Answer | null {
  for (const sense of scale) {
    const option = options.find((name) => scale.find((other) => other.option.test(name.toLowerCase())) === sense)
    if (option === undefined) continue
    const hit = found.find(({ sentence }) => sensed(scale, [option], sentence.low, true).length > 0)
    if (hit !== undefined) return { value: [option], sentences: [hit.sentence], confidence: 0.8 }
  }
  return null
}

/**
 * Fills a single choice with the first sentence that matches exactly one option. Otherwise, a choice of yes and no gets
 * the patient's answer about the topic. Null if neither is found.
 */
export function writeSingleChoice(session: Session, ask: ChoiceAsk): Answer | null {
  if (namesSides(ask.options)) return writeSide(session, ask.options)
  const [topic] = topicsOf(ask)
  if (topic?.id === 'suicidality') return chooseRisk(session, ask.options)
  const progress = /progress|since (?:the )?last|compared/.test(ask.name.toLowerCase())
  const scale = scaleOf(ask.options, progress ? 'progress' : topic?.id)
  const opening = gather(session, topicById('presenting'))
  const onTopic = topic === undefined || topic.id === 'presenting' ? [] : gather(session, topic)
  const places = progress ? [...opening, ...onTopic] : onTopic
  // The order of the scale decides, not the order of the sentences: one missed dose outweighs "each morning", and a
  // present partner outweighs an old divorce.
  if (scale !== undefined && (topic?.id === 'adherence' || topic?.id === 'relationship'))
    return weightiest(scale, ask.options, onTopic)
  for (const { sentence } of places) {
    const fits =
      scale !== undefined
        ? sensed(scale, ask.options, sentence.low, topic?.others === true)
        : named(ask.options, sentence)
    const [only, ...more] = fits
    if (only !== undefined && more.length === 0) return { value: [only], sentences: [sentence], confidence: 0.8 }
  }
  const yes = ask.options.find((option) => /^yes\b/i.test(option))
  const no = ask.options.find((option) => /^(?:no|none|denies|denied)$/i.test(option))
  if (yes === undefined || no === undefined || topic === undefined || topic.by === 'provider') return null
  const answer = yesOrNo(session, topic)
  return answer === null ? null : { ...answer, value: [answer.value[0] === 'Yes' ? yes : no] }
}

function shows(sign: Sign, { low, answers }: Sentence): boolean {
  if (sign.asIs?.test(low) === true) return true
  const asked = sign.reply !== undefined && answers.some((question) => sign.ask?.test(question.low) === true)
  const replied = asked && sign.reply !== undefined ? low.search(sign.reply) : -1
  if (replied >= 0 && assertedAt(low, replied) && !isOver(low)) return true
  const at = sign.plain === undefined ? -1 : low.search(sign.plain)
  if (at < 0) return false
  return sign.by === 'provider' || (assertedAt(low, at) && !isOver(low))
}

/** True if the sentence is a plain "yes" to a question about this sign and about none of the others. */
const affirmed = (sign: Sign, others: readonly Sign[], sentence: Sentence): boolean => {
  const last = sentence.answers.at(-1)
  if (last === undefined || sign.reply !== undefined || sign.ask?.test(last.low) !== true || sentence.place !== 0)
    return false
  return (
    leaning(sentence.low) === 'yes' &&
    !isOver(sentence.low) &&
    !others.some((other) => other !== sign && other.ask?.test(last.low) === true)
  )
}

/**
 * Fills a multiple choice with every option that the sentences support. Options that are not mentioned are left out.
 */
export function writeMultipleChoice(session: Session, ask: ChoiceAsk): Answer | null {
  if (namesOrders(ask.name)) return writeOrders(session, ask.options)
  const [topic] = topicsOf(ask)
  const only = topic?.id === 'side_effects' ? new Set(gather(session, topic).map(({ sentence }) => sentence)) : null
  const signs = ask.options.map((option) => ({ option, sign: signOf(option) }))
  const known = signs.flatMap(({ sign }) => sign ?? [])
  const chosen: string[] = []
  const sentences: Sentence[] = []
  for (const { option, sign } of signs) {
    const hit = session.sentences.find((sentence) => {
      if (only !== null && !only.has(sentence)) return false
      if (sign === undefined) return !sentence.asks && byPatient(sentence) && named([option], sentence).length > 0
      if (sign.by === 'provider') return byProvider(sentence) && shows(sign, sentence)
      return !sentence.asks && byPatient(sentence) && (shows(sign, sentence) || affirmed(sign, known, sentence))
    })
    if (hit === undefined) continue
    chosen.push(option)
    sentences.push(hit)
  }
  return chosen.length === 0 ? null : { value: chosen, sentences, confidence: 0.75 }
}
