import { choiceField, choiceKind, freeField, freeKind, namesOf, selectChoices } from '../../build.ts'
import {
  type Control,
  controlSelector,
  documentsOf,
  type FormControl,
  isAnswer,
  isEditable,
  isReadOnly,
  isSelect,
  isShown,
  isTicked,
} from '../../controls.ts'
import type { Choice, Found } from '../../found.ts'
import { type PlacedText, placedTexts } from '../../label/geometry.ts'
import { ladder } from '../../label/ladder.ts'
import { wordsBeside } from '../../label/near-text.ts'
import { labelText } from '../../words.ts'
import { sectionsOf } from './section.ts'

/** What is measured once for all fields of a document. */
interface Around {
  texts: PlacedText[]
  sectionOf: (control: Element) => string
}

/** A caption: the control's own label, else the words after it, else its value. */
const captionOf = (control: HTMLInputElement): string =>
  labelText(control.labels?.[0]?.textContent ?? '') ||
  labelText(wordsBeside(control, control.parentElement ?? control, 'after')) ||
  control.value

/** The question a radio or a box belongs to: shared name, else shared id (some EHRs give one id to all), else itself. */
const questionOf = (control: HTMLInputElement): unknown => {
  const name = control.name || control.id
  return name ? `${control.type} ${name} ${control.form?.id ?? ''}` : control
}

function tickedField(group: HTMLInputElement[], { texts, sectionOf }: Around): Found | null {
  const [first] = group
  if (!first) return null
  const alone = group.length === 1 && first.type === 'checkbox'
  const labels = ladder({ control: first, choices: !alone, alone }, texts)
  if (labels.length === 0) return null
  const section = sectionOf(first)
  if (alone) return choiceField('boolean', [], group, labels, section)
  const choices: Choice[] = group.map((control) => ({ caption: captionOf(control), control }))
  return choiceField(first.type === 'radio' ? choiceKind(choices) : 'multiple_choice', choices, group, labels, section)
}

function singleField(control: Control, { texts, sectionOf }: Around): Found | null {
  const labels = ladder({ control, choices: false, alone: false }, texts)
  if (labels.length === 0) return null
  const section = sectionOf(control)
  if (isSelect(control)) {
    const choices = selectChoices(control)
    return choiceField(control.multiple ? 'multiple_choice' : choiceKind(choices), choices, [control], labels, section)
  }
  if (isEditable(control)) {
    const rich: Found = {
      kind: 'rich_text',
      labels,
      section,
      controls: [control],
      choices: [],
      names: namesOf([control]),
    }
    return isReadOnly(control) ? { ...rich, locked: 'read-only' } : rich
  }
  const free = control as FormControl
  return freeField(free, freeKind(free), labels, section)
}

function fieldsOf(document: Document): Found[] {
  const around: Around = { texts: placedTexts(document), sectionOf: sectionsOf(document) }
  const controls = [...document.querySelectorAll(controlSelector)].filter(
    (control): control is Control =>
      isAnswer(control) && isShown(control) && !control.parentElement?.closest('[contenteditable]'),
  )
  const groups = Map.groupBy(controls.filter(isTicked), questionOf)
  const done = new Set<unknown>()
  const found: (Found | null)[] = []
  for (const control of controls) {
    if (!isTicked(control)) found.push(singleField(control, around))
    else if (!done.has(questionOf(control))) {
      done.add(questionOf(control))
      found.push(tickedField(groups.get(questionOf(control)) ?? [control], around))
    }
  }
  return found.filter((field) => field !== null)
}

/** Every field of a page and its same-origin frames, by the label ladder alone. */
export const genericFields = (document: Document): Found[] => documentsOf(document).flatMap(fieldsOf)
