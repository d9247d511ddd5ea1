import { careTopics } from './care.ts'
import { historyTopics } from './history.ts'
import { riskTopics } from './risk.ts'
import { stateTopics } from './state.ts'
import { symptomTopic, symptomTopics } from './symptoms.ts'
import type { Topic } from './topic.ts'
import { visitTopics } from './visit.ts'

export type { Topic } from './topic.ts'

/** The reason for the visit, which the patient gives at its beginning. */
const presenting: Topic = {
  id: 'presenting',
  label: 'Presenting concern',
  by: 'patient',
  most: 4,
  answersFirst: true,
  field: /presenting|chief complaint|reason for|interval (?:history|changes)|since (?:the )?last visit/,
  ask: /what brings you|what brought you|how (?:have|has) (?:things|you|it|everything|the (?:last|past))|how(?:'s| is) (?:it|everything) going|how are you(?: doing| feeling)?\b|tell me how you have been|what can i (?:do|help)|what seems to be|what's going on|had you noticed/,
}

const medications: Topic = {
  id: 'medications',
  label: 'Medications',
  by: 'patient',
  most: 6,
  field: /medication|medicine|\bmeds\b|\bdrug list/,
  ask: /medication|medicine|prescri|\btaking\b|\bpills?\b/,
}

const sideEffects: Topic = {
  id: 'side_effects',
  label: 'Side effects',
  by: 'patient',
  most: 4,
  answersFirst: true,
  field: /side effect|adverse/,
  ask: /side effects?|bother(?:ing|ed) you|any (?:tremor|headaches?|nausea|dizziness)/,
  say: /side effects?/,
  denial: 'Denies side effects.',
}

const adherence: Topic = {
  id: 'adherence',
  label: 'Adherence',
  by: 'patient',
  most: 3,
  field: /adheren|complian|taking (?:medication|as)/,
  ask: /miss(?:ed|ing)? (?:any )?doses?|taking (?:the|your|it|them)|still (?:taking|on)/,
  say: /miss(?:ed)? (?:\w+ )?(?:doses?|pills?|days?)\b|\bforget (?:it|them|to take)|forgot to take|haven't missed|(?:take|taking) .*every (?:day|morning|night)|pill ?box|every (?:day|morning|night)/,
}

/** Order matters: a field belongs to the first topic whose `field` pattern matches. */
export const topics: readonly Topic[] = [
  ...visitTopics,
  adherence,
  sideEffects,
  ...careTopics.slice(0, 4),
  medications,
  ...riskTopics,
  ...historyTopics,
  ...careTopics.slice(4),
  presenting,
  ...stateTopics,
]

export const topicById = (id: string): Topic => {
  const topic = topics.find((candidate) => candidate.id === id)
  if (topic === undefined) throw new Error(`No topic is called ${id}.`)
  return topic
}

/** All topics that a question may ask about: the topics of fields, and every physical symptom. */
export const askable: readonly Topic[] = [...topics, ...symptomTopics]

/** Symptoms that have a topic of their own in `topics`, with more phrases. */
const namedByOwnTopic = /fatigue|tired|low energy/

/** The topics of a social history, in the order in which the note lists them. */
const socialOrder = ['tobacco', 'alcohol', 'cannabis', 'work', 'living', 'relationship']

const narrative =
  /subjective|\bdata\b|summary|narrative|interval history|history of present|\bhpi\b|session note|progress note|what (?:was|the client) (?:talked|reported)/

/** The topics of a general field, such as a summary, in the order in which the note lists them. */
const narrativeOrder = [
  'presenting',
  'mood',
  'anxiety',
  'panic',
  'sleep',
  'appetite',
  'energy',
  'interest',
  'concentration',
  'suicidality',
  'stressors',
  'coping',
]

/** The topics of a general field, such as "Subjective" or "Summary". */
export const narrativeTopics: readonly Topic[] = narrativeOrder.map(topicById)

/**
 * Returns the topics of a field: one topic, several for a general field, or none if the field's own words must be
 * searched.
 */
export function topicsOf(field: { name: string; instructions?: string | undefined }): readonly Topic[] {
  const name = field.name.toLowerCase()
  const section = visitTopics.find((topic) => topic.field.test(name))
  if (section !== undefined) return section.id === 'social' ? socialOrder.map(topicById) : [section]
  if (narrative.test(name)) return narrativeTopics
  const symptom = symptomTopic(name)
  if (symptom !== undefined && !namedByOwnTopic.test(name)) return [symptom]
  const named = topics.find((topic) => topic.field.test(name))
  if (named !== undefined) return [named]
  const first = (field.instructions ?? '').toLowerCase().split(/[.;]/)[0] ?? ''
  if (narrative.test(first)) return narrativeTopics
  const matchingTopic = topics.find((topic) => topic.field.test(first))
  return matchingTopic === undefined ? [] : [matchingTopic]
}
