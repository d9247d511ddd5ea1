import type { Omission } from '../../../lib/contracts/index.ts'
import { leaning, negatedAt, ofSomeoneElse } from '../reading/clause.ts'
import { dose, frequency, medicine } from '../reading/medicines.ts'
import { readNumbers } from '../reading/numbers.ts'
import type { Sentence } from '../reading/sentences.ts'

/** Why a statement is important, and what a note must contain to cover it. */
export interface Weight {
  kind: Omission['kind']
  /** Medicines that the statement names, in lower case. */
  names: readonly string[]
  /** The numbers of the doses in the statement. */
  numbers: readonly number[]
  /**
   * Set if the statement names a substance without an amount. The note then covers the statement if this pattern
   * matches anywhere in the note.
   */
  slight?: RegExp
}

const has = (pattern: RegExp, low: string, ownOnly = false): boolean => {
  const found = new RegExp(pattern.source).exec(low)
  return found !== null && !negatedAt(low, found.index) && !(ownOnly && ofSomeoneElse(low, found.index))
}

const risk =
  /\b(?:suicid\w*|kill(?:ing)? (?:myself|himself|herself|themselves|somebody|someone)|end(?:ing|ed)? (?:my life|it all)|want(?:ed)? to die|(?:was|were|be) dead|better off (?:dead|without me)|hurt(?:ing)? myself|cut(?:ting)? (?:myself|again)|self[- ]harm|overdos\w*|took (?:a bunch of|all (?:of )?my|too many) pills|hang(?:ing)? myself|(?:jump|driv|walk)\w* (?:off|into|in front of) (?:the|a|my) (?:bridge|roof|cliff|traffic|train|road|tree)|engine running|withdrawal seizure)\b/
const riskAsIs =
  /\bwish i (?:just )?(?:wouldn't|didn't|would not) wake up|(?:wouldn't|not|never) wake up|haven't (?:cut|hurt myself)\b|don't want to (?:be here|live|be alive)/
const asksRisk =
  /suicid|kill(?:ing)? yourself|end(?:ing)? (?:your|their) li|dying|be(?:ing)? alive|worth living|(?:hurt|harm)(?:ing)? yourself|wish.* dead/
const asksThoughts = /\b(?:that|those|these) thoughts?\b/
const owns = /\b(?:think|thought|thoughts|tried|plann\w+|pills|rope|gun|sat in|picture|wanted|scared me)\b/

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
  /\b(?:allerg(?:y|ic|ies)|hives|anaphyla\w+|(?:gives|gave) me (?:a|an|that|some)?(?: \w+)? ?(?:rash|hives)|makes me (?:itch|break out|swell|throw up)|(?:closed|swelled) up|(?:face|throat|lips?|tongue) (?:swell|swells|swelled|closed?|closes))/
const asksAllergy = /allerg|reactions? to|agree with you|bad reaction/
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
const medicineTalk = /\b(?:medications?|medicines?|meds|pills?|doses?|tablets?|prescri\w+|taking)\b/
const overTheCounter =
  /^(?:ibuprofen|tylenol|aspirin|advil|motrin|aleve|acetaminophen|tums|melatonin|multivitamins?|vitamin d)$/

const planned =
  /\b(?:i(?:'m| am) (?:going to (?:order|refer|prescribe|send|start|have|call|put)|recommending|referring|sending|ordering|prescribing|starting)|i(?:'ll| will) (?:call|refer|order|send|prescribe|see|book|schedule|put|start)|i(?:'d| would) like (?:you to|your \w+ to|to (?:keep|start|add|increase|meet|see|order|refer))|i want (?:you to|an?\b|to (?:see|order|refer|start))|(?:and )?please (?:call|get|take|come|start|stop|keep|bring)|, please\b|we(?:'ll| will) (?:book|repeat|recheck|taper|increase|decrease|start|meet|order|go (?:up|down)|see|schedule|check|get|continue)|let's (?:meet|increase|decrease|start|stop|go (?:to|up|down)|keep|continue|try|taper|repeat|schedule|order|get|plan)|then no\b|keep (?:the|taking|seeing|doing|using|on)|continue (?:the|with|taking|your|to|on)|(?:start|stop) (?:taking|the|your)|no (?:more )?[a-z]+ (?:after|while|until|before)|come back|follow[- ]?up|for homework|for this week|refer(?:ral)? |go to (?:one|a|the)|stay off|change the|avoid|(?:can't|not|no) driv\w+|see you (?:on|in|next|again)|is going to)\b/
