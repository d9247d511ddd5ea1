import { readNumbers } from '../reading/numbers.ts'
import type { Person } from './person.ts'
import { retellProvider } from './retell.ts'

const unit =
  /^(?: (?:to|or) [a-z\d]+)? ?(?:-| )?(?:milligrams?|mgs?|micrograms?|mcgs?|grams?|units?|tablets?|pills?|percent|%|weeks?|days?|months?|years?|hours?|minutes?|times|out of|over|centimeters?|millimeters?|pounds|beats|degrees|liters?)\b/

/** Converts numbers before a unit to digits ("fifteen milligrams"). Other numbers stay words ("this one"). */
export function digitsBeforeUnits(spoken: string): string {
  // "two over six six" is a stammer, not a 66.
  const text = spoken.replace(/\b((?:out of|over) )(\w+),? \2\b/gi, '$1$2')
  let out = ''
  let end = 0
  for (const { value, start, end: stop, ordinal } of readNumbers(text)) {
    if (start < end || ordinal) continue
    const counted = unit.test(text.slice(stop)) || /\b(?:over|out of) $/.test(text.slice(0, start))
    if (!counted) continue
    out += text.slice(end, start) + value
    end = stop
  }
  return (out + text.slice(end)).replace(/\bmilligrams?\b/g, 'mg').replace(/\bmicrograms?\b/g, 'mcg')
}

const lead =
  /^(?:(?:and|so|now|okay|ok|alright|all right|well|then|um+|uh+|but|yeah|you know|like i said|again|firstly|lastly|first|luckily|looking at|it looks like|it seems(?: like)?)[,.]? +)+/i
const saw =
  /\b(?:and )?i (?:do |can |also |still |just |did |really )*(?:appreciate|hear|see|feel|notice|note|noticed|identify|identified|find|found)(?: that)? (?=(?:an?|some|the|that|no|any|you|your|there|slight|mild|grade|\d)\b)/gi

/**
 * Rewrites the provider's words about an examination, result, assessment or plan in the style of a note, without the
 * conversation around them.
 */
export function retellFinding(text: string, person: Person): string {
  const plain = digitsBeforeUnits(text)
    .replace(/\s+/g, ' ')
    .replace(/,? ?\b(?:you know|i mean|okay|all right|alright|right|um+|uh+)\b ?(?:,|\?|$)/gi, ' ')
    .replace(lead, '')
    .replace(lead, '')
    .replace(saw, '')
    .replace(
      /\bi (?:do not|don't|do n't|did not|did n't|didn't) (?:appreciate|hear|see|feel|notice)(?: any)?\b/gi,
      'no',
    )
    .replace(/\byou do have\b/gi, 'you have')
    .replace(/\b(\d{2,3}) over (\d{2,3})\b/g, '$1/$2')
    .replace(
      /\b(?:i (?:just |also )?(?:wan ?na|want to|would like to|'d like to)|i(?:'m| am) (?:also |just )?(?:gon ?na|going to)|let's|we(?:'re| are) (?:gon ?na|going to)|we(?:'ll| will)|i(?:'ll| will)) (?:just |also )?(?:go ahead and )?/gi,
      'will ',
    )
    .replace(/\bwill will\b/g, 'will')
    .trim()
  return plain.split(' ').length < 2 ? '' : retellProvider(plain, person)
}
