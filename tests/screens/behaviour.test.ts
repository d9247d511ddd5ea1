import type { Page } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import { focusOf } from './focus.ts'
import { stageOfFile } from './stage.ts'
import { aria, says, saysNot } from './words.ts'

const { on } = stageOfFile()

const typedIn = (page: Page, selector: string) =>
  page.$eval(selector, (element) => (element as HTMLInputElement | HTMLTextAreaElement).value)
const setAway = (page: Page, away: boolean) =>
  page.evaluate((detail) => dispatchEvent(new CustomEvent('stage.away', { detail })), away)

describe('signing in', () => {
  test('a wrong password is reported in a sentence, and what was typed stays', () =>
    on('sign-in', async (page) => {
      await aria(page, 'textbox', 'Email').fill('ruth.calder@clinic.example')
      await page.locator('input[type="password"]').fill('not the password')
      await aria(page, 'button', 'Sign in').click()
      await says(page, 'The email or the password is wrong.')
      expect(await typedIn(page, 'input[type="email"]')).toBe('ruth.calder@clinic.example')
      expect(await typedIn(page, 'input[type="password"]')).toBe('not the password')
    }))

  test('a code from a mail signs in without the password; a wrong one is reported and can be corrected', () =>
    on('sign-in-code', async (page) => {
      await aria(page, 'textbox', 'Email').fill('ruth.calder@clinic.example')
      await aria(page, 'button', 'Send a code').click()
      await says(page, 'If there is an account for ruth.calder@clinic.example, a mail with a code is on its way.')
      await aria(page, 'textbox', 'Code').fill('000000')
      await aria(page, 'button', 'Sign in').click()
      await says(page, 'This code is wrong or has expired.')
      await aria(page, 'textbox', 'Code').fill('123 456')
      await aria(page, 'button', 'Sign in').click()
      await says(page, 'Record session')
    }))

  test('an account of a provider signs in, and a refusal is reported', () =>
    on('sign-in-providers', async (page) => {
      await aria(page, 'button', 'Continue with Apple').click()
      await says(page, 'You have cancelled the sign-in at Apple.')
      await aria(page, 'button', 'Continue with Google').click()
      await says(page, 'Record session')
    }))

  test('an account of a provider is linked to an existing account after a code from its mailbox', () =>
    on('sign-in-link', async (page) => {
      await says(page, 'You already have an account for')
      await aria(page, 'textbox', 'Code').fill('000000')
      await aria(page, 'button', 'Link the two accounts and sign in').click()
      await says(page, 'This code is wrong or has expired.')
      // Like a user: Puppeteer's own way to replace a text changes the value without an event, and a screen that is drawn
      // at this moment puts the old text back.
      await aria(page, 'textbox', 'Code').click({ count: 3 })
      await page.keyboard.type('123456')
      await aria(page, 'button', 'Link the two accounts and sign in').click()
      await says(page, 'Record session')
    }))

  test('a forgotten password is replaced after the code, and one can go back', () =>
    on('sign-in', async (page) => {
      await aria(page, 'button', 'Forgot password?').click()
      await aria(page, 'textbox', 'Email').fill('ruth.calder@clinic.example')
      await aria(page, 'button', 'Send a code').click()
      await says(page, 'Choose a new password')
      await aria(page, 'textbox', 'Code').fill('123456')
      expect(await page.$eval('button[type="submit"]', (button) => (button as HTMLButtonElement).disabled)).toBe(true)
      await page.locator('input[type="password"]').fill('a new long password')
      await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled)
      await aria(page, 'button', 'Back').click()
      expect(await typedIn(page, 'input[type="email"]')).toBe('ruth.calder@clinic.example')
    }))

  test('an unreachable server is reported, and the screen recovers by itself', () =>
    on('sign-in-away', async (page) => {
      await aria(page, 'textbox', 'Email').fill('ruth.calder@clinic.example')
      await says(page, 'The server at http://127.0.0.1:8787 does not answer.')
      await setAway(page, false)
      await page.waitForFunction(() => !document.body.textContent.includes('does not answer'))
      expect(await typedIn(page, 'input[type="email"]')).toBe('ruth.calder@clinic.example')
    }))
})

test('a recording of another account shows none of its words, and can be left to its owner', () =>
  on('recording-others', async (page) => {
    const shown = await page.evaluate(() => document.body.textContent)
    expect(shown).not.toContain('six hours')
    expect(shown).not.toContain('Maya Okafor')
    await aria(page, 'button', 'Stop and keep the recording').click()
    await says(page, 'Ready to record')
  }))

