import type { Page } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import * as data from './harness/data.ts'
import { loaded, stageOfFile } from './stage.ts'
import { aria, button, says as stageSays, saysNot as stageSaysNot } from './words.ts'

const { on } = stageOfFile()

const item = (page: Page, name: string) => aria(page, 'menuitem', name)
/** Searches only the note, not toasts and dialogs. */
const says = (page: Page, words: string) => stageSays(page, words, 'main')
const saysNot = (page: Page, words: string) => stageSaysNot(page, words, 'main')
const card = (page: Page, label: string) =>
  page.$eval(`[role="group"][aria-label="${label}"]`, (element) => element.textContent)
const cardSays = (page: Page, label: string, words: string) =>
  page.waitForFunction(
    (label, words) => document.querySelector(`[role="group"][aria-label="${label}"]`)?.textContent.includes(words),
    {},
    label,
    words,
  )
const focusIs = (page: Page, label: string) =>
  page.waitForFunction((label) => document.activeElement?.getAttribute('aria-label') === label, {}, label)
/** Records what is written to the clipboard from now on, by type. */
const watchClipboard = (page: Page) =>
  page.evaluate(() => {
    const taken: Record<string, string> = {}
    Reflect.set(window, 'taken', taken)
    const clipboard = {
      async writeText(text: string) {
        taken['text/plain'] = text
      },
      async write([one]: ClipboardItem[]) {
        for (const type of one?.types ?? []) taken[type] = (await (await one?.getType(type))?.text()) ?? ''
      },
    }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard })
  })
const taken = async (page: Page, type: string): Promise<string> => {
  await page.waitForFunction((type) => Reflect.get(window, 'taken')[type], {}, type)
  return page.evaluate((type) => Reflect.get(window, 'taken')[type], type)
}

describe('the evidence of a value', () => {
  test('appears when the value is clicked: the turn, who said it, and the marked quote', () =>
    on('note-doubtful', async (page) => {
      await page.locator('[role="group"][aria-label="Dose today"] [data-evidence]').click({ offset: { x: 20, y: 8 } })
      await cardSays(page, 'Dose today', 'How has your sleep been since we changed the evening dose?')
      const marked = await page.$eval('blockquote mark', ({ textContent }) => textContent)
      expect(marked).toBe('we changed the evening dose')
      expect(await card(page, 'Dose today')).toContain('You, turn 1')
    }))

  test('of the visit’s date is the visit itself, not a person who entered it', () =>
    on('note-doubtful', async (page) => {
      expect(await card(page, 'Date of session')).toContain('from the visit')
    }))
})

describe('the note of a colleague', () => {
  const names = (page: Page) =>
    page.$$eval('button, [role="menuitem"]', (all) =>
      all.map((each) => each.getAttribute('aria-label') ?? each.textContent ?? ''),
    )

  test('names its author, and is only read by somebody who may not sign it', () =>
    on('note-of-colleague', async (page) => {
      await says(page, `Note of ${data.colleague}. Only the author can change this note.`)
      await button(page, 'More actions for this note').click()
      await item(page, 'History').wait()
      const offered = (await names(page)).filter((name) => /^(Edit|Rewrite|Add to note|Sign|Delete)/.test(name))
      expect(offered).toEqual([])
    }))

  test('is signed by somebody who may, and then offers to unlock it', () =>
    on('note-to-sign', async (page) => {
      expect((await names(page)).filter((name) => /^(Edit|Rewrite|Add to note)/.test(name))).toEqual([])
      await button(page, 'Sign…').click()
      await button(page, 'Sign').click()
      await button(page, 'Unlock…').wait()
    }))

  test('is in the list with its author, and cannot be deleted there', () =>
    on('reports-of-colleague', async (page) => {
      await says(page, `Note of ${data.colleague}`)
      expect((await names(page)).filter((name) => name.startsWith('Delete'))).toEqual([])
    }))
})

