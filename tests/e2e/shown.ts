import type { Page } from 'puppeteer'

/** Returns the text of a page without its style sheets, which would hide the text in the message of a failed test. */
export const shown = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll('style, script')) element.remove()
    return copy.textContent
  })
