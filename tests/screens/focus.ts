import type { Page } from 'puppeteer'

/** More steps than any page has controls. Without a limit, the walk would never end on a page that traps the focus. */
const stepsMax = 300

/**
 * Returns the name of the focused element, and whether its focus can be seen. Null: nothing has the focus. Marks the
 * element as reached. A date input has several stops of the Tab key. At the later stops, the browser itself draws the
 * focus inside the element.
 */
export const focusOf = (page: Page): Promise<{ name: string; seen: boolean } | null> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const isLaterStop = element.dataset.reached === 'yes' && element.matches('[type^="date"]')
    element.dataset.reached = 'yes'
    // The colour of a border may still be on its way.
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
    // The focus is drawn as an outline, or as a border in the accent colour around a text box.
    const accent = 'rgb(109, 66, 229)'
    const ring = (each: Element | null): boolean => {
      if (!each || each === document.body) return false
      const { outlineStyle, outlineWidth, borderTopColor, borderTopWidth } = getComputedStyle(each)
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return true
      return (
        (borderTopColor === accent && borderTopWidth !== '0px' && each.matches(':focus-within')) ||
        ring(each.parentElement)
      )
    }
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
    return { name: (label || element.textContent || '').trim(), seen: isLaterStop || ring(element) }
  })

/**
 * Presses Tab until the focus has left the page. Returns an objection for each visible control that the key does not
 * reach, and for each control whose focus cannot be seen. In a group of radio buttons or tabs, one reached control is
 * enough, because the arrow keys reach the others. The two small buttons of a number input (`data-direction`) are left
 * out, because the arrow keys change the number. Reload the page before this call, because controls stay marked as
 * reached.
 */
export async function focusObjections(page: Page): Promise<string[]> {
  const unseen: string[] = []
  for (let step = 0; step < stepsMax; step++) {
    await page.keyboard.press('Tab')
    const focus = await focusOf(page)
    if (focus === null) break
    if (!focus.seen) unseen.push(`The focus on “${focus.name}” is not seen.`)
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')]
      .filter((control) => {
        if (control.dataset.reached || control.matches(':disabled, [aria-hidden="true"] *, [inert] *')) return false
        if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
        if (control.matches('[data-direction]')) return false
        return !control.closest('[role="radiogroup"], [role="tablist"]')?.querySelector('[data-reached]')
      })
      .map((control) => `The Tab key does not reach ${control.outerHTML.slice(0, 160)}`),
  )
  return [...unseen, ...missed]
}
