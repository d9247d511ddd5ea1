import { type Control, hasText, isChecked, isCombobox, isDrawnBox, isSelect, isTicked } from '../controls/controls.ts'
import { comboboxShows } from '../controls/lists.ts'
import { attribute, attributeNames } from '../natives.ts'
import { type ChosenOptions, chosenOptions, sameChosen } from './chosen-options.ts'

export interface TickedState {
  ticked: boolean | null
  look?: [string, string][]
}

export type State =
  | { text: string }
  | TickedState
  | ChosenOptions
  | { shown: string[]; text?: string }
  | { nodes: Node[] }

export const stateOf = (control: Control): State => {
  if (isDrawnBox(control)) {
    const look = attributeNames(control).map((name): [string, string] => [name, attribute(control, name) ?? ''])
    return { ticked: isChecked(control), look }
  }
  if (isTicked(control)) return { ticked: isChecked(control) }
  if (isSelect(control)) return chosenOptions(control)
  if (isCombobox(control)) return { shown: comboboxShows(control), ...(hasText(control) && { text: control.value }) }
  if (hasText(control)) return { text: control.value }
  return { nodes: [...control.childNodes].map((node) => node.cloneNode(true)) }
}

/**
 * Copies a node without empty `style` and `class` attributes. Editors and browsers leave empty attributes behind. These
 * attributes must not count as a difference.
 */
const bare = (node: Node): Node => {
  const copy = node.cloneNode(true)
  // `instanceof Element` is false for the nodes of an iframe, because each window has its own `Element` class.
  const isElement = copy.nodeType === Node.ELEMENT_NODE
  const elements = isElement ? [copy as Element, ...(copy as Element).querySelectorAll('*')] : []
  for (const element of elements) {
    for (const name of ['style', 'class']) if (element.getAttribute(name) === '') element.removeAttribute(name)
  }
  return copy
}

export const sameState = (one: State, otherState: State | undefined): boolean => {
  if (otherState && 'nodes' in one && 'nodes' in otherState) {
    const { nodes } = otherState
    return (
      one.nodes.length === nodes.length &&
      one.nodes.every((node, at) => bare(node).isEqualNode(bare(nodes[at] as Node)))
    )
  }
  if (otherState && 'ticked' in one && 'ticked' in otherState) return one.ticked === otherState.ticked
  if (otherState && 'chosen' in one && 'chosen' in otherState) return sameChosen(one, otherState)
  return JSON.stringify(one) === JSON.stringify(otherState)
}

export interface Effect {
  fieldId: string
  label: string
  control: Control
  cause: string
  before: State
  after: State
}
