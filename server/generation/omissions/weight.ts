import type { Omission } from '../../../lib/contracts/index.ts'
import { leaning, negatedAt, ofSomeoneElse } from '../reading/clause.ts'
import { dose, frequency, medicine } from '../reading/medicines.ts'
import { readNumbers } from '../reading/numbers.ts'
import type { Sentence } from '../reading/sentences.ts'

export interface Weight {
  kind: Omission['kind']
  names: readonly string[]
  numbers: readonly number[]
  /** Without an amount, the note covers the substance if this pattern matches. */
  slight?: RegExp
}

const has = (pattern: RegExp, low: string, ownOnly = false): boolean => {
  const match = new RegExp(pattern.source).exec(low)
  return match !== null && !negatedAt(low, match.index) && !(ownOnly && ofSomeoneElse(low, match.index))
}

const risk =
  /\b(?:suicid\w*|kill(?:ing)? (?:myself|himself|herself|themselves|somebody|someone)|end(?:ing|ed)? (?:my life|it all)|want(?:ed)? to die|(?:was|were|be) dead|better off (?:dead|without me)|(?:hurt|harm)(?:ing)? (?:myself|him|her|them|somebody|someone)|cut(?:s|ting)? (?:myself|again|my (?:arms?|wrists?|legs?|thighs?))|(?:burn(?:ed|ing)?|scratch(?:ed|ing)?|hit(?:ting)?) (?:myself|my (?:arms?|wrists?|legs?|thighs?))|self[- ]?(?:harm|injur)\w*|overdos\w*|(?:took|swallow(?:ed)?) (?:a bunch of|all (?:of )?my|too many|a (?:whole )?bottle|the whole bottle)|hang(?:ing)? myself|(?:tied|bought|got|have) a (?:rope|noose)|(?:jump|driv|walk)\w* (?:off|into|in front of) (?:the|a|my) (?:bridge|roof|cliff|traffic|train|road|tree)|engine running|withdrawal seizure|good-?bye (?:letter|note|message)s?|suicide note|no (?:reason|point) (?:to live|(?:in )?(?:living|going on|being here))|nothing (?:left )?to live for|not worth living|(?:stab|shoot|strangle|choke|kill|hurt) (?:him|her|them|my \w+|somebody|someone|people)|voices?\b.{0,30}\b(?:tell|say|order|command)\w*)\b/