describe('a flag', () => {
  test('shows its reason when its highlight is clicked, can be accepted, and then asks for nothing more', () =>
    on('note-doubtful', async (page) => {
      await button(page, 'Why “150 mg” is marked').click()
      await focusIs(page, 'Warning about “150 mg” in Dose today')
      await button(page, 'Accept “150 mg” in Dose today').click()
      await cardSays(page, 'Dose today', 'You accepted this text as it is.')
      await focusIs(page, 'Dose today')
      expect(await page.$$('::-p-aria([name="Why “150 mg” is marked"])')).toHaveLength(0)
      expect(await card(page, 'Dose today')).not.toContain('to check')
    }))

  test('is dismissed by keyboard alone', () =>
    on('note-doubtful', async (page) => {
      await page.focus('::-p-aria([name="Why “150 mg” is marked"])')
      await page.keyboard.press('Enter')
      await focusIs(page, 'Warning about “150 mg” in Dose today')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await cardSays(page, 'Dose today', 'Dismissed by you.')
    }))
})

describe('rewriting a field', () => {
  test('makes it shorter on request, and one undo restores the old text', () =>
    on('note-doubtful', async (page) => {
      await button(page, 'Rewrite Sleep').click()
      await item(page, 'Shorter').click()
      await cardSays(page, 'Sleep', 'Rewritten shorter.')
      await button(page, 'Undo the change to Sleep').click()
      await cardSays(page, 'Sleep', 'about six hours most nights')
      expect(await card(page, 'Sleep')).toContain('stated')
      await focusIs(page, 'Sleep')
    }))

  test('follows the user’s own instruction, typed with the keyboard alone', () =>
    on('note-doubtful', async (page) => {
      await page.focus('::-p-aria([name="Rewrite Sleep"][role="button"])')
      await page.keyboard.press('Enter')
      await page.waitForSelector('[role="menuitem"]')
      await page.waitForFunction(() => document.activeElement?.textContent === 'Shorter')
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'] as const) await page.keyboard.press(key)
      await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
      await page.keyboard.type('name the hours first')
      await page.keyboard.press('Enter')
      await cardSays(page, 'Sleep', 'Rewritten name the hours first.')
    }))

  test('that fails says so beside the field, and keeps the old text', () =>
    on('note-rewrite-failed', async (page) => {
      expect(await card(page, 'Sleep')).toContain('about six hours most nights')
    }))

  test('is possible for a field without a usable answer', () =>
    on('note-doubtful', async (page) => {
      expect(await card(page, 'History')).toContain('The model gave no answer that can be used for this field.')
      await button(page, 'Ask again for History').click()
      await cardSays(page, 'History', 'No family history was told.')
    }))
})

test('a field that was not asked is in the note only while the answer on which it depends fits its condition', () =>
  on('note-conditional', async (page) => {
    expect(await card(page, 'Safety plan')).toContain('left empty')
    await button(page, 'Ask again for Safety plan').wait()
    await button(page, 'Undo the change to Suicidal ideation').click()
    await saysNot(page, 'Safety plan')
    await saysNot(page, 'not discussed')
  }))

test('omitted words are added to a field, and are then no longer listed as omitted', () =>
  on('note-adding', async (page) => {
    await item(page, 'Plan').click()
    await saysNot(page, 'Said, but not in the note')
    await cardSays(page, 'Plan', '“I stopped taking the propranolol last week.”')
    expect(await card(page, 'Plan')).toContain('entered by you')
    await focusIs(page, 'Plan')
  }))

