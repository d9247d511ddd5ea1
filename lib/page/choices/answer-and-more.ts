import type { ControlItem, PageOutline } from '../survey/outline.ts'
import { caption } from './option-words.ts'

const yesAndMore = /^\s*(yes|no)[\s.,;]+(\p{Lu}.*[?:])\s*$/iu
/** Options in small letters, and then a name that begins with a capital. */
const smallAndMore = /^\s*(\p{Ll}[^\p{Lu}:?]*?)[\s.,;]+(\p{Lu}[^:?]*[:?])\s*$/u
const noAndMore = /^\s*([Nn]o|NO)[\s.,;]+(\p{Lu}[^:?]*)$/u
/** "M [ ] F Age:": behind an option of one letter so is this one's. */
const letterAndMore = /^\s*(\p{Lu})\s+(\p{Lu}[^:?]*[:?])\s*$/u
const lineAndMore = /^\s*([^\n?:]*\S)\s*\n\s*(\p{Lu}\S[^\n]*)$/u
const answerMost = 4
const moreMost = 8

/**
 * An answer and then the next question, in one text. Besides "No Is it worse at night?" that is what its author has
 * written on a line of its own, before a control that takes words or where it asks.
 */
export function answerAndMore(
  { items, controlItems }: PageOutline,
  controlItem: ControlItem,
  text: string,
): [answer: string, more: string] | null {
  const { order } = controlItem
  const previous = controlItems[order - 1]
  const between = previous?.ticked ? items.slice(previous.at + 1, controlItem.at) : []
  // "Yes [ ] No Packs a day [  ]": where Yes was answered before, No is all of the answer.
  const isLetter =
    between.length === 1 && between.every((item) => item.kind === 'text' && /^\p{Lu}$/u.test(caption([item])))
  const isNo = between.length === 1 && between.every((item) => item.kind === 'text' && /^yes$/i.test(caption([item])))
  const [, answer, more] =
    yesAndMore.exec(text) ??
    lineAndMore.exec(text.trimEnd()) ??
    smallAndMore.exec(text) ??
    (isNo ? noAndMore.exec(text.trimEnd()) : null) ??
    (isLetter ? letterAndMore.exec(text) : null) ??
    []
  if (!answer || !more) return null
  const isAsked =
    /[?:]\s*$/.test(more) || (controlItems[order + 1]?.ticked === false && more.split(/\s+/).length <= moreMost)
  return isAsked && answer.trim().split(/\s+/).length <= answerMost ? [answer, more] : null
}
