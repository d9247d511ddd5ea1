import type { Sentence } from '../../reading/sentences.ts'
import type { Answer } from '../answer.ts'
import { rank } from '../bm25.ts'
import { type Part, partsOf } from '../discourse.ts'
import { retellFinding } from '../retell-finding.ts'
import type { Session } from '../session.ts'

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

/** What the provider told of one part of the visit, retold; null when there is none. */
export function writePart(session: Session, part: Part): Answer | null {
  // A field that asks for findings is reason enough to look for them where nobody announced an examination.
  const parts = session.parts.size > 0 ? session.parts : partsOf(session.sentences, true)
  const own = session.sentences.filter((sentence) => parts.get(sentence) === part)
  if (own.length === 0) return null
  const scores = rank(
    looks[part],
    own.map(({ low }) => low),
  )
  const kept = new Set<Sentence>()
  let words = 0
  const order = own
    .map((sentence, index) => ({ sentence, score: scores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score)
  for (const { sentence, score } of order) {
    const length = sentence.low.split(/\s+/).length
    if (kept.size >= most[part].sentences || words + length > most[part].words) continue
    if (score === 0 && kept.size > 2) continue
    kept.add(sentence)
    words += length
  }
  const sentences = own.filter((sentence) => kept.has(sentence))
  const texts = sentences.map(({ text }) => retellFinding(text, session.person)).filter((text) => text !== '')
  return texts.length === 0 ? null : { value: [texts.join(' ')], sentences, confidence: 0.7 }
}