describe('the editor of a value', () => {
  test('converts Markdown during typing, and saves it as Markdown', () =>
    on('report-editing', async (page) => {
      // The editor takes the focus when it opens.
      await page.waitForSelector('.ProseMirror-focused')
      await page.keyboard.down('Control')
      await page.keyboard.press('a')
      await page.keyboard.up('Control')
      await page.waitForFunction(() => getSelection()?.toString().startsWith('Reports improved'))
      await page.keyboard.type('## Night')
      await page.waitForSelector('[contenteditable="true"] h2')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Slept **well** and _long_, [ask about naps].')
      await page.keyboard.press('Enter')
      await page.keyboard.type('- [x] diary')
      await button(page, 'Save').click()
      await page.waitForSelector('[contenteditable="true"]', { hidden: true })
      const sleep = '[role="group"][aria-label="Sleep"]'
      expect(
        await page.$$eval(`${sleep} :is(h3, strong, em, code)`, (each) => each.map((one) => one.textContent)),
      ).toEqual(['Night', 'well', 'long', '[ask about naps]'])
      expect(await page.$(`${sleep} [role="img"][aria-label="Done"]`)).not.toBeNull()
    }))

  test('makes a heading or a list item a paragraph again, and shows what the text is', () =>
    on('report-editing', async (page) => {
      await page.waitForSelector('.ProseMirror-focused')
      const pressed = (names: string[]) =>
        page.waitForFunction(
          (names) => {
            const shown = [...document.querySelectorAll('button[aria-pressed="true"]')]
            return shown.map((each) => each.getAttribute('aria-label')).join() === names.join()
          },
          {},
          names,
        )
      await pressed(['Paragraph'])
      for (const name of ['Heading 2', 'Bullet list', 'Ordered list', 'Task list']) {
        await button(page, name).click()
        if (name === 'Heading 2') await pressed([name])
        else await page.waitForSelector('[contenteditable="true"] li')
        await button(page, 'Paragraph').click()
        await pressed(['Paragraph'])
        await page.waitForSelector('[contenteditable="true"] :is(h2, li)', { hidden: true })
      }
    }))

  test('keeps unsaved words when the user leaves the screen', () =>
    on('report-editing', async (page) => {
      await page.waitForSelector('.ProseMirror-focused')
      await page.keyboard.type(' Naps at noon.')
      await button(page, 'Back').click()
      await page.waitForSelector('[contenteditable="true"]', { hidden: true })
      await page.locator(`a[href="#/reports/${data.ids.report}"]`).click()
      await page.waitForSelector('[contenteditable="true"]')
      await says(page, 'Naps at noon.')
      await says(page, 'not saved')
    }))

  test('says so if the note was changed since the user began to type', () =>
    on('note-changed', async (page) => {
      expect(await card(page, 'Sleep')).toContain('It now says: “Reports improved sleep')
    }))

  test('loses nothing if somebody saved in the meantime: it stays open, and the newer note is loaded', () =>
    on('note-meanwhile', async (page) => {
      await button(page, 'Edit Sleep').click()
      await page.waitForSelector('[contenteditable="true"]')
      await button(page, 'Save').click()
      await page.waitForFunction(() => document.body.textContent.includes('Somebody changed it meanwhile.'))
      await loaded(page)
      await page.waitForSelector('[contenteditable="true"]')
      await button(page, 'Save').click()
      await page.waitForSelector('[contenteditable="true"]', { hidden: true })
    }))
})

describe('a signed note', () => {
  test('needs a decision about every statement that may be wrong; then it is locked, and says who signed it', () =>
    on('note-doubtful', async (page) => {
      await button(page, 'Sign…').click()
      await stageSays(page, '1 statement may be wrong', '[role="dialog"]')
      await page.waitForSelector('[role="dialog"] button:disabled')
      await page.locator('[role="dialog"] button ::-p-text(Cancel)').click()
      await button(page, 'Accept Suicidal ideation').click()
      await says(page, 'You accepted this text as it is.')
      await button(page, 'Sign…').click()
      await page.locator('[role="dialog"] button ::-p-text(Sign)').click()
      await says(page, 'Signed by ruth.calder@clinic.example')
      expect(await page.$$('::-p-aria([name="Edit Sleep"])')).toHaveLength(0)
      expect(await page.$$('::-p-aria([name="Rewrite Sleep"])')).toHaveLength(0)
    }))

  test('is unlocked only with a reason, which its history keeps', () =>
    on('note-signed', async (page) => {
      await button(page, 'Unlock…').click()
      const unlock = '[role="dialog"] button[type="submit"]'
      await page.waitForSelector(`${unlock}:disabled`)
      await page.locator('[role="dialog"] textarea').fill('The date was wrong.')
      await page.locator(`${unlock}:not(:disabled)`).click()
      await page.waitForSelector('::-p-aria([name="Edit Sleep"])')
      await button(page, 'More actions for this note').click()
      await item(page, 'History').click()
      await page.waitForFunction(() => document.body.textContent.includes('Reason: The date was wrong.'))
    }))

  test('cannot be signed while a field is open and unsaved', () =>
    on('note-unsaved', async (page) => {
      await page.waitForSelector('::-p-aria([name="Sign…"][role="button"])')
      const disabled = await page.$eval('::-p-aria([name="Sign…"])', (each) => (each as HTMLButtonElement).disabled)
      expect(disabled).toBe(true)
    }))
})