test('a withdrawn consent is answered by its two buttons only, not by a click beside the dialog or by Escape', () =>
  on('recording-withdrawn', async (page) => {
    await page.setViewport({ width: 1200, height: 720 })
    // Wait until the dialog leaves free space at its left. On a narrow screen, it fills the width, and the click would
    // hit the dialog.
    await page.waitForFunction(() => (document.querySelector('[role="dialog"]')?.getBoundingClientRect().left ?? 0) > 8)
    await page.mouse.click(8, 360)
    await page.keyboard.press('Escape')
    await aria(page, 'button', 'Erase the recording').click()
    await says(page, 'Ready to record')
  }))

test('a list that failed while the server was unreachable loads by itself once it is back', () =>
  on('reports-away', async (page) => {
    await setAway(page, false)
    await says(page, 'Biopsychosocial intake')
  }))

describe('the organisation', () => {
  const untilChosen = (page: Page, name: string) =>
    page.waitForFunction(
      (name) =>
        [...document.querySelectorAll('[role="radiogroup"] input:checked')].some(
          (radio) => document.querySelector(`label[for="${radio.id}"]`)?.textContent === name,
        ),
      {},
      name,
    )

  test('is chosen when there are several, and can be none', () =>
    on('you-organisations', async (page) => {
      await untilChosen(page, 'Harbour Street Counseling')
      await aria(page, 'radio', 'Northern County Center for Behavioral Health and Recovery').click()
      await untilChosen(page, 'Northern County Center for Behavioral Health and Recovery')
      await aria(page, 'radio', 'None').click()
      await untilChosen(page, 'None')
    }))

  test('of an invitation is joined with Accept', () =>
    on('you-organisations', async (page) => {
      await aria(page, 'button', 'Accept Lakeside Day Program').click()
      await says(page, 'You are now a member of Lakeside Day Program.')
      await aria(page, 'radio', 'Lakeside Day Program').wait()
      await saysNot(page, 'invites you')
    }))

  test('of an invitation is left alone with Decline', () =>
    on('you-organisations', async (page) => {
      await aria(page, 'button', 'Decline Lakeside Day Program').click()
      await says(page, 'The invitation was declined.')
      await saysNot(page, 'invites you')
      expect(await page.$('::-p-aria([name="Lakeside Day Program"][role="radio"])')).toBeNull()
    }))
})

test('the whole way: record, finish, choose, write, correct, fill, undo', () =>
  on('session', async (page) => {
    await aria(page, 'button', 'Record session').click()
    await says(page, 'This recording is for this patient only')
    await aria(page, 'button', 'Finish').click()
    await says(page, '2 speakers')
    await aria(page, 'radio', 'Individual session note').click()
    await aria(page, 'button', 'Write the note').click()
    await says(page, 'The note is ready.')
    await aria(page, 'button', 'Edit Sleep').click()
    await page.locator('[contenteditable="true"]').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Naps at noon.')
    await aria(page, 'button', 'Save').click()
    await page.waitForSelector('[contenteditable="true"]', { hidden: true })
    await says(page, 'Naps at noon.')
    await aria(page, 'button', 'Fill page…').click()
    await aria(page, 'checkbox', 'Mood').click()
    await aria(page, 'button', 'Fill 2 fields').click()
    await says(page, 'After the last fill, 2 of 2 values are on the page')
    await aria(page, 'button', 'Undo').click()
    await says(page, 'The old values of 2 fields are back')
  }))

test('the keys for a recording begin it from any screen, and finish it', () =>
  on('reports', async (page) => {
    const press = () => page.evaluate(() => dispatchEvent(new Event('stage.record-or-finish')))
    await says(page, 'Reports')
    await press()
    await says(page, 'Pause')
    await says(page, 'Finish')
    await press()
    await says(page, 'Choose a template')
  }))

test('typed words survive a visit to other screens and are cleared only on request', () =>
  on('session', async (page) => {
    await aria(page, 'textbox', 'What happened').fill('Slept six hours.')
    await aria(page, 'link', 'Reports').click()
    await says(page, 'Biopsychosocial intake')
    await aria(page, 'link', 'Session').click()
    await page.waitForSelector('textarea')
    expect(await typedIn(page, 'textarea')).toBe('Slept six hours.')
    await aria(page, 'button', 'Clear').click()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '')
    await aria(page, 'button', 'Undo clear').click()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Slept six hours.')
  }))

