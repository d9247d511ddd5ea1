import type { Page } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import type { DynamicField, Field } from '../../lib/contracts/index.ts'
import { stageOfFile, turn } from './stage.ts'
import { aria, says, saysNot } from './words.ts'

const { on } = stageOfFile()

const press = async (page: Page, ...keys: Parameters<Page['keyboard']['press']>[0][]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** The calls of one kind that the host has received. */
const told = (page: Page, kind: string) =>
  page.evaluate(
    (wanted) =>
      (window as unknown as { editField: { told: unknown[][] } }).editField.told
        .filter(([each]) => each === wanted)
        .map(([, what]) => what),
    kind,
  )
const fields = (page: Page) =>
  page.evaluate(() => (window as unknown as { editField: { fields: (Field | DynamicField)[] } }).editField.fields)
const field = async (page: Page, id: string) => (await fields(page)).find((each) => each.id === id)
const gone = (page: Page) => page.waitForFunction(() => !document.querySelector('[role="dialog"]'))
const save = async (page: Page) => {
  const before = (await told(page, 'close')).length
  await aria(page, 'button', 'Save & Continue').click()
  // Wait for the call `close`, which comes some time after the panel has closed (product 14.5). Until this call, the
  // host must keep the selection.
  await page.waitForFunction(
    (closed) =>
      (window as unknown as { editField: { told: unknown[][] } }).editField.told.filter(([kind]) => kind === 'close')
        .length > closed,
    {},
    before,
  )
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
const placeholders = (page: Page) =>
  page.$$eval('[role="dialog"] [placeholder]', (inputs) => inputs.map((input) => input.getAttribute('placeholder')))

describe('the panel', () => {
  test('is a drawer 480 px wide on the right; up to 600 px it is a dialog that fills the screen', () =>
    on('edit-field', async (page) => {
      const box = () =>
        page.$eval('[role="dialog"]', (dialog) => {
          const { left, width } = dialog.getBoundingClientRect()
          return { left, width }
        })
      await turn(page, { width: 1200, scheme: 'light' })
      await page.waitForFunction(() => document.querySelector('[role="dialog"]')?.getBoundingClientRect().left === 720)
      expect(await box()).toEqual({ left: 720, width: 480 })
      await turn(page, { width: 600, scheme: 'light' })
      await page.waitForFunction(() => document.querySelector('[role="dialog"]')?.getBoundingClientRect().width === 600)
      expect(await box()).toEqual({ left: 0, width: 600 })
    }))

  test('works on a copy: nothing changes before it closes, and ‘Save & Continue’ commits once', () =>
    on('edit-field', async (page) => {
      await aria(page, 'textbox', 'Field name').fill('Sleep and rest')
      expect(await told(page, 'commit')).toEqual([])
      await save(page)
      expect(await told(page, 'commit')).toHaveLength(1)
      expect(await field(page, 'sleep')).toMatchObject({ name: 'Sleep and rest' })
    }))

  test('also commits on Escape, and only then reports that the selection may be cleared', () =>
    on('edit-field', async (page) => {
      await aria(page, 'textbox', 'AI instructions').fill('Hours only.')
      await press(page, 'Escape')
      await page.waitForFunction(() =>
        (window as unknown as { editField: { told: unknown[][] } }).editField.told.some(([kind]) => kind === 'close'),
      )
      expect(await field(page, 'sleep')).toMatchObject({ instructions: 'Hours only.' })
      expect((await told(page, 'close')).length).toBe(1)
    }))

  test('closing without a change commits nothing', () =>
    on('edit-field', async (page) => {
      await aria(page, 'button', 'Close').click()
      await gone(page)
      expect(await told(page, 'commit')).toEqual([])
    }))

  test('product 5.1: Field ID must be unique: shown beside the control, and ‘Save & Continue’ keeps the panel open', () =>
    on('edit-field', async (page) => {
      await aria(page, 'textbox', 'Field ID').fill('mood')
      await says(page, 'Field ID must be unique')
      await aria(page, 'button', 'Save & Continue').click()
      expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('mood')
      await aria(page, 'textbox', 'Field ID').fill('rest')
      await saysNot(page, 'Field ID must be unique')
      await save(page)
      expect(await field(page, 'rest')).toMatchObject({ name: 'Sleep' })
    }))

  test('a field of the page’s form is a Dynamic Field: it has no type and no options, and its ID is read-only', () =>
    on('edit-field-dynamic', async (page) => {
      expect(await page.$$('::-p-aria([role="button"][name^="Answer type"])')).toHaveLength(0)
      expect(await page.$eval('[role="dialog"] input', (input) => (input as HTMLInputElement).readOnly)).toBe(true)
      await aria(page, 'textbox', 'AI instructions').fill('In the client’s words.')
      await save(page)
      expect(await field(page, 'form:goal_1')).toMatchObject({ instructions: 'In the client’s words.' })
    }))

  test('every control can be switched off by the list of properties', () =>
    on('edit-field-bare', async (page) => {
      const words = await page.$eval('[role="dialog"]', (dialog) => dialog.textContent)
      for (const absent of ['Field ID', 'Output format', 'Omit names', 'Example output', 'See Advanced Options'])
        expect(words).not.toContain(absent)
      expect(words).toContain('AI instructions')
    }))

  test('another answer type keeps the properties that it shares', () =>
    on('edit-field-types', async (page) => {
      await aria(page, 'menuitemradio', 'Number').click()
      await aria(page, 'button', 'Answer type: Number').wait()
      await save(page)
      expect(await field(page, 'sleep')).toEqual({
        id: 'sleep',
        name: 'Sleep',
        type: 'number',
        instructions: 'Hours, quality and what disturbs it.',
      })
    }))
})

describe('a text', () => {
  test('product 5.9: the formats are bullet, numbered and paragraph; choosing none (Auto) removes the format', () =>
    on('edit-field', async (page) => {
      for (const format of ['Bullet', 'Numbered', 'Paragraph']) await aria(page, 'radio', format).wait()
      await page.locator('[role="radiogroup"] label ::-p-text(Auto)').click()
      await save(page)
      expect(await field(page, 'sleep')).not.toHaveProperty('format')
    }))

  test('omitting names is stored as false; undoing it removes the property', () =>
    on('edit-field', async (page) => {
      await aria(page, 'checkbox', 'Omit names').click()
      await save(page)
      expect(await field(page, 'sleep')).toMatchObject({ names: false })
      await aria(page, 'button', 'Open Sleep').click()
      await aria(page, 'checkbox', 'Omit names').click()
      await save(page)
      expect(await field(page, 'sleep')).not.toHaveProperty('names')
    }))
})

test.each(['edit-field-table', 'edit-field-options', 'edit-field-template', 'edit-field-dynamic', 'edit-field-round'])(
  'product 5.9: output format and omit-names show only for text fields: not in %s',
  (scene) =>
    on(scene, async (page) => {
      await aria(page, 'button', 'Save & Continue').wait()
      const words = await page.$eval('[role="dialog"]', (dialog) => dialog.textContent)
      for (const absent of ['Output format', 'Omit names']) expect(words).not.toContain(absent)
    }),
)

describe('a table', () => {
  test('product 2.12, 5.5: its words: headers, rows, placeholders, the note, and an error on an empty header', () =>
    on('edit-field-table', async (page) => {
      for (const words of [
        'Table Headers',
        'Table Rows',
        'AI will fill in the row cells that are empty. Ensure that the table headers are written out correctly.',
        'Enter a name for this column',
      ])
        await says(page, words)
      expect(await placeholders(page)).toEqual(expect.arrayContaining(['Enter a value', 'AI will fill this in']))
    }))

  test('the last typed words are kept when the panel closes at once', () =>
    on('edit-field-table', async (page) => {
      await aria(page, 'textbox', 'Header 3').fill('When')
      await press(page, 'Escape')
      await gone(page)
      expect(await field(page, 'medications')).toMatchObject({ headers: ['Drug', 'Dose', 'When'] })
    }))

  test('rows and columns are added, moved and removed by keyboard alone', () =>
    on('edit-field-table', async (page) => {
      await page.focus('::-p-aria([name="Header 1"][role="textbox"])')
      await page.keyboard.down('Alt')
      await press(page, 'ArrowRight')
      await page.keyboard.up('Alt')
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Header 2')
      await page.focus('::-p-aria([name="Add row"][role="button"])')
      await press(page, 'Enter')
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Dose, row 3')
      await page.keyboard.type('50 mg')
      await page.keyboard.down('Alt')
      await press(page, 'ArrowUp', 'ArrowUp')
      await page.keyboard.up('Alt')
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Dose, row 1')
      await page.focus('::-p-aria([name="Column 3: move or remove"][role="button"])')
      await press(page, 'Enter')
      await aria(page, 'menuitem', 'Remove column').wait()
      await page.focus('::-p-aria([name="Remove column"][role="menuitem"])')
      await press(page, 'Enter')
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Header 2')
      await save(page)
      expect(await field(page, 'medications')).toMatchObject({
        headers: ['Dose', 'Drug'],
        rows: [
          ['50 mg', ''],
          ['', 'Sertraline'],
          ['', ''],
        ],
      })
    }))
})

describe('a choice', () => {
  test('product 5.7: an option is added only if the typed text is non-empty, by Enter or "+", each once', () =>
    on('edit-field-options', async (page) => {
      const input = aria(page, 'combobox', 'Options')
      expect(await placeholders(page)).toContain('Type an option and press "+"')
      await input.fill('   ')
      await press(page, 'Enter')
      await input.fill(' Breathing ')
      await press(page, 'Enter')
      await says(page, 'Breathing')
      await input.fill('Homework')
      await aria(page, 'button', 'Add to options').click()
      await input.fill('Reframing')
      await press(page, 'Enter')
      await says(page, '“Reframing” is there already.')
      await save(page)
      expect(await field(page, 'interventions')).toMatchObject({
        options: ['Active listening', 'Reframing', 'Psychoeducation', 'Breathing', 'Homework'],
      })
    }))

  test('several pasted lines become several options; chips can be removed by keyboard and the focus stays among them', () =>
    on('edit-field-options', async (page) => {
      await page.focus('::-p-aria([name="Options"][role="combobox"])')
      await page.evaluate(() => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', 'One\r\n\nTwo\nOne')
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
      })
      await says(page, 'Two')
      await page.focus('::-p-aria([name="Remove Active listening"][role="button"])')
      await press(page, 'Delete')
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Remove Reframing')
      await press(page, 'Enter')
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Remove Psychoeducation')
      await save(page)
      expect(await field(page, 'interventions')).toMatchObject({ options: ['Psychoeducation', 'One', 'Two'] })
    }))
})

describe('the condition', () => {
  test('starts with the first other field, an empty value and equals; removing deletes it', () =>
    on('edit-field', async (page) => {
      await aria(page, 'button', 'Add a condition to this field').click()
      await aria(page, 'button', 'Remove condition').wait()
      await save(page)
      expect(await field(page, 'sleep')).toMatchObject({ condition: { id: 'mood', equals: '' } })
      await aria(page, 'button', 'Open Sleep').click()
      await aria(page, 'button', 'Remove condition').click()
      await aria(page, 'button', 'Add a condition to this field').wait()
      await save(page)
      expect(await field(page, 'sleep')).not.toHaveProperty('condition')
    }))

  test('product 4.7, 5.7: switching the operator keeps the value; contains any turns it into a list whose values are trimmed, non-empty, added by Enter or plus', () =>
    on('edit-field', async (page) => {
      await aria(page, 'button', 'Add a condition to this field').click()
      await page.locator('::-p-aria([name="Value"])').fill('Anxious')
      await choose(page, 'Answer', 'contains')
      await choose(page, 'Answer', 'contains any of')
      const input = page.locator('::-p-aria([name="Values"])')
      await input.fill('   ')
      await press(page, 'Enter')
      await input.fill('  Euthymic ')
      await press(page, 'Enter')
      await aria(page, 'button', 'Remove Euthymic').wait()
      await input.fill('Flat')
      await aria(page, 'button', 'Add to values').click()
      await aria(page, 'button', 'Remove Flat').wait()
      await save(page)
      expect(await field(page, 'sleep')).toMatchObject({
        condition: { id: 'mood', contains_any: ['Anxious', 'Euthymic', 'Flat'] },
      })
    }))

  test('an offered answer that is chosen by mouse or keyboard is added once, and the text box is empty again', () =>
    on('edit-field', async (page) => {
      await aria(page, 'button', 'Add a condition to this field').click()
      await choose(page, 'Answer', 'contains any of')
      const input = page.locator('::-p-aria([name="Values"])')
      await input.click()
      await aria(page, 'option', 'Euthymic').click()
      await aria(page, 'button', 'Remove Euthymic').wait()
      await input.fill('Flat')
      await press(page, 'Enter')
      await aria(page, 'button', 'Remove Flat').wait()
      await input.fill('Anx')
      await aria(page, 'option', 'Anxious').wait()
      await press(page, 'ArrowDown')
      await press(page, 'Enter')
      await aria(page, 'button', 'Remove Anxious').wait()
      await input.fill('Calm')
      await press(page, 'Enter')
      await aria(page, 'button', 'Remove Calm').wait()
      await save(page)
      expect(await field(page, 'sleep')).toMatchObject({
        condition: { id: 'mood', contains_any: ['Euthymic', 'Flat', 'Anxious', 'Calm'] },
      })
    }))

  test('the other field’s own answers are offered', () =>
    on('edit-field', async (page) => {
      await aria(page, 'button', 'Add a condition to this field').click()
      await page.locator('::-p-aria([name="Value"])').click()
      await page.waitForSelector('[role="option"]')
      const offered = await page.$$eval('[role="option"]', (options) => options.map(({ textContent }) => textContent))
      expect(offered).toEqual(expect.arrayContaining(['Depressed', 'Anxious', 'Euthymic']))
    }))

  test('two fields that depend on each other are reported beside the control', () =>
    on('edit-field-round', async (page) => {
      await choose(page, 'Only if', 'Sleep')
      await saysNot(page, 'depend on each other')
    }))
})

describe('the example', () => {
  const sessionChosen = async (page: Page) => {
    await page.locator('input[placeholder="Select an example session"]').click()
    await aria(page, 'option', 'Medication follow-up').click()
    await aria(page, 'button', 'Generate Example').click()
  }

  test('is requested with the copy, the session’s words and no outputs, and shown according to its type', () =>
    on('edit-field', async (page) => {
      await aria(page, 'textbox', 'AI instructions').fill('Hours only.')
      await sessionChosen(page)
      await says(page, 'Wakes around four')
      expect(await page.$$eval('[role="dialog"] [role="status"] li', (items) => items.length)).toBe(2)
      expect(await told(page, 'generateExample')).toMatchObject([
        {
          transcript: 'Speaker 0: Good morning.\nSpeaker 1: Hi.',
          outputs: [],
          template: {
            instructions: 'Write in the third person.',
            fields: [{ id: 'sleep', instructions: 'Hours only.' }],
          },
        },
      ])
      expect(await field(page, 'sleep')).not.toMatchObject({ instructions: 'Hours only.' })
    }))

  test('an error goes to the error callback as its message', () =>
    on('edit-field-failing', async (page) => {
      await sessionChosen(page)
      await page.waitForFunction(() =>
        (window as unknown as { editField: { told: unknown[][] } }).editField.told.some(([kind]) => kind === 'onError'),
      )
      expect(await told(page, 'onError')).toEqual(['The model did not answer.'])
      await aria(page, 'button', 'Generate Example').wait()
    }))
})

describe('advanced options', () => {
  test('creativity goes from Determinate 0.1 to Creative 0.6 in steps of 0.1 and begins at 0.3; models are chosen by name', () =>
    on('edit-field', async (page) => {
      await aria(page, 'button', 'See Advanced Options').click()
      await says(page, 'Determinate')
      await says(page, 'Creative')
      const slider = await page.waitForSelector('[role="slider"]')
      const range = () =>
        slider?.evaluate((thumb) =>
          ['min', 'max', 'now'].map((each) => Number(thumb.getAttribute(`aria-value${each}`))),
        )
      expect(await range()).toEqual([0.1, 0.6, 0.3])
      await slider?.focus()
      await press(page, 'ArrowRight')
      await page.waitForFunction(
        () => document.querySelector('[role="slider"]')?.getAttribute('aria-valuenow') === '0.4',
      )
      await choose(page, 'Model', 'Large, hosted')
      await save(page)
      expect(await field(page, 'sleep')).toMatchObject({ temperature: 0.4, model: 1 })
    }))
})

test('a template’s text: typed brackets become AI placeholders, and closing at once loses no word', () =>
  on('edit-field-template', async (page) => {
    await page.locator('[contenteditable="true"]').click()
    await page.keyboard.down('Control')
    await press(page, 'End')
    await page.keyboard.up('Control')
    await page.keyboard.type(' by [a day]')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.tiptap code')].some(({ textContent }) => textContent === '[a day]'),
    )
    await press(page, 'Escape')
    await gone(page)
    const plan = await field(page, 'plan')
    expect(plan && 'text' in plan && plan.text).toContain('- [x] safe storage discussed by [a day]')
  }))

test('the button at the bottom never covers the focused control', () =>
  on('edit-field-options', async (page) => {
    for (let stop = 0; stop < 30; stop++) {
      await press(page, 'Tab')
      const covered = await page.evaluate(() => {
        const element = document.activeElement
        const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
        const seen = document.elementFromPoint(left + width / 2, top + height / 2)
        return element !== document.body && seen !== null && !element?.contains(seen) && !seen.contains(element)
      })
      expect(covered, `stop ${stop}: ${await focused(page)}`).toBe(false)
    }
  }))

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.locator(`::-p-aria([name="${label}"][role="combobox"])`).click()
  await aria(page, 'option', option).click()
  await page.waitForFunction(
    (wanted) => [...document.querySelectorAll('input')].some(({ value }) => value === wanted),
    {},
    option,
  )
}