test('the history shows who changed what, word by word', () =>
  on('note-history', async (page) => {
    const text = await page.$eval('[role="dialog"] ol', ({ textContent }) => textContent)
    expect(text).toContain('Rewritten by AI')
    expect(text).toContain('ruth.calder@clinic.example')
    expect(text).toContain('Asked for: shorter')
    expect(await page.$eval('[role="dialog"] del', ({ textContent }) => textContent)).toContain('Reports improved')
    expect(await page.$eval('[role="dialog"] ins', ({ textContent }) => textContent)).toContain('Rewritten')
  }))

describe('exporting and deleting the note', () => {
  test('it is copied as rich text together with plain text, as Markdown, and as plain text', () =>
    on('note-doubtful', async (page) => {
      await watchClipboard(page)
      await button(page, 'Copy').click()
      const html = await taken(page, 'text/html')
      expect(html).toContain('<h1>Progress note, November 21, 2026</h1><p>For 004812</p>')
      expect(html).toContain('<strong>150 mg</strong>')
      expect(html).toContain('☑ <p>Agreed to call her sister if thoughts return</p>')
      expect(html).not.toMatch(/class=|data-|<mark|<button|role=/)
      expect(await taken(page, 'text/plain')).toContain('Continues sertraline 150 mg in the evening')
      await button(page, 'More actions for this note').click()
      await item(page, 'Copy as Markdown').click()
      await page.waitForFunction(() => Reflect.get(window, 'taken')['text/plain'].includes('**150 mg**'))
      expect(await taken(page, 'text/plain')).toContain('- [x] Agreed to call her sister')
      await button(page, 'More actions for this note').click()
      await item(page, 'Copy as plain text').click()
      await page.waitForFunction(() => !Reflect.get(window, 'taken')['text/plain'].includes('**150 mg**'))
    }))

  test('it is printed as title, patient and fields, without any controls', () =>
    on('note-doubtful', async (page) => {
      await page.emulateMediaType('print')
      const printed = await page.evaluate(() => {
        // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts
        return document.body.innerText
      })
      expect(printed).toContain('Progress note, November 21, 2026')
      expect(printed).toContain('For 004812')
      expect(printed).toContain('Continues sertraline 150 mg in the evening')
      expect(printed).not.toMatch(/Fill page|Copy|to check|Accept|quote/)
    }))

  test('it is deleted after confirmation, and the user may delete its transcript too', () =>
    on('note-delete', async (page) => {
      await page.locator('[role="dialog"] button ::-p-text(Delete)').click()
      await page.waitForFunction(() => document.body.textContent.includes('Delete the transcript too'))
      await page.locator('[role="dialog"] button ::-p-text(Delete the transcript)').click()
      await page.waitForFunction(() => location.hash === '#/reports')
      await page.waitForFunction(() => document.body.textContent.includes('The note and its transcript were deleted.'))
    }))
})

test('a note in progress counts its fields, and one that takes long says that it continues by itself', async () => {
  await on('generating', (page) => says(page, 'Generating... 2 of 8 fields'))
  await on('note-slow', async (page) => {
    expect(await page.$$('::-p-aria([name="Fill page…"])')).toHaveLength(1)
  })
})

test('a failed note gives the reason and can be retried', () =>
  on('report-failed', async (page) => {
    await says(page, 'The language model did not answer.')
    await button(page, 'Try again').click()
    await says(page, 'Date of session')
  }))

test('a note names the fields that the model did not answer, and can request them again', () =>
  on('note-unanswered', async (page) => {
    await says(page, 'History, Plan. The language model cannot take more requests at the moment.')
    await button(page, 'Try to fill these fields again').click()
    await says(page, 'Answered now.')
    await page.waitForFunction(() => !document.body.textContent.includes('were not answered'))
  }))
