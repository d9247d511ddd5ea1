import { leaning, negatedAt, ofSomeoneElse, supposedAt } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import { gather } from './gather.ts'
import type { Session } from './session.ts'
import { topicById } from './topics/index.ts'

/**
 * What the patient says about suicide in this visit. The levels are: denied; passive (a wish to be dead); active
 * (intent or a plan); unclear (thoughts of an unknown kind).
 */
export interface Suicidality {
  level: 'denied' | 'passive' | 'active' | 'unclear'
  sentence: Sentence
}

const passive =
  /wish (?:that )?i (?:was|were) dead|(?:wouldn't|would not|not|never) wake up|better off (?:dead|without me)|(?:don't|do not) want to (?:be alive|live|be here)|(?:rather|like to) be dead|(?:easier|better) (?:for (?:everyone|everybody|them|us) )?if i (?:was|were|wasn't|weren't) (?:dead|gone|not here|here|around)|wish i (?:wasn't|weren't) (?:here|alive|born)|(?:not|n't) want to (?:exist|wake up)/
const active =
  /(?:kill(?:ing)? myself|end(?:ing)? my life|end it all|want to die|(?:have|had|got) a plan|commit suicide|take all my pills)/
/** Words that invalidate a denial in the same reply. */
const worrying =
  /\b(?:picture|image|thoughts?|think(?:ing)? about|bridge|engine|garage|gun|rope|pills|dead|die|dying|hurt myself|cut|overdos\w*|wish|disappear|not be here|give up)\b/
const past =
  /\b(?:not (?:lately|since|now|any ?more|recently)|not in|used to|back in|when i was|years ago|last year|in the past|but not)\b/
const asksThis =
  /suicid|kill(?:ing)? yourself|end(?:ing)? (?:your|their) li|dead|(?:be alive|to live)|worth living|(?:hurt|harm)(?:ing)? yourself/

/**
 * Returns the level of suicidal thoughts, or null if nothing was said. Direct answers count first, then any statement
 * of the patient. Past and hypothetical thoughts do not count as present.
 */
export function suicidality(session: Session): Suicidality | null {
  const found = gather(session, topicById('suicidality'))
  const present = found.filter(({ sentence: { low } }) => !past.test(low))
  const says = (pattern: RegExp): Sentence | undefined =>
    present.find(({ sentence: { low } }) => {
      const at = low.search(pattern)
      return (
        at >= 0 &&
        !ofSomeoneElse(low, at) &&
        (pattern === passive || !supposedAt(low, at)) &&
        (pattern === passive || !negatedAt(low, at))
      )
    })?.sentence
  const intent = says(active)
  if (intent !== undefined) return { level: 'active', sentence: intent }
  const wish = says(passive)
  if (wish !== undefined) return { level: 'passive', sentence: wish }
  for (const { sentence, prompt, via } of found) {
    if (via !== 'answer' || !asksThis.test(prompt)) continue
    const leans = leaning(sentence.low)
    const doubt = (session.byTurn[sentence.turn] ?? []).find(({ low }) => {
      const at = low.search(worrying)
      return at >= 0 && !past.test(low) && !negatedAt(low, at)
    })
    if (leans === 'no' && doubt !== undefined) return { level: 'unclear', sentence: doubt }
    if (leans === 'no') return { level: 'denied', sentence }
    if (leans === 'yes' && !past.test(sentence.low)) return { level: 'unclear', sentence }
  }
  const denial = found.find(({ sentence: { low }, via }) => {
    const at = low.search(/suicid|kill myself|hurt myself|harm myself|end my life/)
    return via === 'statement' && at >= 0 && negatedAt(low, at)
  })
  return denial === undefined ? null : { level: 'denied', sentence: denial.sentence }
}
