import { nodeType, parentOf } from '../natives.ts'
import { squash } from '../words.ts'
import { isShown } from './controls.ts'
import type { ScannedField } from './scanned-field.ts'

/** At most this many texts, and this many characters, from each side of a field. */
const textsMost = 3
const sideMost = 60
/** Stop after this many nodes, because a page may have long parts without text. */
const nodesMost = 400

const silent = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION', 'TEMPLATE', 'TEXTAREA'])

function textsFrom(control: Element, side: 'before' | 'after'): string {
  const walker = control.ownerDocument.createTreeWalker(control.getRootNode(), NodeFilter.SHOW_ALL)
  walker.currentNode = control
  const texts: string[] = []
  for (let count = 0; count < nodesMost && texts.length < textsMost; count++) {
    const node = side === 'before' ? walker.previousNode() : walker.nextNode()
    if (!node) break
    const parent = parentOf(node)
    if (nodeType(node) !== Node.TEXT_NODE || !parent || silent.has(parent.tagName) || control.contains(node)) continue
    const text = squash(node.textContent ?? '')
    if (!/[\p{L}\p{N}]/u.test(text) || !isShown(parent)) continue
    if (side === 'before') texts.unshift(text)
    else texts.push(text)
  }
  const around = texts.join(' ')
  if (around.length <= sideMost) return around
  return side === 'before' ? `…${around.slice(-sideMost)}` : `${around.slice(0, sideMost)}…`
}

/** Returns the text around a field, with `[ ]` in the field's place. Returns '' if there is none. */
export function nearText({ controls }: ScannedField): string {
  const [first, last] = [controls[0], controls.at(-1)]
  if (!first || !last) return ''
  const [before, after] = [textsFrom(first, 'before'), textsFrom(last, 'after')]
  return before || after ? squash(`${before} [ ] ${after}`) : ''
}
