const pastForms = new Set(
  `was were had did went got came took made said told felt thought knew saw heard found gave kept left lost met paid ran sat slept spent stood
  tried understood woke wrote began became broke brought built bought caught chose drank drove ate fell fought forgot grew held hid lay led
  meant rode rose sent shook shot spoke stole stuck swore taught threw won wore fed bled dealt dreamt swam sang rang sold sought laid`.split(
    /\s+/,
  ),
)
/** Verbs with the same form in present and past. They are not conjugated. */
const unchanging = new Set('cut put quit hit let set hurt read shut spread cost bet burst beat'.split(' '))
const modals = new Set(
  `can could will would shall should may might must can't cannot couldn't won't wouldn't shouldn't didn't hadn't had did was wasn't were
  weren't mustn't ought used would've could've should've might've must've`.split(/\s+/),
)
const edIsBase = new Set('need feed bleed succeed exceed speed breed heed weed seed'.split(' '))
const fixed: Record<string, string> = {
  am: 'is',
  have: 'has',
  do: 'does',
  "don't": 'does not',
  "haven't": 'has not',
  go: 'goes',
  be: 'is',
  "ain't": 'is not',
}
const fixedPlural: Record<string, string> = {
  am: 'are',
  was: 'were',
  "wasn't": 'were not',
  "don't": 'do not',
  "haven't": 'have not',
}

/** Verbs that may follow "and" with the same subject: "I come home and sleep". */
export const commonVerbs = new Set(
  `come go get feel sleep wake lie eat drink take use try want need think worry cry stay sit walk run work call talk check keep start stop
  make do have forget miss skip lose gain hurt ache read write watch listen help hate like love live smoke vape snap yell fight argue avoid
  wait lay nap rest exercise practice struggle manage cope know`.split(/\s+/),
)

/** Words that may come between subject and verb. */
export const adverbs = new Set(
  `just really always never still usually mostly only also barely sometimes actually honestly definitely already often even now probably
  kinda rarely hardly generally constantly mainly currently finally recently again simply both first then certainly initially maybe basically pretty not`.split(
    /\s+/,
  ),
)

export const isModal = (verb: string): boolean => modals.has(verb)
export const isPast = (verb: string): boolean =>
  pastForms.has(verb) || unchanging.has(verb) || (/[a-z]{2}ed$/.test(verb) && !edIsBase.has(verb))

/**
 * Conjugates a verb that followed "I" or "you" for "they" (`plural`), or for "she" or "the client" (singular). Input
 * and output are lower case.
 */
export function conjugate(verb: string, plural: boolean): string {
  if (plural) return fixedPlural[verb] ?? verb
  const known =
    fixed[verb] ?? (verb === 'were' ? 'was' : verb === 'are' ? 'is' : verb === "aren't" ? 'is not' : undefined)
  if (known !== undefined) return known
  if (isModal(verb) || isPast(verb)) return verb
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return `${verb}s`
}
