import type { Frame, Page } from 'puppeteer'

/**
 * Returns a locator for the element with this role and accessible name, as assistive technology finds it. The locator
 * waits for the element when it is used.
 */
export const aria = (page: Page | Frame, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`)

export const button = (page: Page | Frame, name: string) => aria(page, 'button', name)

/** Waits until `within` contains these words. */
export const says = (page: Page | Frame, words: string, within = 'body') =>
  page.waitForFunction(
    (wanted, within) => document.querySelector(within)?.textContent.includes(wanted),
    {},
    words,
    within,
  )

/** Waits until `within` no longer contains these words. */
export const saysNot = (page: Page | Frame, words: string, within = 'body') =>
  page.waitForFunction(
    (wanted, within) => !document.querySelector(within)?.textContent.includes(wanted),
    {},
    words,
    within,
  )
