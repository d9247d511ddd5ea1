import type { Frame, Page } from 'puppeteer'

/** Elements that may scroll sideways on purpose. Their words are reached by scrolling, also by keyboard. */
const sideways = '[data-scrolls-sideways], .mantine-ScrollArea-viewport, .mantine-Table-scrollContainer'

/**
 * Lists the elements that a reader cannot see completely, because they extend sideways beyond the window, beyond a
 * scrolling part, or beyond an element that hides its overflow. Text that ends in an ellipsis on purpose does not
 * count. Also lists controls that stick out of their card, and a window that scrolls beside its main part. Returns at
 * most 12 objections.
 */
export const cutOff = (page: Pick<Page | Frame, 'evaluate'>): Promise<string[]> =>
  page.evaluate((sideways) => {
    const slackPx = 1
    const found: string[] = []
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
    /** Each element is also an ancestor of others, so what it looks like is asked once. */
    const onceFor = <Value>(read: (element: Element) => Value) => {
      const values = new Map<Element, Value>()
      return (element: Element): Value => {
        const known = values.get(element)
        if (known !== undefined) return known
        const value = read(element)
        values.set(element, value)
        return value
      }
    }
    /** Visible only to screen readers, or not at all. */
    const isUnseen = onceFor((element) => {
      const { width, height } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      return (
        width <= 1 ||
        height <= 1 ||
        style.opacity === '0' ||
        style.clipPath !== 'none' ||
        !element.checkVisibility({ visibilityProperty: true })
      )
    })
    const styleOf = onceFor((element) => {
      const { overflowX, textOverflow, position, borderRightWidth } = getComputedStyle(element)
      return { overflowX, textOverflow, position, borderRightWidth }
    })
    const clips = (style: { overflowX: string }): boolean => style.overflowX !== 'visible'
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('svg') !== null && element.tagName !== 'svg') continue
      if (isUnseen(element)) continue
      const style = styleOf(element)
      const box = element.getBoundingClientRect()
      const hasWords = [...element.childNodes].some(
        (node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '',
      )
      const isTyped = element.matches('input, textarea, select')
      if (
        hasWords &&
        !isTyped &&
        clips(style) &&
        style.textOverflow !== 'ellipsis' &&
        !element.matches(sideways) &&
        element.scrollWidth > element.clientWidth + slackPx
      )
        found.push(`${nameOf(element)} shows ${element.clientWidth} of ${element.scrollWidth} px`)
      // A control must not stick out of its card. A card is an ancestor with a border.
      if (element.matches('button, a, input, [role="button"]') && style.position !== 'absolute') {
        for (let card = element.parentElement; card; card = card.parentElement) {
          const outer = styleOf(card)
          if (card.matches(sideways) || outer.position === 'fixed' || outer.position === 'absolute') break
          if (Number.parseFloat(outer.borderRightWidth) === 0 || isUnseen(card)) continue
          const edge = card.getBoundingClientRect()
          const over = Math.max(box.right - edge.right, edge.left - box.left)
          if (over > slackPx) found.push(`${nameOf(element)} sticks out of its card by ${Math.round(over)} px`)
        }
      }
      let fixed = style.position === 'fixed'
      for (let around = element.parentElement; around && !fixed; around = around.parentElement) {
        const outer = styleOf(around)
        if (around.matches(sideways) || isUnseen(around)) break
        if (clips(outer) && around !== document.body && around !== document.documentElement) {
          if (outer.textOverflow === 'ellipsis') break
          const edge = around.getBoundingClientRect()
          const left = edge.left + around.clientLeft
          const right = left + around.clientWidth
          if (box.right > right + slackPx || box.left < left - slackPx) {
            found.push(
              `${nameOf(element)} sticks out of ${around.className || nameOf(around)} by ${Math.round(Math.max(box.right - right, left - box.left))} px`,
            )
            break
          }
        }
        fixed = outer.position === 'fixed'
      }
      const width = document.documentElement.clientWidth
      if (!element.closest(sideways) && (box.right > width + slackPx || box.left < -slackPx))
        found.push(
          `${nameOf(element)} sticks out of the window by ${Math.round(Math.max(box.right - width, -box.left))} px`,
        )
    }
    // If the main part scrolls, the window must not scroll. A second scroll bar would take space from the content.
    const { scrollHeight, clientHeight } = document.documentElement
    const main = document.querySelector('main')
    if (main && getComputedStyle(main).overflowY === 'auto' && scrollHeight > clientHeight + slackPx)
      found.push(`the window scrolls by ${scrollHeight - clientHeight} px beside its main part`)
    return [...new Set(found)].slice(0, 12)
  }, sideways)
