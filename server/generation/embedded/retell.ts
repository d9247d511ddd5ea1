import { capitalized } from '../reading/capital.ts'
import { plainWords } from '../reading/sentences.ts'
import type { Person } from './person.ts'
import { adverbs, commonVerbs, conjugate, isModal, isPast } from './verbs.ts'

const filler =
  /^(?:(?:um+|uh+|well|so|oh|hmm+|honestly|actually|yeah|yes|yep|okay|ok|and|but|right|true|i mean|you know|i guess|kind of|fair enough|good|great|excellent|all right|alright|nope|no(?=,| (?:i|i'm|i've|it|my|it's|that's|there)\b))(?:,|\.)? +)+/i
/** Filler words without meaning, anywhere in a sentence. */
const spoken = /(?:^|,)? ?\b(?:um+|uh+|er+|you know|i mean)\b,?(?= |$)|^[\s,]+|-(?=[.?]$)/gi
const inside = /,? \b(?:you know|i mean|i guess|i'd say|um+|uh+|like)\b(?=,)|(?<=,) (?:like),|\b(?:um+|uh+),? /gi
const days =
  /\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december)\b/g

const tidy = (text: string): string => {
  const one = capitalized(
    text
      .replace(/\s+/g, ' ')
      .replace(/ ([,.;])/g, '$1')
      .trim(),
  ).replace(days, capitalized)
  return /[.!?:]["')]*$/.test(one) ? one : `${one.replace(/[,;]$/, '')}.`
}

/** The sentence as a direct quotation. */
const quoted = (text: string, who: string): string => `${who} said: "${text.trim().replace(/"/g, "'")}"`

interface Narrator {
  /** Words that refer to the person the text is about, with their grammatical role. */
  self: Record<string, 'subject' | 'be' | 'have' | 'would' | 'will' | 'object' | 'possessive' | 'owned' | 'reflexive'>
  noun: string
  person: Pick<Person, 'subject' | 'object' | 'possessive' | 'reflexive' | 'plural'>
}

const firstPerson: Narrator['self'] = {
  i: 'subject',
  "i'm": 'be',
  "i've": 'have',
  "i'd": 'would',
  "i'll": 'will',
  me: 'object',
  my: 'possessive',
  mine: 'owned',
  myself: 'reflexive',
}
const secondPerson: Narrator['self'] = {
  you: 'subject',
  "you're": 'be',
  "you've": 'have',
  "you'd": 'would',
  "you'll": 'will',
  your: 'possessive',
  yours: 'owned',
  yourself: 'reflexive',
}
const together: Record<string, string> = {
  we: 'they',
  "we're": 'they are',
  "we've": 'they have',
  "we'll": 'they will',
  "we'd": 'they would',
  our: 'their',
  us: 'them',
  ours: 'theirs',
}

/** Words after which "you" is the subject of a clause. After any other word, "you" is an object. */
const opensClause =
  /^(?:and|but|or|so|if|that|when|because|since|until|while|before|after|as|than|what|which|who|whether|how|where|why|then|now|today|think|know|say|said|hope|feel|sure|believe|understand|are|were|do|did|can|could|will|would|have|had|unless|though|although|like|once|time|way|everything|thing|because)$/

const notVerbs = new Set(
  'on in at with for to the a an her his him their my your here there up back so of by from as that this these those some any no not and but or if when'.split(
    ' ',
  ),
)

/** Rewrites words about one person in the third person, verb by verb. */
function narrate(text: string, { self, noun, person }: Narrator): string {
  const pieces = text.match(/[A-Za-z'-]+|[^A-Za-z'-]+/g) ?? []
  let named = false
  let awaiting: { plural: boolean } | null = null
  let inStep: { plural: boolean } | null = null
  let before = ''
  let earlier = ''
  const out = pieces.map((piece, index) => {
    const low = piece.toLowerCase()
    if (!/[a-z]/.test(low)) {
      if (/[.;!?]/.test(piece)) inStep = null
      return piece
    }
    const previous = before
    const second = earlier
    earlier = before
    const punctuated = /[,;:.]/.test(pieces[index - 1] ?? '')
    before = low
    const role = self[low]
    if (role !== undefined && role !== 'object' && role !== 'possessive' && role !== 'owned' && role !== 'reflexive') {
      // In "we have you on", "have" does not open a question, and "you" is an object.
      const kept =
        /^(?:have|had)$/.test(previous) && /^(?:we|i|they|to|and|'ll|we'll|will|still|already|)$/.test(second)
      const objectYou = low === 'you' && previous !== '' && (kept || !opensClause.test(previous)) && !punctuated
      if (objectYou) return named ? person.object : `the ${noun.toLowerCase()}`
      const plural = named && person.plural
      const subject = named ? person.subject : index === 0 ? noun : `the ${noun.toLowerCase()}`
      named = true
      inStep = null
      const next = (pieces.slice(index + 1).find((other) => /[a-z]/i.test(other)) ?? '').toLowerCase()
      if (role === 'be') return `${subject} ${plural ? 'are' : 'is'}`
      if (role === 'have') return `${subject} ${plural ? 'have' : 'has'}`
      if (role === 'will') return `${subject} will`
      if (role === 'would') return `${subject} ${/(?:ed|been|had|gone|done|taken|seen)$/.test(next) ? 'had' : 'would'}`
      awaiting = { plural }
      return subject
    }
    if (role === 'object') return named ? person.object : `the ${noun.toLowerCase()}`
    if (role === 'possessive') {
      if (named) return person.possessive
      named = true
      return index === 0 ? `${noun}'s` : `the ${noun.toLowerCase()}'s`
    }
    if (role === 'owned') return person.possessive === 'her' ? 'hers' : person.possessive === 'their' ? 'theirs' : 'his'
    if (role === 'reflexive') return person.reflexive
    const shared = together[low]
    if (shared !== undefined) {
      inStep = null
      return shared
    }
    if (awaiting !== null && (notVerbs.has(low) || punctuated)) awaiting = null
    if (awaiting !== null && !adverbs.has(low)) {
      const { plural } = awaiting
      awaiting = null
      const conjugated = conjugate(low, plural)
      if (conjugated !== low && !isModal(low)) inStep = { plural }
      return conjugated
    }
    if (low === 'to' || isModal(low) || isPast(low)) inStep = null
    if (inStep !== null && /^(?:and|or|then|just|but)$/.test(previous) && commonVerbs.has(low))
      return conjugate(low, inStep.plural)
    return piece
  })
  return out.join('')
}

const provider: Narrator = {
  self: firstPerson,
  noun: 'Provider',
  person: {
    subject: 'the provider',
    object: 'the provider',
    possessive: "the provider's",
    reflexive: 'the provider',
    plural: false,
  },
}

const leftOver = /\b(?:I|I'm|I've|me|my|myself)\b/
const finite =
  /\b(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|it's|that's|there's|he's|she's|they're|gets?|feels?|goes|went|got|came|takes?|helps?|says?|said|think\w*|[a-z]{3,}ed|isn't|aren't|wasn't|don't|doesn't|didn't|can't|keeps?|makes?|ran|still|drives?|gives?|drank|calls)\b/i

/**
 * Rewrites words of the patient in the third person: "I've been sleeping badly" becomes "Client has been sleeping
 * badly." `opens` is true for the first sentence of a reply. Then `label` replaces a leading "it" or "that", and
 * precedes a fragment ("Sleep: badly.").
 */
export function retellPatient(text: string, person: Person, label: string, opens: boolean): string {
  const plain = plainWords(text).replace(spoken, '').replace(filler, '').replace(inside, '').replace(filler, '')
  const narrator = (self: Narrator['self'], noun: string) => narrate(plain, { self, noun, person })
  const pronounMatch = /^(?:it|that|this)('s| is| was| has)\b(.*)$/i.exec(plain)
  if (pronounMatch !== null && opens && !/^'?s? ?(?:about|just)? ?not that/.test(pronounMatch[2] ?? '')) {
    const verb = (pronounMatch[1] ?? '').replace("'s", ' is')
    return tidy(narrate(`${label}${verb}${pronounMatch[2]}`, { self: firstPerson, noun: person.noun, person }))
  }
  const narrated = narrate(narrator(firstPerson, person.noun), { ...provider, self: secondPerson })
  if (leftOver.test(narrated)) return quoted(text, person.noun)
  const fragment = !/\b(?:client|patient|caregiver)\b/i.test(narrated) && !finite.test(narrated)
  return fragment && opens ? tidy(`${label}: ${narrated.charAt(0).toLowerCase()}${narrated.slice(1)}`) : tidy(narrated)
}

/**
 * Rewrites words of the provider for a note. "You" becomes the client or patient, requests become tasks, and "we" is
 * dropped.
 */
export function retellProvider(text: string, person: Person): string {
  const plain = plainWords(text)
    .replace(spoken, '')
    .replace(filler, '')
    .replace(/^then,? /i, '')
    .replace(/^(?:and )?please /i, '')
    .replace(/^(?:for homework|for this week|this week|today)[,:] /i, '')
    .replace(/\b(?:and )?(?:this week )?i(?:'d| would) like you to\b/gi, `${person.noun} to`)
    .replace(/\bi want you to\b/gi, `${person.noun} to`)
    .replace(/^let's (?:also )?/i, '')
    .replace(/\band please\b/gi, 'and')
    .replace(/^we(?:'ll| will)\b/i, 'Will')
    .replace(/^(?:today )?we /i, '')
    .replace(/\band we /gi, 'and ')
  const second = narrate(plain, { self: secondPerson, noun: person.noun, person })
  const narrated = narrate(second, provider)
  return leftOver.test(narrated) ? quoted(text, 'Provider') : tidy(narrated)
}
