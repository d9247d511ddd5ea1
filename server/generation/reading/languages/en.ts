import type { Lexicon } from './lexicon.ts'

export const en: Lexicon = {
  frequent:
    'the and of that this these with for from have has had she they you your his her not but because about what how when who there would could should been were are its im ive my me he him them which while where why yes yeah okay just then than into over after before never always often take takes reports denies feels lives hours days weeks months years morning night get got back still only some any much more is was it i a to in on at do does did no who since today last most other times per',
  numbers: null,
  relatives:
    'mothers?|moms?|fathers?|dads?|parents?|sisters?|brothers?|siblings?|sons?|daughters?|kids?|child(?:ren)?|(?:step|half)?-?(?:mother|mom|father|dad|brother|sister|son|daughter)|(?:grand|step)(?:mother|ma|father|pa|son|daughter|mom|dad)|wi(?:fe|ves)|husbands?|spouse|partners?|boyfriend|girlfriend|fianc[eé]e?|ex(?:-husband|-wife)?|(?:girl|boy)?friends?|uncles?|aunts?|cousins?|nieces?|nephews?|room-?mates?|boss|manager|supervisor|co-?workers?|colleagues?|neighbou?rs?|sponsor|mentor|coach|teacher|counselor|therapist|caregiver|family|relatives?',
  titles: 'mr|mrs|ms|miss|mister|dr|doctor|prof|professor|nurse|sister|pastor|father|reverend',
  negation:
    "no|not|never|none|nothing|neither|nor|without|denies|denied|deny|cannot|nobody|no one|(?:is|are|was|were|do|does|did|have|has|had|wo|would|ca|could)n't",
  yes: "yes|yeah|yep|yup|sure|of course|absolutely|definitely|i do|i am|i have|i did|right|correct|uh-huh|mm-hmm|true|exactly|that's right",
  no: 'no|nope|nah|never|none|not (?:at all|really)|actually',
  takenBack:
    "no,? (?:wait|sorry|hang on|hold on|i mean|no|it(?:'s| is| was)|that(?:'s| was) (?:wrong|not right))|wait,? (?:no|sorry)|sorry,? (?:no|i mean|it(?:'s| was))?|i mean,?|scratch that|correction|make that|or rather|actually,? (?:no|it(?:'s| was))|my mistake|not quite",
  spans: { day: 'days?', week: 'weeks?', month: 'months?', year: 'years?' },
  feasts: [
    ["new year'?s? eve", 12, 31],
    ["new year'?s?(?: day)?|new years", 1, 1],
    ["valentine'?s?(?: day)?", 2, 14],
    ['fourth of july|independence day', 7, 4],
    ['hallowe?en', 10, 31],
    ['christmas eve', 12, 24],
    ['christmas(?: day)?|xmas', 12, 25],
  ],
}
