import type { Session, Statement } from './session.ts'

const repeatRequest =
  /\b(?:repeat|say) (?:that|it|again)\b|\bcome again\b|^(?:(?:i'm )?sorry|pardon(?: me)?|what|excuse me)\?*$/
const rejecting =
  /^(?:(?:well|uh|um)[,. ]+)*(?:no[,. ]+no\b|no[,.]? (?:it|that|you|i|he|she|they|we)\b.{0,8}(?:not|n't)\b|no[.!]*$|that's not (?:right|true|correct)|(?:that's )?(?:wrong|incorrect)\b)/
const negative = /\b(?:no|not|never|none|without|denies)\b|n't\b/

export function isRejected(session: Session, { turn, place, speaker, low }: Statement): boolean {
  const next = session.byTurn[turn + 1]?.[0]
  if (next === undefined || next.speaker === speaker || session.byTurn[turn]?.[place + 1] !== undefined) return false
  return repeatRequest.test(next.low) || (rejecting.test(next.low) && !negative.test(low))
}
