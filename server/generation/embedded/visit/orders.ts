import { negatedAt } from '../../reading/polarity.ts'
import type { Sentence } from '../../reading/sentences.ts'
import type { Answer } from '../answer.ts'
import { byProvider, type Session } from '../session.ts'

/** What a provider can order: a pattern for the option, and one for the spoken words. */
const orderables: [option: RegExp, said: RegExp][] = [
  [/\bmri\b/, /\bmri\b|magnetic resonance/],
  [/\bct\b|cat scan|tomograph/, /\bct\b|cat scan/],
  [/echo/, /\becho(?:cardiogram)?\b|ultrasound of (?:your|the) heart/],
  [/ultrasound|sonogra/, /\bultrasound\b|sonogram/],
  [/x-?ray|radiograph/, /\bx-?rays?\b/],
  [/\bekg\b|\becg\b|electrocardio/, /\b(?:ekg|ecg|electrocardiogram)\b/],
  [/stress test/, /stress test/],
  [/mammogra/, /mammogra/],
  [/endoscop|colonoscop|egd/, /\b(?:endoscop\w*|colonoscop\w*|egd)\b/],
  [/pulmonary function|\bpfts?\b|spirometry/, /pulmonary function|\bpfts?\b|spirometry/],
  [/sleep study/, /sleep study/],
  [/biops/, /\bbiops(?:y|ies)\b/],
  [/urin/, /\burin(?:e|alysis)\b/],
  [
    /blood|\blabs?\b|laborator/,
    /\b(?:blood ?(?:work|tests?|count)|labs?|lab work|a1c|lipid panel|cbc|metabolic panel|bmp|cmp|thyroid (?:panel|test)|tsh|titer|autoimmune panel|hepatitis panel|cholesterol (?:panel|level)|vitamin (?:d|b12) level|iron studies|creatinine)\b/,
  ],
  [/physical therap|\bpt\b/, /\bphysical therap\w*/],
  [/occupational therap/, /\boccupational therap\w*/],
  [/brace|splint|\bcast\b|boot|sling|crutch/, /\b(?:brac(?:e|ing)|splint|cast|boot|sling|immobilizer|crutches)\b/],
  [/surg|operat/, /\bsurg(?:ery|ical)\b|\boperat(?:e|ion)\b/],
  [/inject/, /\binjections?\b/],
  [/vaccin|immuni|shot/, /\b(?:vaccin\w+|immuniz\w+|flu shot|booster)\b/],
  [
    /refer|specialist|consult/,
    /(?<!therapy )\brefer(?:ral|red|ring)?\b(?! (?:to (?:before|earlier|as)|back))(?!.{0,40}\btherap)|\b(?:have you see|send you to|see|seen by) (?:a|an|the|our|dr\.?)\b.*\b(?:\w+ologist|surgeon|specialist|eye doctor|dietici?an|nutrition\w*|dr\.? \w+)|consult(?:ation)? (?:with|to)\b/,
  ],
]

const ordering =
  /\b(?:order(?:ed|ing)?|get|getting|send|sending|refer(?:ral|ring)?|schedul\w+|obtain|check|repeat|recheck|do|have you|put(?:ting)? you|give you|giving you|place you|prescri\w+|start|want|like|need|recommend|let's|will|going to|plan|wear\w*|continue|undergo|option|indicated|set up|set you up|course of action)\b/
const notOrdered =
  /\b(?:go over|review(?:ing)? (?:your|the|his|her)|look(?:ing)? at|(?:have|had) you (?:ever )?(?:had|been)|ever had|surgical history|before (?:your )?surgery|was referring|(?:mri|x-?ray|test|lab|scan) results|if (?:it|that|this|you|your|things|there|they|the|we|those)|(?:might|may|could) (?:need|do|consider|want|be|also)|can consider|consider|down the (?:road|line)|don't (?:think|need|want)|do not (?:think|need)|no need|not need|instead of|reviewed|results? of|looking at|show(?:s|ed)|prior to coming|before (?:you|we) came|came in|we did|you (?:had|got|did)|last (?:time|year)|in the past|ago|was done|they did|hold off)\b/

/** True if a choice field asks for orders, judged by its name. */
export const namesOrders = (name: string): boolean =>
  /\border(?:s|ed)?\b|referrals?\b|\btests?\b.*(?:order|plan)|planned (?:tests|procedures)/.test(name.toLowerCase())

/**
 * Fills in every option that the provider orders today. Orders that are only considered, were done earlier or are
 * postponed do not count.
 */
export function writeOrders(session: Session, options: readonly string[]): Answer | null {
  const late = (session.sentences.at(-1)?.turn ?? 0) * 0.35
  const plans = session.sentences.filter(
    (sentence) =>
      byProvider(sentence) &&
      sentence.turn >= late &&
      !/^(?:do|did|have|any|is|are|was|were|how|what) /.test(sentence.low),
  )
  const chosen: { option: string; sentence: Sentence }[] = []
  for (const option of options) {
    const spokenPattern = orderables.find(([names]) => names.test(option.toLowerCase()))?.[1]
    if (spokenPattern === undefined) continue
    const hit = plans.find((sentence) => {
      const { low } = sentence
      const at = low.search(spokenPattern)
      if (at < 0 || sentence.asks || negatedAt(low, at)) return false
      const part = session.parts.get(sentence)
      if (part === 'results' || part === 'exam') return /\border\b/.test(low.slice(0, at))
      const clause = low.slice(Math.max(0, at - 110), at + 40)
      return ordering.test(low.slice(Math.max(0, at - 110), at + 40)) && !notOrdered.test(clause)
    })
    if (hit !== undefined) chosen.push({ option, sentence: hit })
  }
  return chosen.length === 0
    ? null
    : {
        value: chosen.map(({ option }) => option),
        sentences: chosen.map(({ sentence }) => sentence),
        confidence: 0.7,
      }
}
