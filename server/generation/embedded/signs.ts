/**
 * Something that an option may name (a symptom, for example), and the phrases of patient or provider that express it.
 * Patterns match lower-case text.
 */
export interface Sign {
  option: RegExp
  by: 'patient' | 'provider'
  /** Phrases that count, unless they are negated, hypothetical or about another person. */
  plain?: RegExp
  /** Phrases that contain their own negation ("can't sleep"), and count even after a negation. */
  asIs?: RegExp
  /** Phrases that count only as an answer to `ask`, because they are ambiguous alone. */
  reply?: RegExp
  /** Questions to which a plain "yes" confirms the sign. */
  ask?: RegExp
}

const symptoms: Sign[] = [
  {
    option: /^anxi/,
    by: 'patient',
    plain: /\banxi(?:ous|ety)\b|\bnervous\b|on edge|panicky/,
    ask: /\banxi(?:ous|ety)/,
  },
  { option: /worr/, by: 'patient', plain: /\bworr(?:y|ied|ying|ies)\b/, ask: /\bworr/ },
  { option: /panic/, by: 'patient', plain: /panic attacks?\b|heart was (?:pounding|racing)/, ask: /panic/ },
  {
    option: /depress|low mood|sad/,
    by: 'patient',
    plain:
      /\b(?:feel|feeling|been|i'm|mood(?: is|'s)?|mostly|pretty) (?:\w+ )?(?:low|down|sad|depressed|hopeless|numb|empty)\b|^(?:(?:pretty|really|kind of|very) )?(?:low|down|sad|depressed|numb)[.,]|\bi cry\b|\bi(?:'m| am) depressed\b/,
    ask: /\bmood\b|your spirits/,
    reply: /\b(?:low|down|sad|flat|numb|depressed|hopeless)\b/,
  },
  {
    option: /insomnia|(?:poor|trouble|difficulty|disturb|problem).*sleep|sleep.*(?:problem|difficult|disturb|poor)/,
    by: 'patient',
    plain:
      /sleeping (?:badly|poorly|terribly)|trouble (?:sleeping|falling asleep)|hours to fall asleep|up at (?:two|three|four|five|[2-5])\b|wake up at (?:one|two|three|four|[1-4])\b|hard to (?:sleep|fall asleep)|insomnia|keeps? me (?:up|awake)|waking up (?:a lot|all night)/,
    asIs: /(?:can't|couldn't|cannot|don't|haven't been|not) (?:fall asleep|sleep(?:ing)?)\b/,
    ask: /trouble (?:with )?sleep/,
  },
  {
    option: /irritab|anger|angry/,
    by: 'patient',
    plain:
      /irritable|\bsnapp(?:ed|ing|y)\b|short fuse|short[- ]tempered|\bi(?:'m| am| get| got) (?:so |really )?angry|losing my temper/,
  },
  {
    option: /fatigue|low energy|tired|energy/,
    by: 'patient',
    plain: /\b(?:tired|exhausted|fatigued|dragging|sluggish|worn out|low energy|drained)\b/,
    asIs: /\bno energy\b|(?:don't|haven't) (?:have|had) (?:any|much) energy/,
  },
  {
    option: /concentrat|attention|focus/,
    by: 'patient',
    plain: /trouble (?:concentrating|focusing)|hard to (?:concentrate|focus)|distracted|have to read it again/,
    asIs: /(?:can't|couldn't|cannot) (?:concentrate|focus)/,
  },
  {
    option: /appetite|eating/,
    by: 'patient',
    plain:
      /skip\w* (?:lunch|meals|breakfast|dinner)|eating (?:a lot|less|too much|more|too little)|lost (?:my appetite|some weight|a few pounds|weight)|always hungry|more than usual/,
    asIs: /no appetite|(?:don't|not) (?:feel like eating|eating much)|barely eat/,
  },
  { option: /guilt|worthless/, by: 'patient', plain: /guilty|\bguilt\b|worthless|my fault/ },
  { option: /hopeless/, by: 'patient', plain: /hopeless/, asIs: /no (?:point|hope)/ },
  { option: /nightmare/, by: 'patient', plain: /nightmares?|bad dreams/ },
  { option: /tearful|crying/, by: 'patient', plain: /\bi (?:cry|cried)|crying|tearful/ },
  {
    option: /weight gain/,
    by: 'patient',
    plain: /gained (?:weight|\w+ pounds)|put on (?:weight|\w+ pounds)/,
    ask: /weight gain/,
  },
  { option: /weight loss/, by: 'patient', plain: /lost (?:weight|some weight|\w+ pounds|a few pounds)/ },
  {
    option: /nausea|upset stomach/,
    by: 'patient',
    plain: /nausea|nauseous|sick to my stomach|throw(?:ing)? up|stomach hurts/,
    ask: /nausea/,
  },
  { option: /headache/, by: 'patient', plain: /headaches?|my head hurts/, ask: /headache/ },
  { option: /dry mouth/, by: 'patient', plain: /dry mouth|mouth (?:is|gets|has been|feels) (?:\w+ )?dry/ },
  { option: /restless|akathisia|agitat/, by: 'patient', plain: /restless|can't sit still|jittery/ },
  { option: /drows|sedat|sleepiness/, by: 'patient', plain: /drowsy|groggy|sleepy|sedated|foggy/ },
  { option: /dizz|lighthead/, by: 'patient', plain: /dizzy|dizziness|light-?headed/, ask: /dizz/ },
  { option: /tremor|shak/, by: 'patient', plain: /tremors?|hands (?:shake|shook)|shaky/, ask: /tremor/ },
  { option: /sexual/, by: 'patient', plain: /sex drive|libido|sexual/, ask: /sexual side effects/ },
  { option: /constipat/, by: 'patient', plain: /constipat/ },
  { option: /diarrhea/, by: 'patient', plain: /diarrhea/ },
]

const interventions: Sign[] = [
  {
    option: /cognitive|restructur|\bcbt\b|reframing|thought/,
    by: 'provider',
    plain:
      /evidence (?:for|against)|restructuring|reframe|thought record|challenge (?:that|the|those) thought|what would \w+ say to that|another way (?:to look|of looking)|cognitive distortion/,
  },
  {
    option: /breath|ground|relaxation|mindful/,
    by: 'provider',
    plain:
      /breathing exercises?|practiced? breathing|grounding|deep breaths?|box breathing|progressive muscle|body scan|mindful/,
  },
  {
    option: /behaviou?ral activation|activity schedul/,
    by: 'provider',
    plain:
      /next small step|one small step|activity schedul|behaviou?ral activation|schedul\w+ (?:one|a) (?:thing|pleasant)|take a walk|ten minutes of \w+ (?:a|each|every) day|go to the movies?\b/,
  },
  {
    option: /sleep hygiene/,
    by: 'provider',
    plain:
      /sleep hygiene|no (?:coffee|caffeine|screens?) (?:after|before)|(?:phone|screens?|tv) out of the bedroom|get up at the same time|same bedtime|wind[- ]down routine/,
  },
  {
    option: /motivational/,
    by: 'provider',
    plain:
      /what makes you want to|on (?:the )?one hand.*on the other|how ready are you|ready to (?:set a quit date|change|make a change)|pros and cons|on a scale.*(?:ready|confident|important)/,
  },
  {
    option: /safety plan|crisis plan/,
    by: 'provider',
    plain: /safety plan|warning signs?|if those thoughts came back|who would you call|crisis line/,
  },
  {
    option: /psycho-?education/,
    by: 'provider',
    plain:
      /it (?:often|usually) takes|that's how (?:anxiety|depression|panic) works|let me explain|the reason (?:this|that) happens|common (?:reaction|response|symptom)/,
  },
  {
    option: /medication (?:management|review|adjust)/,
    by: 'provider',
    plain:
      /no new medication|keep the \w+ (?:where|as|at)|continue the (?:medication|\w+(?:ine|pram|pion|done|pril))|(?:increase|raise|lower|decrease|refill|prescribe) (?:the|your)|same dose|start(?:ing)? you on/,
  },
  {
    option: /problem[- ]solving/,
    by: 'provider',
    plain: /problem[- ]solving|what are (?:some|your) options|list (?:of )?(?:possible )?solutions/,
  },
  { option: /exposure/, by: 'provider', plain: /exposure (?:exercise|hierarchy|work|ladder)|fear ladder/ },
  {
    option: /supportive|active listening|validation/,
    by: 'provider',
    plain: /that sounds (?:lonely|hard|difficult|painful|really)|that makes sense that|i'm sorry to hear/,
  },
]

/** Returns the sign that an option names, or undefined if it is unknown. */
export function signOf(option: string): Sign | undefined {
  const low = option.toLowerCase()
  return [...interventions, ...symptoms].find((sign) => sign.option.test(low))
}