test('a recording without a note is put aside and taken up again, and the next visit begins with one click', () =>
  on('session-visits', async (page) => {
    await aria(page, 'button', 'Record session').click()
    await aria(page, 'button', 'Finish').click()
    await aria(page, 'button', 'Close').click()
    await says(page, 'There is a recording without a note')
    await aria(page, 'button', 'Put aside').click()
    await saysNot(page, 'There is a recording without a note')
    await page.locator('section button ::-p-text(ready for a note)').click()
    await says(page, 'Choose a template')
    await aria(page, 'button', 'Close').click()
    await says(page, 'There is a recording without a note')
    await aria(page, 'button', 'New visit').click()
    await says(page, 'This recording is for this patient only')
  }))

test('typed words become remarks of the recording, and the visit can be continued after Finish', () =>
  on('session-typed', async (page) => {
    await aria(page, 'button', 'Record session').click()
    await says(page, 'Your remarks')
    await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('Sleep is better'))
    await aria(page, 'button', 'Finish').click()
    await says(page, 'Choose a template')
    await saysNot(page, 'kept apart')
    await aria(page, 'button', 'Close').click()
    const wordsThere = async () =>
      Number((await page.$eval('main', (main) => main.textContent)).match(/(\d+) words/)?.[1])
    await says(page, 'There is a recording without a note')
    const first = await wordsThere()
    await aria(page, 'button', 'Continue this visit').click()
    await says(page, 'This recording is for this patient only')
    await aria(page, 'button', 'Finish').click()
    await aria(page, 'button', 'Close').click()
    await says(page, 'There is a recording without a note')
    expect(await wordsThere()).toBeGreaterThan(first)
  }))

test('of several warnings about a recording the most important one is shown, the others on request', () =>
  on('recording-silent', async (page) => {
    await says(page, 'The other person cannot be heard')
    await saysNot(page, 'The chosen microphone was disconnected')
    await aria(page, 'button', '2 more').click()
    await says(page, 'The chosen microphone was disconnected')
  }))

test('the sound of the tab can be added to a running recording', () =>
  on('recording-without-tab', async (page) => {
    await aria(page, 'button', 'Add the sound of this tab').click()
    await says(page, 'this tab')
    await saysNot(page, 'Only the microphone is')
  }))

test('another patient’s chart: nothing can be filled', () =>
  on('fill-other', async (page) => {
    const button = await page.waitForSelector('::-p-aria([name="Nothing to fill"][role="button"])')
    expect(await button?.evaluate((element) => (element as HTMLButtonElement).disabled)).toBe(true)
  }))

test('a page that shows no patient is filled only after the user typed the name of the note’s patient', () =>
  on('fill-unknown', async (page) => {
    const disabled = () =>
      page.$eval(
        '::-p-aria([name="Fill 3 fields"][role="button"])',
        (element) => (element as HTMLButtonElement).disabled,
      )
    expect(await disabled()).toBe(true)
    const name = aria(page, 'textbox', 'Type the patient’s name to continue')
    await name.fill('Ines Varga')
    expect(await disabled()).toBe(true)
    await name.fill('maya okafor')
    await aria(page, 'button', 'Fill 3 fields').click()
    await says(page, 'After the last fill, 3 of 3 values are on the page')
  }))

test('a waiting recording covers no control, even on the smallest screen', () =>
  on('waiting', async (page) => {
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main button:not([hidden])')]
        .filter((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect()
          const at = (y: number) => document.elementFromPoint((left + right) / 2, y)
          const seen = top >= 0 && bottom <= innerHeight
          return seen && ![at(top + 1), at(bottom - 1)].every((found) => found && button.contains(found))
        })
        .map((button) => button.textContent),
    )
    expect(covered).toEqual([])
  }))

test('a paused recording is shown as paused, in its header too', () =>
  on('recording-paused', async (page) => {
    expect(await page.evaluate(() => document.querySelector('header')?.textContent)).toContain('PAUSED')
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('REC')
  }))

test('a waiting recording is transcribed and its words are inserted', () =>
  on('waiting', async (page) => {
    await aria(page, 'button', 'Transcribe').click()
    await says(page, '38 min')
    await says(page, '2 speakers')
  }))

