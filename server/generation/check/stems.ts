const light = new Set(
  `the and you your for that with this have has had was were are is it its to of in on at a an i my me he she they them his her their him be been do
  does did not no nor so but or if then than we us our will would can could should may might about just when what which who there here from out up off down as by
  any some all also very too really only even still again now today lately currently yes yeah okay well like get gets got getting go goes going went gone
  said says say tell tells told know thing things kind sort lot bit little maybe around reports report reported denies deny denied states state stated notes note
  endorses client patient provider client's patient's provider's don doesn didn isn aren wasn haven hasn won never none nothing without i'm i've i'd i'll it's
  that's there's he's she's they're we're you're don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't won't wouldn't can't couldn't cannot
  feel feels felt feeling think thinks thought thoughts make makes made take takes took taking want wants need needs use uses come comes see sees`.split(
    /\s+/,
  ),
)

/**
 * A content word (not a stop word) and its offset in the text. `stem` is shortened, so that "tablets" and "tablet" are
 * equal.
 */
export interface Anchor {
  stem: string
  at: number
}

/** Returns the words of a text without stop words and very short words. The text must be lower case. */
export function anchorsOf(low: string): Anchor[] {
  return [...low.matchAll(/[\p{L}][\p{L}']*/gu)].flatMap(({ 0: word, index }) =>
    word.length < 3 || light.has(word) ? [] : [{ stem: stemOf(word), at: index }],
  )
}

/** Returns the common stem of a word's forms: "smoking", "smokes" and "smoke"; "worries" and "worry". */
export const stemOf = (word: string): string =>
  word
    .replace(/'s$/, '')
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=..[^aeiou])(?:ing|ed|es|s|e)$/, '')
    .replace(/(?<=...)s$/, '')
    .slice(0, 6)

/** True for a stop word, in lower case. */
export const isLight = (word: string): boolean => light.has(word)

/** Returns the set of stems of a text. */
export const stemSet = (text: string): Set<string> => new Set(anchorsOf(text.toLowerCase()).map(({ stem }) => stem))
