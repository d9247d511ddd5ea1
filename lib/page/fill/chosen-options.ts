import { showsPlaceholder } from '../controls/lists.ts'
import { selectChoices } from '../controls/select-choices.ts'
import { squash } from '../words.ts'

/**
 * Identifies an option of a select. An index is not enough: some pages remove their empty option or their "Select…"
 * after a choice.
 */
interface OptionMark {
  value: string
  text: string
  earlier: number
}

export interface ChosenOptions {
  chosen: OptionMark[]
  blank: OptionMark[]
}

const markOf = ({ value, text }: HTMLOptionElement): Omit<OptionMark, 'earlier'> => ({ value, text: squash(text) })

function marked(select: HTMLSelectElement): { option: HTMLOptionElement; mark: OptionMark; isAnswer: boolean }[] {
  const answers = new Set<unknown>(selectChoices(select).map(({ control }) => control))
  const counts = new Map<string, number>()
  return [...select.options].map((option) => {
    const mark = markOf(option)
    const key = JSON.stringify(mark)
    const earlier = counts.get(key) ?? 0
    counts.set(key, earlier + 1)
    return { option, mark: { ...mark, earlier }, isAnswer: answers.has(option) }
  })
}

const has = (marks: OptionMark[], { value, text, earlier }: OptionMark): boolean =>
  marks.some((each) => each.value === value && each.text === text && each.earlier === earlier)

export function chosenOptions(select: HTMLSelectElement): ChosenOptions {
  const selected = marked(select).filter(({ option }) => option.selected)
  const marksOf = (isAnswer: boolean) => selected.filter((each) => each.isAnswer === isAnswer).map(({ mark }) => mark)
  return { chosen: showsPlaceholder(select) ? [] : marksOf(true), blank: marksOf(false) }
}

export const sameChosen = (one: ChosenOptions, otherOptions: ChosenOptions): boolean =>
  one.chosen.length === otherOptions.chosen.length && one.chosen.every((mark) => has(otherOptions.chosen, mark))

/**
 * Chooses the options that were chosen earlier. Sends no events. In a select with several choices, clears all other
 * options and returns true. In a select with one choice:
 * - If an answer was chosen, chooses this answer. If this answer is not in the select any more, changes nothing and
 *   returns false.
 * - If no answer was chosen, chooses the earlier empty option, otherwise any empty option or "Select…", otherwise no
 *   option.
 */
export function chooseAgain(select: HTMLSelectElement, { chosen: answers, blank }: ChosenOptions): boolean {
  const options = marked(select)
  if (select.multiple) {
    for (const { option, mark } of options) option.selected = has(answers, mark) || has(blank, mark)
    return true
  }
  const find = (marks: OptionMark[]) => options.find(({ mark }) => has(marks, mark))?.option
  const blanks = options.filter(({ isAnswer }) => !isAnswer).map(({ option }) => option)
  const targetOption =
    answers.length > 0 ? find(answers) : (find(blank) ?? blanks.find(({ value }) => value.trim() === '') ?? blanks[0])
  if (targetOption) targetOption.selected = true
  // No answer was chosen, and there is no empty option. `option.selected = false` would not clear the select, because a
  // select with one choice then chooses its first option.
  else if (answers.length === 0) select.selectedIndex = -1
  return targetOption !== undefined || answers.length === 0
}
