import { dose, medicine } from '../reading/medicines.ts'

/** Matches the text before a dose if the text is empty or its last word cannot be the name of a medicine. */
const noName =
  /(?:^|\b(?:is|was|it's|that's|take|takes|taking|took|to|at|of|a|an|about|only|just|on|got|the|and|then|yes|yeah|no|um|uh)[, ]+)$/
const inGeneral = /\b(?:medic(?:ine|ation)s?|meds?|tablets?|pills?|drugs?|inhalers?|injections?|shots?|patch(?:es)?)\b/

/** A reader could take a dose without a name for the dose of any medicine. */
export function losesMedicine(low: string): boolean {
  // Some transcripts write "mg" as "m g".
  const text = low.replaceAll(/\bm g\b/g, 'mg')
  if (text.search(medicine) >= 0 || inGeneral.test(text)) return false
  const doses = [...text.matchAll(dose)]
  return doses.length > 0 && doses.every(({ index }) => noName.test(text.slice(0, index)))
}
