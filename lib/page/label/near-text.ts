import { all, holds, meets, nodeType } from '../natives.ts'
import { controlSelector, isAnswer, isShown } from '../scan/controls.ts'
import { squash } from '../words.ts'

const silent = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION', 'TEMPLATE', 'BUTTON', 'SELECT', 'TEXTAREA'])

/** A control that asks a question of its own, so that the words beyond it belong to another. */
const asks = (node: Node): boolean =>
  nodeType(node) === 1 && meets(node as Element, controlSelector) && isAnswer(node as Element)

/** The words a node shows, without those of its controls. */
export function wordsOf(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? ''
  if (node.nodeType !== 1 || silent.has(node.nodeName) || asks(node)) return ''
  return [...node.childNodes].map(wordsOf).join(node.nodeName === 'BR' ? ' ' : '')
}

export const holdsControl = (element: Element): boolean =>
  asks(element) || [...all(element, controlSelector)].some((control) => isAnswer(control) && isShown(control))

/** Words between a control and the control before (or after) it, no further than `within`. */
export function wordsBeside(control: Element, within: Element, side: 'before' | 'after'): string {
  const walker = control.ownerDocument.createTreeWalker(within, 5 /* elements and text */)
  walker.currentNode = control
  const parts: string[] = []
  // Skip what is inside the control itself.
  let node = side === 'before' ? walker.previousNode() : nextOutside(walker, control)
  while (node) {
    if (asks(node) && !holds(node, control)) break
    if (node.nodeType === 3 && !silent.has(node.parentNode?.nodeName ?? '')) {
      if (side === 'before') parts.unshift(node.textContent ?? '')
      else parts.push(node.textContent ?? '')
    }
    node = side === 'before' ? walker.previousNode() : walker.nextNode()
  }
  return squash(parts.join(' '))
}

function nextOutside(walker: TreeWalker, control: Element): Node | null {
  let node = walker.nextNode()
  while (node && control.contains(node)) node = walker.nextNode()
  return node
}
