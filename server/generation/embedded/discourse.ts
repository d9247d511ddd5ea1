import type { Sentence } from '../reading/sentences.ts'

/** The part of a visit that a sentence of the provider belongs to. */
export type Part = 'exam' | 'results' | 'assessment' | 'plan'

const talk =
  /^(?:and |so |okay,? |alright,? |now )*(?:hi|hello|hey|bye|thanks?|thank you|good|great|perfect|excellent|awesome|sure|sorry|pardon|all right|okay|alright|right|yeah|yep|no problem|you too|you're welcome|let's see|all set)[,.! ]*(?:okay|alright|right|good|great|there|you|then|everyone|sir|ma'am)?[.!]?$|\bany (?:other )?questions|does that (?:sound|make sense)|sound like a plan|^hey,? dragon|nice to (?:meet|see)|(?:good|great) to (?:see|meet)|have a (?:good|great|nice) (?:day|one|weekend)|take (?:a )?(?:quick )?(?:look|listen)|let (?:me|you) know what i find|(?:quick|do (?:a|my|the)) (?:physical )?exam|nurse (?:will|told|is going)|how(?:'s| is| are|'re)\b.*\b(?:family|kids|weather|work|vacation)|that sounds like fun|i love\b|lay (?:back|down)|sit up|my (?:assessment and|impression and|thoughts)|talk (?:a little )?(?:bit )?about (?:my|the|your) (?:assessment|plan|results)|look at (?:some of )?(?:your|the) (?:results?|x-?rays?|labs?|readings|trends)|show (?:me|us)|explain what|what (?:does|do) (?:all )?(?:that|this) (?:all )?mean|i(?:'ll| will| am going to|'m going to) (?:listen|examine|check|take a)|tell (?:dax|me|you) (?:a little )?(?:bit )?(?:about|more)|(?:^|\s)dax\b|my physical exam template|finalize/

const examCue =
  /\b(?:on (?:your |the |my |his |her |physical |\w+ ){0,3}exam(?:ination)?\b(?! table)|physical exam(?:ination)?s?,? (?:shows?|reveals?|is)|exam(?:ination)? (?:is|shows|reveals|looks)|i (?:do |do not |don't |can |still |also |really |definitely )*(?:appreciate|hear|feel|palpate|notice|identify)\b|(?:no|mild|some|slight|moderate|diffuse|bilateral|positive|negative|there's|there is|is) (?:\w+ ){0,2}(?:murmurs?|edema|tenderness|wheez\w+|rales|rhonchi|bruits?|adenopathy|lymphadenopathy|rebound|guarding|crackles|erythema|ecchymosis|effusion|swelling|bruising|crepitus|thyromegaly)\b|tenderness\b|\bpalpation|range of (?:motion|movement)|lungs? (?:are|is|sounds?)|lungs,? .*\bclear\b|heart (?:sounds|is (?:regular|in))|clear (?:bilaterally|to auscultation)|regular rate|capillary refill|(?:palpable|dorsalis|radial|good|pedal) pulses|\bgait\b|sensation (?:is|to)|\breflexes\b|ejection murmur|pitting edema|straight leg|cranial nerves?|pupils are|visual field testing|alert,? (?:and )?oriented|well[- ]nourished|(?:pain|positive|negative) (?:with|on|for) (?:flexion|extension|\w+ (?:deviation|test))|some pain to|stress test|hypotonia|(?:you (?:do )?have|there is|with) (?:\w+ ){0,2}(?:pain with|pain to|pain on|decreased|normal sensation|full|limited)|vital signs? (?:are|look|looks)|(?:everything|it) (?:on your exam )?looks (?:good|normal))/

/**
 * Phrases that only occur in an examination. If a sentence contains one, it belongs to the examination, whatever else
 * it contains.
 */
const strongExam =
  /\bon (?:your |the |my |his |her |physical |\w+ ){0,3}exam(?:ination)?\b(?! table)|\bi (?:do |still |also |don't |do not )*appreciate\b|\b(?:to|with|on) palpation|\btenderness (?:to|over|of|on|at)|decreased range of|auscultation|ejection murmur|pitting edema|straight leg|capillary refill/

const test =
  /\b(?:x-?rays?|mri|ct|cat scan|ekg|ecg|echo(?:cardiogram)?|labs?|lab work|blood ?work|hemoglobin|a1c|white (?:blood )?(?:cell )?count|lipid|cholesterol|creatinine|ferritin|tsh|panel|profile|biops(?:y|ies)|patholog\w+|ultrasound|titer|pfts?|pulmonary function|stress test|urinalysis|culture|rapid strep|endoscopy|colonoscopy|mammogram|platelets|ejection fraction|pumping function|serology|coagulation|crp|results?)\b/
const found =
  /\b(?:shows?|showed|showing|reveal(?:s|ed)?|demonstrat(?:es|ed|ing)|looks?|looking|look|reviewed|reviewing|in reviewing|is|was|were|are|came back|indicat\w+|appears?|positive|negative|normal|elevated|decreased|low|high|ruled out)\b/

const assessmentCue =
  /\b(?:i (?:do |really |also |still |just )?(?:think|believe|suspect|feel) (?:(?:that|like) )?(?:you|this|it|that|we're|she|he|your|there|at this)\b(?!.*\b(?:should|want to|need to order)\b)|you (?:may |probably |likely |do )?have (?:what (?:we|is) call|a|an|some)? ?(?:\w+ ){0,3}(?:fracture|strain|sprain|tear|\w+itis|\w+pathy|infection|ulcer|syndrome|disease|disorder|contusion|cancer|adenoma|stone|psoriasis|anemia|arthritis)|diagnos(?:is|ed)\b|consistent with|most likely|likely due|due to|appears to be|sounds like (?:you|it|this)|(?:for|as for) (?:your |the )?(?:first|second|third|fourth|next|last|other|primary)?,? ?(?:problem|diagnosis|concern)\b|my (?:impression|concern)|possible (?:etiologies|causes)|(?:under|well|poorly|out of|good) control|controlled|doing (?:really |very |pretty )?(?:well|good|great|fine) (?:with|on|from)|you're doing (?:a |really |very )?(?:great|good|well)|stable\b|not (?:too )?concerned|reassured|worsening|exacerbation|strain(?:ed)?\b|sprain|positive for what|retaining|in assessment|elevated,? (?:so|but)|managing it well)/

const planCue =
  /\b(?:i(?:'m| am)? (?:just |also |really )?(?:want|wanna|would like|'d like|recommend|going to|gonna|plan)(?: you)?(?: to| and| go ahead and| just)* (?!\w*(?:examine|push|pull|ask|move|lay|sit|listen|feel|press|look|talk|check|touch|flip|go|continue all|do)\b)|i'd (?:like|recommend)|let's (?!see|talk|look|do a|go over)|we(?:'ll| will| can|'re going to| are going to| should| would| need to|'d like)\b|i(?:'ll| will) (?:also |just )?(?:be )?(?:order|refer|prescrib|send|start|give|get|put|see|call|have|write|schedule|increase|decrease|follow|repeat|check|recheck|continue|obtain|ordering|referring|prescribing|sending)\w*|order (?:an?|your|some|another|the)|refer(?:ral|red|ring)? (?:you )?(?:to|was|will)|prescri(?:be|ption|bing)|(?:continue|increase|decrease|start|stop|restart|discontinue|avoid|ice|elevate|rest|hold|resume|monitor|weigh|wear|schedule|take) (?:the|your|with|taking|on|it|that|you|to|any|using|wearing|them|this|an?|off|strenuous|checking|recording)\b|follow[- ]?up (?:with|in|after|appointment|visit|as)|come (?:back|in and see|see me)|call (?:me|us|the office|if|your)|see (?:you|me|us) (?:back|again|in|after|next)|physical therapy|as needed|milligrams?|mg\b|we'll|if (?:it|that|you|your|the|those|things|there)\b.*\b(?:better|worse|improve|call|come|consider|get|abnormal|normal|happens|persist)|in the plan|are? we (?:can|will)|will (?:order|obtain|plan|consider|determine|refer|schedule|continue|recheck|need)|asked (?:her|him|you) to|need (?:you )?to (?:get|start|take|see|make|be|do|have|lower|go)|splint|brace|crutches|educational materials?)\b/

const isMedical =
  /physical exam|\bon (?:your |the |his |her )?(?:\w+ )?exam|assessment and (?:my )?plan|impression and plan|\b(?:first|next|last) problem\b|hey,? dragon|\bx-?ray|murmur|let's (?:do|take a look at) your exam|look at (?:her|him|you)\b/

/** True if the session is a medical visit with an examination, rather than a conversation. */
export const holdsExam = (sentences: readonly Sentence[]): boolean =>
  sentences.some(({ role, low }) => role !== 'patient' && isMedical.test(low))

function partOf(low: string, last: Part | null): Part | null {
  const tested = test.test(low) && found.test(low)
  const planned = planCue.test(low)
  const examined = examCue.test(low)
  const assessed = assessmentCue.test(low)
  if (strongExam.test(low) && !/\b(?:order|refer|prescri|continue|schedule|follow)/.test(low)) return 'exam'
  if (tested && !planned && !(assessed && last !== 'results' && /\bi think\b/.test(low))) return 'results'
  if (examined && !planned && last !== 'plan' && !/\bi think\b/.test(low)) return 'exam'
  if (assessed && !(planned && /\b(?:want|order|continue|prescri\w+|refer|recommend|milligrams?|mg)\b/.test(low)))
    return 'assessment'
  if (planned) return 'plan'
  return null
}

/**
 * Assigns the provider's statements to parts of the visit. Small talk and questions are assigned to none. Without an
 * examination the map is empty, unless `evenWithoutExam` is set.
 */
export function partsOf(sentences: readonly Sentence[], evenWithoutExam = false): ReadonlyMap<Sentence, Part> {
  const parts = new Map<Sentence, Part>()
  if (!evenWithoutExam && !holdsExam(sentences)) return parts
  let last: Part | null = null
  let lastTurn = -1
  // Assessment and plan come after the examination or results. The same words earlier in the visit refer to the past,
  // so they are skipped until `begun`.
  let begun = false
  const half = (sentences.at(-1)?.turn ?? 0) * 0.45
  for (const sentence of sentences) {
    const { role, low, asks, turn } = sentence
    if (role === 'patient' || role === 'other') continue
    const words = low.split(/\s+/).length
    if (asks || words < 3 || talk.test(low)) {
      if (/\b(?:assessment|impression)\b/.test(low)) {
        last = 'assessment'
        begun = true
      }
      continue
    }
    const cued = partOf(low, last)
    if (cued === 'exam' || cued === 'results' || turn > half) begun = true
    if (!begun) continue
    // A sentence that does not show its part belongs to the same part as the sentence before it in the same turn.
    const part: Part | null = cued ?? (turn === lastTurn && words > 4 ? last : null)
    if (part === null) continue
    parts.set(sentence, part)
    last = part
    lastTurn = turn
  }
  return parts
}
