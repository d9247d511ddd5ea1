import { dose, medicine } from '../reading/medicines.ts'

/**
 * Matches the text before a dose if the text is empty or its last word cannot be the name of a medicine. Any other last
 * word may be the name of a medicine that `medicine` does not contain.
 */
const noName =
  /(?:^|\b(?:is|was|it's|that's|take|takes|taking|took|to|at|of|a|an|about|only|just|on|got|the|and|then|yes|yeah|no|um|uh)[, ]+)$/
/** Words that name the medicine in general: "How do you take the medicine?" */
const inGeneral = /\b(?:medic(?:ine|ation)s?|meds?|tablets?|pills?|drugs?|inhalers?|injections?|shots?|patch(?:es)?)\b/

/**
 * True if an extract has a dose, but names no medicine: "That was one mg per day, correct?" A reader of the note could
 * take such a dose for the dose of any medicine. `low` is the text of the extract in lower case.
 */
export function losesMedicine(low: string): boolean {
  // Some transcripts write "mg" as "m g".
  const text = low.replaceAll(/\bm g\b/g, 'mg')
  if (text.search(medicine) >= 0 || inGeneral.test(text)) return false
  const doses = [...text.matchAll(dose)]
  return doses.length > 0 && doses.every(({ index }) => noName.test(text.slice(0, index)))
}
