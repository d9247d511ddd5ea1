import { sideAlone } from '../label/text.ts'
import { runOf } from '../survey/run.ts'
import type { Sheet, Spot, Words } from '../survey/sheet.ts'
import { fold } from '../words.ts'
import { after, before, caption, says, yesOrNo } from './option-words.ts'

/** The words behind a box up to those of another element: a question behind the last option often has one of its own. */
function ownWords(sheet: Sheet, spot: Spot): Words[] {
  const words = after(sheet, spot)
  const end = words.findIndex(({ parent }) => parent !== words[0]?.parent)
  return end < 0 ? words : words.slice(0, end)
}

/** The words between a box and the box or line end before it that are not that box's own. */
function asked(sheet: Sheet, spot: Spot, previous: Spot | undefined): Words[] {
  const own = new Set(previous ? ownWords(sheet, previous) : [])
  const between = previous?.line === spot.line ? sheet.items.slice(previous.at + 1, spot.at) : before(sheet, spot)
  return between.filter((item): item is Words => item.kind === 'words' && !item.taken && !own.has(item as Words))
}

interface Run {
  spots: Spot[]
  /** The words that ask. */
  asked: Words[]
  /** Its options in any order, to compare them with those of another question. */
  key: string
}

/** Boxes of one line, apart where words ask between them: "Dominant hand [ ] Right [ ] Left   Affected hand [ ] Right [ ] Left". */
function runsOf(sheet: Sheet, lone: Spot[]): Run[] {
  const runs: Spot[][] = []
  for (const [at, spot] of lone.entries()) {
    const last = lone[at - 1]
    const goesOn = last?.line === spot.line && last.order === spot.order - 1
    const run = goesOn && !asked(sheet, spot, last).some(says) ? runs.at(-1) : undefined
    if (run) run.push(spot)
    else runs.push([spot])
  }
  return runs.flatMap((spots) => {
    const [first] = spots
    const words = spots.map((spot) => fold(caption(ownWords(sheet, spot))))
    const question = first ? asked(sheet, first, sheet.spots[first.order - 1]) : []
    const isTold = words.every((each) => each !== '' && !yesOrNo.test(each)) && new Set(words).size === words.length
    return question.some(says) && isTold && spots.length > 1
      ? [{ spots, asked: question, key: words.sort().join('\n') }]
      : []
  })
}

/**
 * Boxes of different names that are the options of one question each, by this: words stand before them on their line, and
 * the same options stand behind other words too.
 */
export function lineQuestions(sheet: Sheet, lone: Spot[]): Spot[][] {
  const byOptions = Map.groupBy(runsOf(sheet, lone), ({ key }) => key)
  const runs = [...byOptions.values()].filter(({ length }) => length > 1).flat()
  // What asks is no part of the option before it.
  for (const {
    asked: [first],
  } of runs)
    if (first) first.apart = true
  return runs.map(({ spots }) => spots)
}

/**
 * Whether the words of a box that was read as a question by itself may be an option of a question: they are a side or an
 * answer, or several boxes of its line follow words that are none of theirs.
 */
export function mayBeOption(sheet: Sheet, spot: Spot, own: string): boolean {
  if (sideAlone.test(own) || yesOrNo.test(own)) return true
  const line = runOf(sheet, spot, (other) => other.line === spot.line && other.ticked)
  const [first] = line
  if (!first || line.length < 2) return false
  const lead = sheet.items[first.at - 1]
  return lead?.kind === 'words' && lead.line === first.line && !lead.taken && !lead.label && says(lead)
}
