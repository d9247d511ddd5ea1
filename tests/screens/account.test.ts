import type { Page } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import * as data from './harness/data.ts'
import { stageOfFile } from './stage.ts'
import { aria, button, says, saysNot } from './words.ts'

const { on } = stageOfFile()

const field = (page: Page, name: string) => aria(page, 'textbox', name)
const inDialog = (page: Page, name: string) => page.locator(`[role="dialog"] ::-p-aria(${name}[role="button"])`)
const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => (element as HTMLInputElement).value)
const isReady = (page: Page, selector = 'button[type="submit"]') =>
  page.$eval(selector, (element) => !(element as HTMLButtonElement).disabled)
const tel = 'input[type="tel"]'
const country = 'input[role="combobox"], input[aria-haspopup="listbox"]'

describe('the phone input', () => {
  test('adds the plus, groups the digits, and moves the picker to the country of the calling code', () =>
    on('sign-in-phone', async (page) => {
      expect(await textOf(page, country)).toBe('United States +1')
      await page.type(tel, '442079460958')
      expect(await textOf(page, tel)).toBe('+44 20 7946 0958')
      expect(await textOf(page, country)).toBe('United Kingdom +44')
    }))

  test('takes at most 15 digits', () =>
    on('sign-in-phone', async (page) => {
      await page.type(tel, '+12345678901234567890')
      expect((await textOf(page, tel)).replace(/\D/g, '')).toHaveLength(15)
    }))

  test('gives the digits the calling code of the country that is chosen', () =>
    on('sign-in-phone', async (page) => {
      await page.type(tel, '+12025550143')
      await page.click(country, { count: 3 })
      await page.type(country, 'Germany')
      await page.locator('::-p-aria(Germany +49[role="option"])').click()
      await page.waitForFunction(
        (tel) => document.querySelector<HTMLInputElement>(tel)?.value.startsWith('+49'),
        {},
        tel,
      )
      expect((await textOf(page, tel)).replace(/\D/g, '')).toBe('492025550143')
    }))

  test('keeps the cursor where a digit is added inside', () =>
    on('sign-in-phone', async (page) => {
      await page.type(tel, '+1202555014')
      await page.$eval(tel, (element) => (element as HTMLInputElement).setSelectionRange(3, 3))
      await page.keyboard.type('9')
      expect(await page.$eval(tel, (element) => (element as HTMLInputElement).selectionStart)).toBe(4)
    }))
})

describe('signing in by phone', () => {
  test('a code signs in, and one can go back to the number', () =>
    on('sign-in-phone', async (page) => {
      await button(page, 'Sign in with a code').click()
      await page.type(tel, data.phone)
      await button(page, 'Send a code').click()
      await says(page, 'If there is an account for +1 202 555 0143, a text message with a code is on its way.')
      await button(page, 'Back').click()
      await page.waitForSelector(tel)
      expect(await textOf(page, tel)).toBe('+1 202 555 0143')
      await button(page, 'Send a code').click()
      await field(page, 'Code').fill(data.code)
      await button(page, 'Sign in').click()
      await says(page, 'Record session')
    }))

  test('is not possible with a part of a number', () =>
    on('sign-in-phone', async (page) => {
      await page.type(tel, '+1202555')
      // The rules of the country arrive later, and then the number is written in groups.
      await page.waitForFunction(
        (tel) => document.querySelector<HTMLInputElement>(tel)?.value === '+1 202 555',
        {},
        tel,
      )
      await field(page, 'Password').fill(data.password)
      expect(await isReady(page)).toBe(false)
      await page.type(tel, '0143')
      await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled)
    }))
})

describe('the own account', () => {
  test('gets a phone after its code, which can then be the second factor, and be removed when it is not', () =>
    on('you', async (page) => {
      await button(page, 'Add a phone').click()
      await page.locator(tel).wait()
      await page.type(tel, data.phone)
      await field(page, 'Your password').fill(data.password)
      await inDialog(page, 'Send a code').click()
      await field(page, 'Code').fill(data.code)
      await inDialog(page, 'Add phone').click()
      await says(page, '+1 202 555 0143', 'main')

      await button(page, 'Turn on two-step sign-in').click()
      await aria(page, 'radio', 'As a text message to +1 202 555 0143').click()
      await field(page, 'Your password').fill(data.password)
      await inDialog(page, 'Turn on').click()
      await says(page, 'a code from your phone', 'main')

      await button(page, 'Turn off two-step sign-in').click()
      await field(page, 'Your password').fill(data.password)
      await inDialog(page, 'Turn off').click()
      await says(page, 'You sign in with your password only', 'main')
      await button(page, 'Remove the phone').click()
      await inDialog(page, 'Remove').click()
      await saysNot(page, '+1 202 555 0143', 'main')
    }))

  test('gets an alternative email after the code, and loses it again', () =>
    on('alternative-email', async (page) => {
      await field(page, 'Alternative email').fill('ruth@home.example')
      await inDialog(page, 'Send a code').click()
      await field(page, 'Code').fill(data.code)
      await inDialog(page, 'Save').click()
      await says(page, 'ruth@home.example', 'main')
      await button(page, 'Remove the alternative email').click()
      await saysNot(page, 'ruth@home.example', 'main')
    }))

  test('gets another email after the code, and the panel begins anew for it', () =>
    on('email-change', async (page) => {
      await field(page, 'New email').fill('ruth@clinic.example')
      await field(page, 'Your password').fill(data.password)
      await inDialog(page, 'Send a code').click()
      await field(page, 'Code').fill(data.code)
      await inDialog(page, 'Change email').click()
      await says(page, 'Your email address was changed.')
      await says(page, 'Record session')
      await page.evaluate(() => {
        location.hash = '/you'
      })
      await says(page, 'ruth@clinic.example', 'main')
      await saysNot(page, data.email, 'main')
    }))

  test('is signed out after a new password', () =>
    on('password-change', async (page) => {
      await field(page, 'Current password').fill(data.password)
      await field(page, 'New password').fill('a new long password')
      await inDialog(page, 'Change password').click()
      await page.waitForFunction(() => document.querySelector('h2')?.textContent === 'Sign in')
    }))

  test('is deleted only after the phrase and the password, and then signed out', () =>
    on('account-delete', async (page) => {
      const submit = '[role="dialog"] button[type="submit"]'
      await field(page, 'Your password').fill(data.password)
      await field(page, 'Type “delete my account” to continue').fill('delete my accoun')
      expect(await isReady(page, submit)).toBe(false)
      await field(page, 'Type “delete my account” to continue').fill('delete my account')
      await inDialog(page, 'Delete account').click()
      await page.waitForFunction(() => document.querySelector('h2')?.textContent === 'Sign in')
    }))

  test('is exported as a file', () =>
    on('you', async (page) => {
      await page.evaluate(() => {
        HTMLAnchorElement.prototype.click = function () {
          document.body.dataset.saved = this.download
        }
      })
      await button(page, 'Export your data').click()
      await page.waitForFunction(() => document.body.dataset.saved === 'chartside-export.zip')
    }))
})