const notPlanned =
  /\b(?:let's (?:look|talk|see|write|bring|start with|go over)|safety plan together|last time|you said|to ask|is mostly)\b|^(?:what|how|why) /
const books =
  /\b(?:can you (?:come|make)|meet|see you|come back)\b.*\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|week|month|\w+ber|january|february|march|april|june|july|august)\b/

const plain = (kind: Weight['kind']): Weight => ({ kind, names: [], numbers: [] })

/** What was said around a sentence, in lower case. `asked`: the question that the sentence answers. */
export interface Around {
  asked: string
  /** The text of the turn that the sentence answers, or of the previous turn if the sentence answers no question. */
  before: string
  /** True in the later part of the session, in which plans are made. */
  late: boolean
}

function riskOf({ low, role }: Sentence, { asked }: Around): boolean {
  if (riskAsIs.test(low) || has(risk, low)) return true
  if (role === 'provider' || leaning(low) === 'no') return false
  if (asksThoughts.test(asked)) return amount.test(low)
  return asksRisk.test(asked) && has(owns, low)
}

function safetyOf({ low, role }: Sentence, { asked, late }: Around): boolean {
  if (role === 'provider') return late && (emergency.test(low) || secures.test(low))
  if (has(harm, low) || has(weapon, low) || atTheWheel.test(low) || openMedicine.test(low)) return true
  if (leaning(low) === 'no') return false
  if (asksWeapon.test(asked)) return has(keeps, low)
  return asksSafetyPlan.test(asked)
}

function medicineWeight({ low, role }: Sentence, { asked, before, late }: Around): Weight | null {
  const namedMedicines = [...low.matchAll(medicine)]
    .filter((match) => !negatedAt(low, match.index) || lapse.test(low))
    .filter((match) => !ofSomeoneElse(low, match.index))
    .map((match) => match[0])
  const numbers = [...low.matchAll(dose)].flatMap((match) => readNumbers(match[0]).map(({ value }) => value))
  const bare =
    namedMedicines.length > 0 && low.match(frequency) !== null ? readNumbers(low).filter(({ value }) => value >= 5) : []
  const asksFor = before.match(medicine) ?? []
  if (numbers.length > 0 && (namedMedicines.length > 0 || asksFor.length > 0 || (role === 'provider' && late)))
    return { kind: 'dose', names: namedMedicines, numbers }
  if (role === 'provider') return null
  if (namedMedicines.length > 0 && bare.length > 0 && medicineTalk.test(`${asked} ${low}`) && numbers.length === 0)
    return {
      kind: 'dose',
      names: namedMedicines,
      numbers: bare.map(({ value }) => value).filter((value) => value >= 20),
    }
  if (lapse.test(low) && (namedMedicines.length > 0 || asksFor.length > 0 || medicineTalk.test(`${asked} ${low}`)))
    return leaning(low) === 'no' || /haven't|never/.test(low) ? null : plain('medication')
  if (namedMedicines.every((name) => overTheCounter.test(name)) && !medicineTalk.test(`${asked} ${low}`)) return null
  return namedMedicines.length > 0 ? { kind: 'medication', names: namedMedicines, numbers: [] } : null
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

/** Returns why a statement is clinically important, or null if it is not important. Most denials are not important. */
export function weightOf(sentence: Sentence, around: Around): Weight | null {
  const { low, asks, role } = sentence
  if (asks) return role === 'provider' && around.late && books.test(low) ? plain('plan') : null
  if (
    leaning(low) === 'no' &&
    !riskAsIs.test(low) &&
    !stayedSober.test(low) &&
    !(role === 'provider' && planned.test(low))
  )
    return null
  if (riskOf(sentence, around)) return plain('risk')
  if (safetyOf(sentence, around)) return plain('safety')
  if (role !== 'provider') {
    if (has(allergy, low, true)) return plain('allergy')
    if (asksAllergy.test(around.asked) && (has(allergen, low) || has(medicine, low))) return plain('allergy')
  }
  const medicines = medicineWeight(sentence, around)
  if (medicines !== null) return medicines
  if (role !== 'provider') return substanceWeight(sentence, around)
  return around.late && planned.test(low) && !notPlanned.test(low) ? plain('plan') : null
}
