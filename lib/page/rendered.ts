import { isOpaque, isShown } from './controls/controls.ts'
import { attribute, holds, isBare, localName, nodeType, ownerOf, parentOf, rectOf } from './natives.ts'

export interface Sight {
  element: Element
  /** The sight of the parent in the rendered tree: the host of a shadow root, or the slot. Null: the root element. */
  outer: Sight | null
  from: number
  wary: boolean
  trapped: boolean
  seen?: boolean
  box?: DOMRect
  overflow?: Overflow
  /** True if the style of the element, or of an element around it, may keep the content out of everyone's sight. */
  strays?: boolean
  bare?: Map<string, { count: number; strays: boolean }>
}

type Overflow = 'visible' | 'cut' | 'scrolled'

export const sightOf = (element: Element, outer: Sight | null, from: number, wary: boolean): Sight => ({
  element,
  outer,
  from,
  wary,
  trapped: outer?.trapped === true,
})

const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
  ownerOf(element).defaultView?.getComputedStyle(element)

function isBoxless(element: Element): boolean {
  const style = styleOf(element)
  return style?.display === 'contents' && style.visibility === 'visible'
}

export const isSeenIn = (element: Element, around: Sight | null): boolean =>
  isOpaque(element) || ((around === null || isSeen(around)) && isBoxless(element))

export function isSeen(sight: Sight): boolean {
  if (sight.trapped) return false
  sight.seen ??= isSeenIn(sight.element, sight.outer)
  return sight.seen
}

export const showsText = (sight: Sight): boolean =>
  isSeen(sight) && !(localName(sight.element) === 'details' && attribute(sight.element, 'open') === null)

export const isOnlyTransparent = (element: Element, around: Sight): boolean => isShown(element) && isSeen(around)

const boxOf = (sight: Sight): DOMRect => {
  sight.box ??= rectOf(sight.element)
  return sight.box
}

/** These elements grow with their content. They are not measured, because measuring many elements is slow. */
const growing = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'table', 'slot', 'body', 'html'])

function overflowOf(sight: Sight): Overflow {
  if (sight.overflow) return sight.overflow
  // The overflow of `html` and `body` is that of the window, which scrolls.
  const style = growing.has(localName(sight.element)) ? '' : (styleOf(sight.element)?.overflow ?? '')
  sight.overflow = /auto|scroll/.test(style) ? 'scrolled' : /hidden|clip/.test(style) ? 'cut' : 'visible'
  return sight.overflow
}

/**
 * Returns true if a control in this element may be out of everyone's sight although the browser draws it. Only these
 * controls are measured, because the position of an element is slow to read.
 */
export function strays(sight: Sight): boolean {
  sight.strays ??= (sight.outer !== null && strays(sight.outer)) || mayStray(sight)
  return sight.strays
}

/** Bare elements of one parent look alike, except the first and the second one. */
const alikeFrom = 3

function mayStray({ element, outer }: Sight): boolean {
  const name = localName(element)
  if (growing.has(name)) return false
  if (outer) outer.bare ??= new Map()
  const like = outer && isBare(element) ? outer.bare : null
  const entry = like?.get(name) ?? { count: 0, strays: false }
  if (entry.count < alikeFrom) {
    const style = styleOf(element)
    entry.strays = style !== undefined && (style.overflowX !== 'visible' || places(style))
    entry.count++
    like?.set(name, entry)
  }
  return entry.strays
}

/** A box that is not larger than this shows nothing: pages use 1 px for content that only screen readers shall find. */
const nothingPx = 1

const places = (style: CSSStyleDeclaration | undefined): boolean =>
  style !== undefined && (style.position !== 'static' || style.transform !== 'none')

/**
 * Returns the element that keeps a control out of everyone's sight although the browser draws it: an element without
 * size that cuts off its content, or one that is left of or above the page, where nobody can scroll.
 */
export function trapOf(control: Element, box: DOMRect, around: Sight): Sight | 'own' | null {
  let { left, right, bottom }: Pick<DOMRect, 'left' | 'right' | 'bottom'> = box
  let trap: Sight | null = null
  let position = styleOf(control)?.position
  for (let at: Sight | null = around; at; at = at.outer) {
    // Elements between a control with its own position and the element that places it do not cut it off.
    const escapes: boolean = position === 'fixed' || (position === 'absolute' && !places(styleOf(at.element)))
    if (escapes) continue
    const overflow = overflowOf(at)
    position = styleOf(at.element)?.position
    if (overflow === 'visible') continue
    const outer = boxOf(at)
    if (overflow === 'scrolled') ({ left, right, bottom } = outer)
    else {
      const isEmpty = outer.width <= nothingPx || outer.height <= nothingPx
      if (isEmpty || right <= outer.left || left >= outer.right || bottom <= outer.top) trap = at
    }
  }
  if (trap) return trap
  const view = ownerOf(control).defaultView
  const isOutside = (each: Pick<DOMRect, 'right' | 'bottom'>): boolean =>
    each.right + (view?.scrollX ?? 0) <= 0 || each.bottom + (view?.scrollY ?? 0) <= 0
  if (!isOutside({ right, bottom })) return null
  for (let at: Sight | null = around; at && isOutside(boxOf(at)); at = at.outer) trap = at
  return trap ?? 'own'
}

export function close(trap: Sight, inside: Sight): void {
  for (let at: Sight | null = inside; at; at = at.outer) {
    at.trapped = true
    if (at === trap) return
  }
}

const showsNothing = (node: Node): boolean =>
  nodeType(node) === 3
    ? !/\S/.test((node as Text).data)
    : nodeType(node) !== 1 || !isShown(node as Element) || localName(node as Element) === 'br'

const editorLevels = 3

/**
 * Returns true if an editor stands in the place of a hidden textarea: the nearest thing that the page shows beside the
 * textarea, or beside an element that shows nothing else, is the editor or contains it.
 */
export function standsFor(editor: Element, textarea: Element, side: 'nextSibling' | 'previousSibling'): boolean {
  let at: Element | null = textarea
  for (let level = 0; at && level < editorLevels; level++) {
    let sibling: Node | null = at[side]
    while (sibling && showsNothing(sibling)) sibling = sibling[side]
    if (sibling) return holds(sibling, editor)
    at = parentOf(at)
  }
  return false
}
