import type { Page } from 'puppeteer'

const waitMs = 30_000

/** Locates an element by ARIA role and accessible name. */
export const aria = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(waitMs)

/** Locates an element by its visible text. */
export const text = (page: Page, words: string, timeout = waitMs) =>
  page.locator(`::-p-text(${words})`).setTimeout(timeout)

/** Signs in on the panel. Does not wait for the next screen. */
export async function signIn(panel: Page, person: { email: string; password: string }): Promise<void> {
  await aria(panel, 'textbox', 'Email').fill(person.email)
  await panel.locator('input[type="password"]').fill(person.password)
  await aria(panel, 'button', 'Sign in').click()
}