const riskAsIs =
  /\bwish i (?:just )?(?:wouldn't|didn't|would not) wake up|(?:wouldn't|not|never) wake up|haven't (?:cut|hurt myself)\b|don't want to (?:be here|live|be alive|go on|exist)|can't (?:go on|do this anymore|take it any)|no (?:reason|point) (?:to live|(?:in )?(?:living|going on|being here))|nothing (?:left )?to live for|not worth living|without me\b|rather be (?:dead|gone)|see (?:the|any|a|no) point\b|(?:sav|hoard|stockpil|collect)\w*(?: up)? (?:my |the )?(?:pills|medicines?|tablets|meds)/
const asksRisk =
  /suicid|kill(?:ing)? yourself|end(?:ing)? (?:your|their) li|dying|be(?:ing)? (?:alive|dead)|better off|worth living|(?:hurt|harm)(?:ing)? (?:yourself|any|some|other)|cut(?:ting)? yourself|wish.* dead|voices|not wanting to (?:live|be)/
const asksThoughts = /\b(?:that|those|these) thoughts?\b/

const weapon = /\b(?:guns?|rifles?|firearms?|pistols?|shotguns?|revolvers?)\b/
const harm =
  /\b(?:hit|hits|beat|beats|chok(?:ed|es)|push(?:ed|es)|shov(?:ed|es)|grabb(?:ed|s)|kick(?:ed|s)|slapp(?:ed|s)|punch(?:ed|es)|strangl(?:ed|es)|raped|molested|assaulted|threaten(?:ed|s)) me\b|\babus(?:e|ed|ive)\b|\bunsafe\b|\b(?:afraid|scared) (?:of (?:him|her|my)|when (?:he|she)|to go home)/
const atTheWheel =
  /\b(?:seizure|passed out|fell asleep|black(?:ed)? out|fit|had one|drunk|high)\b.*\b(?:driv\w+|behind the wheel)|\b(?:driv\w+|wheel)\b.*\b(?:ditch|crash\w*|asleep|accident)/
const openMedicine =
  /\b(?:medicines?|pills|meds)\b.*\b(?:cabinet|drawer|counter|unlocked|(?:isn't|not|aren't) locked)\b/
const asksWeapon = /\bguns?\b|firearm|weapon|locked up/
const keeps = /\b(?:took|takes|keeps?|kept|safe|locked|lock|behind|drawer|closet|cabinet|gave|moved)\b/
const asksSafetyPlan =
  /warning sign|your sign|sign that|who (?:can|would|could) you (?:go|call|turn)|what can you do|thoughts came back/
const emergency =
  /\b(?:if|should|when)\b.*\b(?:call|go (?:straight )?(?:to|in)|come (?:to|in|back)|ambulance|emergency)\b|\b(?:nine one one|911|nine eight eight|988|crisis line)\b|\bcall (?:me|us) (?:sooner|right away|at once|immediately)/
const secures =
  /\b(?:lock|pick up|remove|take|hold|store)\w*\b.*\b(?:guns?|rifles?|pistols?|shotguns?|firearms?|medicines?|pills)\b/

const allergy =
  /\b(?:allerg(?:y|ic|ies)|hives|anaphyla\w+|(?:gives?|gave) (?:me|you|him|her) (?:a|an|that|some)?(?: \w+)? ?(?:rash|hives)|(?:makes?|made) (?:me|you|him|her|my \w+|your \w+) (?:itch\w*|break out|swell|throw up)|br(?:eak|oke) out in|(?:can't|cannot|can not) (?:take|have|tolerate)|(?:bad|allergic) reaction|react(?:ed|s)? (?:badly )?to|reacted badly|(?:closed|swelled|swole) up|(?:face|throat|lips?|tongue) (?:swell|swells|swelled|swole|closed?|closes))/
const asksAllergy =
  /allerg|reactions? to|agree with you|(?:bad|any) reactions?|gives? you (?:hives|a rash)|problems? with (?:any )?(?:antibiotics|medications|medicines)/
/** A plain "yes" to it names none. */
const asksAnyAllergy = /\b(?:any|do you have|have you any|other|anything)\b/
const allergen =
  /\b(?:penicillin|sulfa|latex|peanuts?|shellfish|eggs?|bees?|pollen|iodine|contrast|codeine|aspirin|nuts|cats|dogs|dust|molds?|rash|hives|swell\w*|itch\w*)\b/

const groups = {
  alcohol: /\b(?:alcohol\w*|wine|beers?|vodka|whiskey|drunk|hungover|drinks?|drinking|drank|dui|sober|liquor)\b/,
  tobacco: /\b(?:smok(?:e|ed|es|ing)|cigarettes?|tobacco|nicotine|vap(?:e|ed|es|ing)|pack a day)\b/,
  cannabis: /\b(?:weed|marijuana|cannabis|thc|edibles?|gummies|vape pen)\b/,
  other: /\b(?:cocaine|meth|heroin|opioids?|fentanyl|ecstasy|mushrooms|relapsed?)\b/,
}
const asksSubstance =
  /alcohol|\bdrink|\bsmok|cigarette|cannabis|marijuana|\bweed\b|\bdrugs\b|cocaine|opioid|last (?:drink|use)/
const amount =
  /\b(?:\d+|a (?:bottle|glass|pack|fifth|pint|couple|few)|half|one|two|three|four|five|six|twice|once|every|most|nights?|daily|weekends?|ago|since|times|pack|quit|dui|last|hungover|more than)\b/
const stayedSober =
  /\b(?:haven't|have not|not) (?:had a (?:drink|cigarette)|drunk|used|smoked|touched)\b.*\b(?:since|in|for)\b/

const lapse =
  /\b(?:miss(?:ed|ing)?|forg[eo]t(?:ten)?|skip(?:ped|ping)?|ran out|run out|stopped|quit|only take|every other day|an extra (?:one|pill|dose)|(?:take|took) (?:half|double|more|less)|came off)\b/
const medicineTalk = /\b(?:medications?|medicines?|meds|pills?|doses?|tablets?|prescri\w+|tak(?:e|es|ing))\b/
const asksMedicines = /\b(?:medications?|medicines?|meds|pills|tablets|drugs|prescri\w+)\b/
const takesSomething =
  /\b(?:taking|on|using|take|use|took|finished) (?:the |your |my |some |an? |both )?(?!(?:care|any\w*|it|them|that|this|those|your|my|the|medic\w+|meds|pills?|tablets?|drugs?|something|time|as|every|more|less|what|all|to|for|when|if|with|and|or|so|steps?|walks?)\b)[a-z-]{4,}/
const overTheCounter =
  /^(?:ibuprofen|tylenol|aspirin|advil|motrin|aleve|acetaminophen|tums|melatonin|multivitamins?|vitamin d)$/

const doing =
  'order|refer|prescribe|write|send|start|stop|hold|put|get|check|repeat|recheck|do|have|see|book|schedule|call|increase|decrease|lower|raise|reduce|taper|switch|change|continue|keep|add|try|treat|give|refill|meet|follow|plan|go (?:up|down|ahead)|set (?:you )?up|talk again|wait'
const plan = new RegExp(
  [
    `\\b(?:i|we)(?:'m| am|'re| are) (?:(?:also|just|then) )?(?:going to|gonna) (?:(?:also|just|then|go ahead and) )?(?:${doing}|want|need)\\b`,
    "\\b(?:i|we)(?:'m| am|'re| are) (?:recommending|referring|sending|ordering|prescribing|starting|stopping|putting|scheduling|increasing|decreasing|lowering|switching)\\b",
    `\\b(?:i|we)(?:'ll| will) (?:(?:also|just|then|go ahead and) )?(?:${doing})\\b`,
    `\\b(?:i|we)(?:'d| would) (?:also |just )?(?:like|recommend|suggest|want)\\b|\\bi (?:also |just )?(?:want (?:you|an?\\b|to)|recommend|suggest)|\\b(?:i|we) (?:need|should|can|think we should) (?:to )?(?:${doing})\\b|\\bwe (?:also )?need (?:an?|the|some|your)\\b`,
    `\\blet(?:'s|s| us) (?:(?:go ahead and|just|also) )?(?:${doing})\\b`,
    '\\b(?:my|the|our) plan (?:is|would be)\\b|\\bthe plan\\b',
    "\\byou(?:'ll| will) (?:also )?(?:need|have|get|want|take|see|come)\\b|\\byou (?:should|need to|can take|have to|must)\\b",
    '(?:^|[,.] |\\b(?:and|so|then|please|okay|also|just|try to) )(?:stop|start|continue|hold|take|keep|use|wear|avoid|cut (?:back|down)|pick up|call|come back|follow up|go (?:straight )?to|bring|make sure|increase|decrease|weigh|drink|write|practice|rest|elevate|schedule|ice|apply)\\b(?! (?:care|a look|your time|a seat|it easy|me\\b))',
    "let me know|for homework|for this week|then no\\b|no (?:more )?[a-z]+ (?:after|while|until|before)|stay off|(?:can't|not|no) driv\\w+|is going to\\b|refer(?:ral)?\\b",
  ].join('|'),
)
const day =
  '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|january|february|march|april|may|june|july|august|september|october|november|december|(?:in|for) (?:about |the next )?(?:an?|one|two|three|four|six|eight|ten|twelve|\\w+teen|couple of|few|\\d+)(?: or \\w+| to \\w+)? (?:days?|weeks?|months?|years?)|next (?:week|month|year)|the (?:\\w+th|first|second|third|\\d+(?:st|nd|rd|th)))'
const appointment = new RegExp(
  `\\b(?:see you|see me|come (?:back|in)|back|meet|follow[- ]?up|appointments?|visits?|phone call|call|schedule\\w*|return|same time|(?:come|be) here|sessions?)\\b.*\\b${day}\\b|\\b${day}\\b.*\\b(?:see you|come back|meet|follow[- ]?up|appointment|visit|same time|session)\\b`,
)
const notPlanned =
  /\b(?:let's (?:look|talk|see|write|bring|start with|go over)|safety plan together|last time|you said|to ask|is mostly)\b|^(?:what|how|why) /
const plain = (kind: Weight['kind']): Weight => ({ kind, names: [], numbers: [] })

export interface Around {
  asked: string
  topic: string
  reply: string
}

function riskOf(sentence: Sentence, { asked, reply }: Around): boolean {
  const { low, role, asks } = sentence
  if (asks) return role !== 'patient' && asksRisk.test(low) && reply !== '' && leaning(reply) !== 'no'
  if (riskAsIs.test(low) || has(risk, low)) return true
  if (role === 'provider' || leaning(low) === 'no') return false
  if (asksThoughts.test(asked)) return amount.test(low)
  return asksRisk.test(asked) && sentence.place === 0
}

const intolerant = /(?:can't|cannot|can not) (?:take|have|tolerate)/

const asksReaction =
  /\bwhat (?:happens|happened|kind of reaction|reaction|does it do)\b|\bwhen(?:ever)? you (?:take|took|eat|ate|used?)\b/
const isNameOnly = (low: string): boolean =>
  /^(?:(?:and|hm+|oh|okay|so|you mean|what about|how about|are you talking about|is it|still|also|the|your|with)[, ]+)*(?!(?:any|anything|else|where|when|how|why|what|really|okay|right|everything)\b)[a-z-]{4,}(?: [a-z-]+)?\?$/.test(
    low,
  )

function allergyOf({ low, role, asks }: Sentence, { asked, topic, reply }: Around): boolean {
  const names = has(allergen, low) || low.search(medicine) >= 0
  const isTopic = asksAllergy.test(topic) || allergy.test(topic)
  if (asks) {
    if (role === 'patient' || leaning(reply) === 'no') return false
    if (asksReaction.test(low) && (names || isTopic)) return true
    if (leaning(reply) !== 'yes') return false
    return (
      (isTopic && isNameOnly(low)) ||
      (asksAllergy.test(low) && !(asksAnyAllergy.test(low) && reply.split(' ').length > 3))
    )
  }
  if (has(allergy, low, role !== 'provider') && (names || !intolerant.test(low) || medicineTalk.test(low))) return true
  const goesOn = isTopic && (/^(?:(?:yes|yeah|oh|uh|um),? )*(?:and|also)\b/.test(low) || isNameOnly(asked))
  if (role === 'provider') return goesOn && names
  if (leaning(low) === 'no') return false
  return (
    asksAllergy.test(asked) ||
    (asksReaction.test(asked) && (isTopic || has(allergen, low))) ||
    goesOn ||
    (isTopic && names)
  )
}

function safetyOf({ low, role }: Sentence, { asked }: Around): boolean {
  if (role === 'provider') return emergency.test(low) || secures.test(low)
  if (has(harm, low) || has(weapon, low) || atTheWheel.test(low) || openMedicine.test(low)) return true
  if (leaning(low) === 'no') return false
  if (asksWeapon.test(asked)) return has(keeps, low)
  return asksSafetyPlan.test(asked)
}

/** True for a medicine that another person takes, and not for one that another person gives to the speaker. */
const isOfOther = (low: string, at: number): boolean =>
  ofSomeoneElse(low, at) && !/\b(?:me|you) on\b|\b(?:prescribed|gave|gives|recommended) (?:me|you)\b/.test(low)

function medicineWeight({ low, role, asks }: Sentence, { asked, topic, reply }: Around): Weight | null {
  const namedMedicines = [...low.matchAll(medicine)]
    .filter((match) => !negatedAt(low, match.index) || lapse.test(low))
    .filter((match) => !isOfOther(low, match.index))
    .map((match) => match[0])
  const numbers = [...low.matchAll(dose)].flatMap((match) => readNumbers(match[0]).map(({ value }) => value))
  if ([...low.matchAll(dose)].length > 0 && !isOfOther(low, low.search(dose)))
    return { kind: 'dose', names: [...low.matchAll(medicine)].map(String), numbers }
  const bare =
    namedMedicines.length > 0 && low.match(frequency) !== null ? readNumbers(low).filter(({ value }) => value >= 5) : []
  const isMedicineTopic =
    asksMedicines.test(`${asked} ${topic}`) || /\btak(?:e|ing)\b/.test(asked) || topic.search(medicine) >= 0
  if (role === 'provider' && bare.length === 0) {
    const isDenied = asks && leaning(reply) === 'no'
    const isSaidOfPatient = namedMedicines.length > 0 && (isMedicineTopic || /\b(?:you\w*|he|she|his|her)\b/.test(low))
    if (!isDenied && (isSaidOfPatient || (asks && leaning(reply) === 'yes' && namedMedicines.length > 0)))
      return { kind: 'medication', names: namedMedicines, numbers: [] }
    const isName = takesSomething.test(low) || (isMedicineTopic && isNameOnly(low))
    return asks && leaning(reply) === 'yes' && isName ? plain('medication') : null
  }
  if (
    namedMedicines.length === 0 &&
    isMedicineTopic &&
    !asks &&
    low.search(frequency) >= 0 &&
    readNumbers(low).length > 0
  )
    return { kind: 'dose', names: [], numbers: [] }
  if (bare.length > 0 && (role === 'provider' || medicineTalk.test(`${asked} ${low}`)))
    return {
      kind: 'dose',
      names: namedMedicines,
      numbers: bare.map(({ value }) => value).filter((value) => value >= 20),
    }
  if (
    lapse.test(low) &&
    (namedMedicines.length > 0 || topic.search(medicine) >= 0 || medicineTalk.test(`${asked} ${low}`))
  )
    return leaning(low) === 'no' || /haven't|never/.test(low) ? null : plain('medication')
  if (namedMedicines.every((name) => overTheCounter.test(name)) && !medicineTalk.test(`${asked} ${low}`)) return null
  if (namedMedicines.length > 0) return { kind: 'medication', names: namedMedicines, numbers: [] }
  if (asks || leaning(low) === 'no' || !isMedicineTopic) return null
  return takesSomething.test(low) ||
    (/\b(?:what|which|any|list)\b/.test(asked) && asksMedicines.test(asked) && low.split(' ').length > 1)
    ? plain('medication')
    : null
}

function substanceWeight({ low }: Sentence, { asked }: Around): Weight | null {
  if (stayedSober.test(low)) return plain('substance_use')
  const [, group] = Object.entries(groups).find(([, words]) => has(words, low, true)) ?? []
  if (group !== undefined)
    return amount.test(low) ? plain('substance_use') : { ...plain('substance_use'), slight: group }
  return asksSubstance.test(asked) && amount.test(low) && leaning(low) !== 'no' && low.split(' ').length < 8
    ? plain('substance_use')
    : null
}

function planOf({ low, role, asks }: Sentence, { reply }: Around): boolean {
  if (appointment.test(low)) return !asks || leaning(reply) !== 'no'
  return role === 'provider' && !asks && plan.test(low) && !notPlanned.test(low)
}

/** Most denials are not important. */
export function weightOf(sentence: Sentence, around: Around): Weight | null {
  const { low, asks, role } = sentence
  const isDenial = leaning(low) === 'no' && !riskAsIs.test(low) && !stayedSober.test(low)
  if (isDenial && !(role === 'provider' && plan.test(low))) return null
  if (riskOf(sentence, around)) return plain('risk')
  if (!asks && safetyOf(sentence, around)) return plain('safety')
  if (allergyOf(sentence, around)) return plain('allergy')
  const medicines = medicineWeight(sentence, around)
  // "Stop the warfarin" is not in a note that only names warfarin.
  if (medicines?.kind === 'medication' && role === 'provider' && planOf(sentence, around)) return plain('plan')
  if (medicines !== null) return medicines
  if (!asks && role !== 'provider') {
    const substance = substanceWeight(sentence, around)
    if (substance !== null) return substance
  }
  return planOf(sentence, around) ? plain('plan') : null
}
