import type { Page } from 'puppeteer'

/** Returns the text of a page. Without the style sheets, which would hide the text in the message of a failed test. */
export const shown = (page: Page): Promise<string> =>
  page.$$eval('body > :not(style, script)', (elements) => elements.map(({ textContent }) => textContent).join(''))
