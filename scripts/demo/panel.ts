import type { Page } from 'puppeteer'

const waitMs = 30_000

export const aria = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(waitMs)

export const text = (page: Page, words: string, timeout = waitMs) =>
  page.locator(`::-p-text(${words})`).setTimeout(timeout)

export async function signIn(panel: Page, person: { email: string; password: string }): Promise<void> {
  await aria(panel, 'textbox', 'Email').fill(person.email)
  await panel.locator('input[type="password"]').fill(person.password)
  await aria(panel, 'button', 'Sign in').click()
}
