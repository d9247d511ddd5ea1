import { sideAlone } from '../label/text.ts'
import type { ControlItem, PageOutline, TextRun } from '../survey/outline.ts'
import { runOf } from '../survey/run.ts'
import { fold } from '../words.ts'
import { after, before, caption, says, yesOrNo } from './option-words.ts'

/** The words behind a box up to those of another element: a question behind the last option often has one of its own. */
function ownWords(outline: PageOutline, controlItem: ControlItem): TextRun[] {
  const words = after(outline, controlItem)
  const end = words.findIndex(({ parent }) => parent !== words[0]?.parent)
  return end < 0 ? words : words.slice(0, end)
}

/** The words between a box and the box or line end before it that are not that box's own. */
function asked(outline: PageOutline, controlItem: ControlItem, previous: ControlItem | undefined): TextRun[] {
  const previousWords = new Set(previous ? ownWords(outline, previous) : [])
  const between =
    previous?.line === controlItem.line
      ? outline.items.slice(previous.at + 1, controlItem.at)
      : before(outline, controlItem)
  return between.filter(
    (item): item is TextRun => item.kind === 'text' && !item.claimedBy && !previousWords.has(item as TextRun),
  )
}

interface Run {
  controlItems: ControlItem[]
  /** The words that ask. */
  asked: TextRun[]
  /** Its options in any order, to compare them with those of another question. */
  key: string
}

/** Boxes of one line, apart where words ask between them: "Dominant hand [ ] Right [ ] Left   Affected hand [ ] Right [ ] Left". */
function runsOf(outline: PageOutline, lone: ControlItem[]): Run[] {
  const runs: ControlItem[][] = []
  for (const [at, controlItem] of lone.entries()) {
    const last = lone[at - 1]
    const goesOn = last?.line === controlItem.line && last.order === controlItem.order - 1
    const run = goesOn && !asked(outline, controlItem, last).some(says) ? runs.at(-1) : undefined
    if (run) run.push(controlItem)
    else runs.push([controlItem])
  }
  return runs.flatMap((controlItems) => {
    const [first] = controlItems
    const words = controlItems.map((controlItem) => fold(caption(ownWords(outline, controlItem))))
    const question = first ? asked(outline, first, outline.controlItems[first.order - 1]) : []
    const isTold = words.every((each) => each !== '' && !yesOrNo.test(each)) && new Set(words).size === words.length
    return question.some(says) && isTold && controlItems.length > 1
      ? [{ controlItems, asked: question, key: words.sort().join('\n') }]
      : []
  })
}

/**
 * Boxes of different names that are the options of one question each, by this: words stand before them on their line, and
 * the same options stand behind other words too.
 */
export function lineQuestions(outline: PageOutline, lone: ControlItem[]): ControlItem[][] {
  const byOptions = Map.groupBy(runsOf(outline, lone), ({ key }) => key)
  const runs = [...byOptions.values()].filter(({ length }) => length > 1).flat()
  // What asks is no part of the option before it.
  for (const {
    asked: [first],
  } of runs)
    if (first) first.afterWideGap = true
  return runs.map(({ controlItems }) => controlItems)
}

/**
 * Whether the words of a box that was read as a question by itself may be an option of a question: they are a side or an
 * answer, or several boxes of its line follow words that are none of theirs.
 */
export function mayBeOption(outline: PageOutline, controlItem: ControlItem, text: string): boolean {
  if (sideAlone.test(text) || yesOrNo.test(text)) return true
  const line = runOf(outline, controlItem, (other) => other.line === controlItem.line && other.ticked)
  const [first] = line
  if (!first || line.length < 2) return false
  const wordsBefore = outline.items[first.at - 1]
  return (
    wordsBefore?.kind === 'text' &&
    wordsBefore.line === first.line &&
    !wordsBefore.claimedBy &&
    !wordsBefore.label &&
    says(wordsBefore)
  )
}