test('a waiting recording is continued, for its own patient', () =>
  on('waiting', async (page) => {
    await aria(page, 'button', 'Resume').click()
    await says(page, 'This recording is for this patient only')
  }))

test('a waiting recording is erased after confirmation', () =>
  on('waiting-erase', async (page) => {
    await page.locator('[role="dialog"] button ::-p-text(Erase)').click()
    await page.waitForFunction(() => !document.body.textContent.includes('An unfinished recording'))
  }))

test('another microphone can be chosen during a recording', () =>
  on('recording-microphone', async (page) => {
    await aria(page, 'radio', 'Built-in microphone').click()
    await aria(page, 'button', 'Use this microphone').click()
    await says(page, 'You · Built-in microphone')
  }))

test('a toast covers no main action, and controls under it can still be clicked', () =>
  on('note-menu', async (page) => {
    await aria(page, 'menuitem', 'Copy as Markdown').click()
    await page.waitForFunction(() => {
      const toast = document.querySelector('.mantine-Notification-root')
      const main = document.querySelector('main')
      if (!toast || !main) return false
      const { left, width, top, height, bottom } = toast.getBoundingClientRect()
      const beneath = document.elementFromPoint(left + width / 2, top + height / 2)
      return bottom <= main.getBoundingClientRect().bottom && main.contains(beneath)
    })
  }))

test('a turn is corrected, and the transcript becomes a note', () =>
  on('transcript-correcting', async (page) => {
    await aria(page, 'textbox', 'Words of turn 2').fill('Better. Six hours.')
    await aria(page, 'button', 'Save').click()
    await page.waitForSelector('textarea', { hidden: true })
    await says(page, 'Better. Six hours.')
    await aria(page, 'button', 'Choose a template').click()
    await says(page, '38 min')
  }))

describe('by keyboard alone', () => {
  /** Presses Tab until the wanted element has the focus. The focus must be visible at every stop. */
  async function tabTo(page: Page, wanted: string): Promise<void> {
    for (let stop = 0; stop < 60; stop++) {
      await page.keyboard.press('Tab')
      const focus = await focusOf(page)
      if (focus === null) continue
      const { name, seen } = focus
      expect(seen, `the focus on “${name}” is seen`).toBe(true)
      if (name === wanted) return
    }
    throw new Error(`“${wanted}” was not reached by Tab.`)
  }

  test('a session is recorded', () =>
    on('session', async (page) => {
      await tabTo(page, 'Record session')
      await page.keyboard.press('Enter')
      await says(page, 'This recording is for this patient only')
      await tabTo(page, 'Finish')
    }))

  test('a template is chosen with the arrow keys and the note is written', () =>
    on('choose', async (page) => {
      await tabTo(page, 'Individual session note')
      await page.keyboard.press('ArrowDown')
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name="layout"]:checked'))
      await tabTo(page, 'Write the note')
      await page.keyboard.press('Enter')
      await says(page, 'The note is ready.')
    }))

  test('quotes can be expanded, and a field is excluded from the fill with the space bar', async () => {
    await on('report', async (page) => {
      await tabTo(page, '2 quotes for Sleep')
      await page.keyboard.press('Enter')
      await says(page, '23:41')
      await tabTo(page, 'Fill page…')
    })
    await on('fill', async (page) => {
      await tabTo(page, 'Mood')
      await page.keyboard.press('Space')
      await tabTo(page, 'Fill 2 fields')
    })
  })
})

describe('a copy of a recording', () => {
  test('is offered for a recording that waits for an hour, and says what was made and what to check', () =>
    on('session-visits', async (page) => {
      await aria(page, 'button', 'Save a copy').click()
      await says(page, 'A copy was made')
      await says(page, 'Check that the file is there, and keep it until the recording was sent.')
      await says(page, 'No copy can be saved, because the key of this recording is only in this browser.')
    }))

  test('is brought back on the screen of the person', () =>
    on('you', async (page) => {
      await says(page, 'Bring back a recording')
      const input = await page.waitForSelector('input[type="file"]')
      await input?.evaluate((element) => {
        const chosen = new DataTransfer()
        chosen.items.add(new File(['a copy'], 'a.chartside'))
        Object.assign(element, { files: chosen.files })
        element.dispatchEvent(new Event('change', { bubbles: true }))
      })
      await says(page, 'The recording is back.')
    }))
})
