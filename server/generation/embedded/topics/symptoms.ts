import { capitalized } from '../../reading/capital.ts'
import { type Symptom, symptoms, symptomsNamed } from '../../reading/symptoms.ts'
import type { Topic } from './topic.ts'

const either = (patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'))

const topicOf = (label: string, named: readonly Symptom[]): Topic => ({
  id: `symptom:${named.map(({ id }) => id).join('+')}`,
  label,
  by: 'patient',
  most: 3,
  field: /(?!)/,
  ask: either(named.flatMap(({ phrases, asked }) => (asked === undefined ? [phrases] : [phrases, asked]))),
  say: either(named.map(({ phrases }) => phrases)),
  denial: `Denies ${label.toLowerCase()}.`,
  ...(named.length > 1 ? { parts: named.map((symptom) => topicOf(symptom.name, [symptom])) } : {}),
})

/** Returns the topic of a field whose name consists only of physical symptoms. Undefined for any other name. */
export function symptomTopic(name: string): Topic | undefined {
  const named = symptomsNamed(name)
  return named.length === 0 ? undefined : topicOf(name, named)
}

/** One topic per known physical symptom. */
export const symptomTopics: readonly Topic[] = symptoms.map((symptom) => topicOf(capitalized(symptom.name), [symptom]))
