import { negatedAt, ofSomeoneElse, supposedAt } from '../reading/polarity.ts'

/** The meaning of an option of a scale, and the phrases that express it. Patterns match lower-case text. */
export interface Sense {
  option: RegExp
  phrases: RegExp
  /** True if the phrases contain their own negations ("not taking"). They count even if the words are negated. */
  asIs?: boolean
}

const change: Sense[] = [
  {
    option: /worse|declin|deteriorat|regress/,
    phrases:
      /\bworse\b|\brough\b|came back (?:pretty )?(?:hard|bad)|gone downhill|not (?:so |doing (?:so |very |too )?)?(?:good|well|great)\b|kind of bad|pretty bad|really bad|harder than/,
    asIs: true,
  },
  { option: /better|improv|progress/, phrases: /\bbetter\b|improv(?:ed|ing|ement)|helping a lot|much easier/ },
  {
    option: /same|unchanged|no change|stable|maintain/,
    phrases: /about the same|the same as|no change|no different|unchanged|hasn't changed/,
    asIs: true,
  },
]

const amount: Sense[] = [
  {
    option: /decreas|poor|reduced|loss|less|low/,
    phrases:
      /(?:it's|it is|appetite(?:'s| is)) (?:\w+ )?(?:down|poor|low|gone)|no appetite|^not much|skip\w* (?:lunch|meals|breakfast|dinner)|lost my appetite|barely eat|hardly eat|not eating|don't feel like eating|not hungry/,
    asIs: true,
  },
  {
    option: /increas|more|excess|overeat/,
    phrases:
      /more than usual|eating (?:a lot|too much|more)|(?:it's|appetite(?:'s| is)) (?:\w+ )?up\b|always hungry|hungry all the time|overeating/,
  },
  {
    option: /normal|good|fair|unchanged|stable|within/,
    phrases: /\bnormal\b|\bfine\b|\bgood\b|no change|the same\b|okay\b|no problems?/,
  },
]

const adherence: Sense[] = [
  {
    option: /miss|partial|inconsist|sometimes|irregular/,
    phrases:
      /\bmiss(?:ed)? (?:\w+ )?(?:doses?|pills?|days?|it|them)\b|\bforget (?:it|them|to take)|forgot (?:it|them|to take)|skip(?:ped)? (?:it|them|a dose|doses)|ran out/,
  },
  {
    option: /not taking|stopped|non-?adher|non-?complian|refus/,
    phrases: /stopped taking|quit taking|not taking (?:it|them|any)|don't take (?:it|them)/,
    asIs: true,
  },
  {
    option: /prescribed|adherent|complian|full|taking|good/,
    phrases:
      /haven't missed|never miss|(?:every|each) (?:single )?(?:day|morning|night|evening)|pill ?box|as prescribed|(?:taking|take) (?:it|them) (?:every|each)/,
    asIs: true,
  },
]

const mood: Sense[] = [
  { option: /anxious|nervous|worried/, phrases: /\banxious\b|\bnervous\b|\bworried\b|on edge/ },
  { option: /depress|sad|low|dysphoric/, phrases: /\blow\b|\bdown\b|\bsad\b|depressed|hopeless|\bnumb\b|empty/ },
  { option: /irritab|angry/, phrases: /irritable|angry|short fuse|\bsnapped\b/ },
  { option: /elevated|euphoric|manic/, phrases: /on top of the world|euphoric|manic/ },
  { option: /euthymic|stable|normal|good|neutral/, phrases: /\b(?:stable|good|fine|okay|even|normal)\b/ },
]

const relationship: Sense[] = [
  { option: /widow/, phrases: /\bwidow|my late (?:husband|wife)|since my (?:husband|wife) (?:died|passed)/ },
  { option: /separated/, phrases: /\b(?:we(?:'re| are)|i(?:'m| am)) separated\b/ },
  { option: /^(?:in a|partner|dating|cohabit|domestic)/, phrases: /\bmy (?:boyfriend|girlfriend|partner|fianc\w+)\b/ },
  { option: /married/, phrases: /\bmy (?:husband|wife|spouse)\b(?! hit| left| died| passed)/ },
  { option: /divorced/, phrases: /\b(?:my divorce|got divorced|i(?:'m| am) divorced|my ex-(?:husband|wife))\b/ },
  { option: /single/, phrases: /\bi(?:'m| am) single\b|not (?:seeing|dating) anyone/ },
]

const scales: Record<string, readonly Sense[]> = {
  appetite: amount,
  adherence,
  mood,
  relationship,
  progress: change,
  anxiety: change,
}

/**
 * Returns the scale for a field's options, or undefined. If all options describe change, it is the scale of change,
 * whatever the topic.
 */
export function scaleOf(options: readonly string[], topicId: string | undefined): readonly Sense[] | undefined {
  const changes = options.filter((option) => change.some((sense) => sense.option.test(option.toLowerCase()))).length
  if (changes === options.length && options.length > 1) return change
  return topicId === undefined ? undefined : scales[topicId]
}

/** Returns the options that a sentence supports. If `others` is true, statements about other people count too. */
export function sensed(scale: readonly Sense[], options: readonly string[], low: string, others: boolean): string[] {
  const fits = scale.filter(({ phrases, asIs }) => {
    const at = low.search(phrases)
    if (at < 0 || supposedAt(low, at)) return false
    return (asIs === true || !negatedAt(low, at)) && (others || !ofSomeoneElse(low, at))
  })
  return options.filter((option) => {
    // An option has the first sense that matches its words. Otherwise "not taking" would also match the sense of
    // "taking".
    const meant = scale.find((sense) => sense.option.test(option.toLowerCase()))
    return meant !== undefined && fits.includes(meant)
  })
}
