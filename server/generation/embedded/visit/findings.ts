import { condition } from '../../reading/conditions.ts'
import type { Sentence } from '../../reading/sentences.ts'
import { symptoms } from '../../reading/symptoms.ts'
import type { Answer } from '../answer.ts'
import { rank } from '../bm25.ts'
import { type Part, partsOf } from '../discourse.ts'
import { retellFinding } from '../retell-finding.ts'
import { byProvider, type Session } from '../session.ts'

const most: Record<Part, { sentences: number; words: number }> = {
  exam: { sentences: 14, words: 170 },
  results: { sentences: 10, words: 140 },
  assessment: { sentences: 10, words: 140 },
  plan: { sentences: 16, words: 210 },
}
const looks: Record<Part, string> = {
  exam: 'exam examination heart lungs murmur tenderness palpation edema swelling range motion sensation normal clear effusion flexion extension',
  results: 'x-ray mri ekg echocardiogram labs hemoglobin result normal fracture shows elevated low results reviewed',
  assessment: 'think problem diagnosis consistent likely due strain hypertension diabetes controlled stable',
  plan: 'order refer prescribe start continue increase milligrams day week follow physical therapy take come back call schedule mri brace',
}

const names = (low: string): boolean =>
  new RegExp(condition.source).test(low) || diagnosis.test(low) || symptoms.some((symptom) => symptom.phrases.test(low))
const diagnosis =
  /\b(?:\w{3,}(?:itis|pathy|osis|emia|oma)|strain|sprain|fracture|tear|contusion|infection|ulcer|syndrome|disease|disorder|cancer|stones?|pain|problem|injur\w+|exacerbation|deficiency|failure|murmur|controlled|depression|deformity)\b/
const diagnosed =
  /\bdiagnos(?:is|ed)\b|consistent with|what we call|\bi (?:do )?(?:think|believe|suspect)(?: that)? (?:you|this|it|he|she)|\byou (?:may |probably |likely |do )?have (?:an? |some )/
const ordered = /\b(?:order|prescri\w+|refer|want you to|milligrams?|going to (?:give|put|get|send|start))\b/

/**
 * Keeps the sentences of the assessment that name a condition, and drops other opinions. Adds diagnoses that were
 * mentioned within the plan.
 */
function diagnoses(session: Session, parts: ReadonlyMap<Sentence, Part>, ofPart: readonly Sentence[]): Sentence[] {
  const kept = new Set(ofPart.filter(({ low }) => names(low)))
  for (const [sentence, part] of parts)
    if (part === 'plan' && diagnosed.test(sentence.low) && names(sentence.low) && !ordered.test(sentence.low))
      kept.add(sentence)
  const late = (session.sentences.at(-1)?.turn ?? 0) * 0.5
  if (kept.size === 0)
    for (const sentence of session.sentences)
      if (
        byProvider(sentence) &&
        !sentence.asks &&
        sentence.turn >= late &&
        diagnosed.test(sentence.low) &&
        names(sentence.low)
      )
        kept.add(sentence)
  return session.sentences.filter((sentence) => kept.has(sentence))
}

/** Retells what the provider said in one part of the visit. Null if there is nothing. */
export function writePart(session: Session, part: Part): Answer | null {
  // A provider may examine the patient without announcing it. So if a field asks for findings, search for them anyway.
  const parts = session.parts.size > 0 ? session.parts : partsOf(session.sentences, true)
  const ofPart = session.sentences.filter((sentence) => parts.get(sentence) === part)
  const chosen = part === 'assessment' ? diagnoses(session, parts, ofPart) : ofPart
  if (chosen.length === 0) return null
  const scores = rank(
    looks[part],
    chosen.map(({ low }) => low),
  )
  const kept = new Set<Sentence>()
  let words = 0
  const order = chosen
    .map((sentence, index) => ({ sentence, score: scores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score)
  for (const { sentence, score } of order) {
    const length = sentence.low.split(/\s+/).length
    if (kept.size >= most[part].sentences || words + length > most[part].words) continue
    if (score === 0 && kept.size > 2) continue
    kept.add(sentence)
    words += length
  }
  const sentences = chosen.filter((sentence) => kept.has(sentence))
  const texts = sentences.map(({ text }) => retellFinding(text, session.person)).filter((text) => text !== '')
  return texts.length === 0 ? null : { value: [texts.join(' ')], sentences, confidence: 0.7 }
}
