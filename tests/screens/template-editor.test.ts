import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import type { Field, Template } from '../../lib/contracts/index.ts'
import { objections } from './objections.ts'
import { picturesDir, stageOfFile, turn } from './stage.ts'
import { aria, button, says, saysNot } from './words.ts'

const { on } = stageOfFile()

const names = (page: Page) =>
  page.$$eval('ul[aria-label="Fields"] [data-tooltip]', (each) => each.map(({ textContent }) => textContent))
const inOrder = (page: Page, wanted: string[]) =>
  page.waitForFunction(
    (wanted) =>
      JSON.stringify(
        [...document.querySelectorAll('ul[aria-label="Fields"] [data-tooltip]')].map(({ textContent }) => textContent),
      ) === wanted,
    {},
    JSON.stringify(wanted),
  )
/** All calls of one kind that the host has received, in order. */
const told = (page: Page, kind: string): Promise<unknown[][]> =>
  page.evaluate((kind) => (Reflect.get(window, 'told') as unknown[][]).filter(([first]) => first === kind), kind)
const untilTold = (page: Page, kind: string, times = 1) =>
  page.waitForFunction(
    (kind, times) => (Reflect.get(window, 'told') as unknown[][]).filter(([first]) => first === kind).length >= times,
    {},
    kind,
    times,
  )
const focused = (page: Page, name: string) =>
  page.waitForFunction(
    (name) => {
      const element = document.activeElement
      return (element?.getAttribute('aria-label') ?? element?.textContent?.trim()) === name
    },
    {},
    name,
  )
const focusOn = (page: Page, fieldId: string) => page.focus(`[data-tooltip="${fieldId}"]`)
const menu = async (page: Page, field: string, item: string) => {
  await button(page, `More for ${field}`).click()
  await aria(page, 'menuitem', item).click()
}
const disabled = (page: Page, name: string) =>
  page.$eval(`::-p-aria([name="${name}"][role="button"])`, (element) => (element as HTMLButtonElement).disabled)
const withModifier = async (page: Page, ...keys: Parameters<Page['keyboard']['press']>[0][]) => {
  for (const key of keys.slice(0, -1)) await page.keyboard.down(key)
  const last = keys.at(-1)
  if (last) await page.keyboard.press(last)
  for (const key of keys.slice(0, -1)) await page.keyboard.up(key)
}
const wipe = async (page: Page, selector: string) => {
  await page.focus(selector)
  await withModifier(page, 'Control', 'a')
  await page.keyboard.press('Backspace')
}
const all = ['Data', 'Risk discussed', 'Safety plan', 'Interventions', 'Homework - DISABLED', 'Homework review']

describe('what is shown (product 2.6)', () => {
  test('every control in the list of properties, and Save twice', () =>
    on('template-editor', async (page) => {
      for (const words of ['ID dap-note', 'Outpatient', 'Template Instructions', 'Dynamic Fields', 'Add Field'])
        await says(page, words)
      expect(await names(page)).toEqual(all)
      const buttons = await page.$$eval('button', (each) => each.map(({ textContent }) => textContent.trim()))
      expect(buttons.filter((name) => name === 'Save')).toHaveLength(2)
      expect(buttons).toEqual(expect.arrayContaining(['Models', 'Add Field', 'Generate Fields']))
      expect(await page.$('input[placeholder="Search fields"]')).not.toBeNull()
    }))

  test('a control that the list of properties leaves out is absent', () =>
    on('template-editor-bare', async (page) => {
      const text = await page.evaluate(() => document.body.textContent)
      for (const words of [
        'ID dap-note',
        'Outpatient',
        'Template Instructions',
        'Language of the note',
        'Models',
        'Add Field',
        'Generate',
        'Save',
      ])
        expect(text).not.toContain(words)
      expect(await page.$('input[aria-label="Template name"]')).toBeNull()
      // The host does not accept changes of dynamic fields, so they have no buttons.
      expect(await page.$('ul[aria-label="Dynamic Fields"] button')).toBeNull()
    }))

  test('the language of the note is saved, and the language of the session is the default', () =>
    on('template-editor', async (page) => {
      const select = '::-p-aria([name="Language of the note"])'
      expect(await page.$eval(select, (element) => (element as HTMLSelectElement).selectedOptions[0]?.label)).toBe(
        'The language of the session',
      )
      await page.locator(select).fill('es')
      await button(page, 'Save').click()
      await untilTold(page, 'save', 1)
      await page.locator(select).fill('')
      await button(page, 'Save').click()
      await untilTold(page, 'save', 2)
      const saved = (await told(page, 'save')).map(([, template]) => (template as Template).language)
      expect(saved).toEqual(['es', undefined])
    }))

  test('the tooltip shows the first 100 characters of the instructions, by keyboard too', () =>
    on('template-editor', async (page) => {
      await focusOn(page, 'data')
      const tooltip = await page.waitForSelector('[role="tooltip"]')
      const text = await tooltip?.evaluate(({ textContent }) => textContent)
      expect(text).toHaveLength(100)
      expect(text).toMatch(/^What the client said and did in the session/)
      await page.keyboard.press('Escape')
      await page.waitForSelector('[role="tooltip"]', { hidden: true })
    }))

  test('a condition on a disabled field is reported in its row', () =>
    on('template-editor', (page) => says(page, 'depends on “Homework”, which is disabled.')))
})

describe('search', () => {
  test('shows the matching fields and their number, and an empty box shows all again', () =>
    on('template-editor', async (page) => {
      await aria(page, 'searchbox', 'Search fields').fill('homework')
      await inOrder(page, ['Homework - DISABLED', 'Homework review'])
      await says(page, '2 of 6 fields')
      // While a search hides fields, they cannot be moved, because only a part of the order is visible.
      expect(await disabled(page, 'Move Homework')).toBe(true)
      await wipe(page, '[type="search"]')
      await inOrder(page, all)
    }))
  test('the button searches, and nothing found says so', () =>
    on('template-editor', async (page) => {
      await aria(page, 'searchbox', 'Search fields').fill('nowhere')
      await button(page, 'Search').click()
      await says(page, 'No field fits')
    }))
})

describe('adding', () => {
  test('product 5.2: Add Field is disabled while the name is empty; the new field is the last one and has the focus', () =>
    on('add-field', async (page) => {
      const submit = '[role="dialog"] button[type="submit"]'
      const off = () => page.$eval(submit, (element) => (element as HTMLButtonElement).disabled)
      expect(await off()).toBe(true)
      await page.keyboard.type('   ')
      expect(await off()).toBe(true)
      await page.keyboard.type('Sleep')
      expect(await off()).toBe(false)
      await page.keyboard.press('Enter')
      await inOrder(page, [...all, 'Sleep'])
      await focused(page, 'Sleep')
    }))

  test('seven answer types, and four under More', () =>
    on('add-field', async (page) => {
      await aria(page, 'combobox', 'Field type').click()
      await page.waitForSelector('[role="option"]')
      expect(await page.$$eval('[role="option"]', (each) => each.map(({ textContent }) => textContent))).toEqual([
        'Yes/No',
        'Date',
        'Multiple Choice',
        'Number',
        'Single Choice',
        'Text',
        'Template',
        'Table',
        'Start Time',
        'End Time',
        'Start and End Time',
      ])
      await says(page, 'More')
    }))

  test('product 5.1: an ID that is taken goes to the error callback, and what was typed stays', () =>
    on('add-field', async (page) => {
      await aria(page, 'textbox', 'Field name').fill('Second data')
      await aria(page, 'textbox', 'Field ID').fill('data')
      await page.keyboard.press('Enter')
      await untilTold(page, 'onError')
      expect(await told(page, 'onError')).toEqual([['onError', 'Field ID must be unique']])
      expect(await page.$eval('[role="dialog"] input', ({ value }) => value)).toBe('Second data')
      expect(await names(page)).toEqual(all)
    }))

  test('two fields with the same name get different IDs', () =>
    on('template-editor', async (page) => {
      for (let time = 1; time <= 2; time++) {
        await button(page, 'Add Field').click()
        await page.waitForSelector('[role="dialog"] input')
        await aria(page, 'textbox', 'Field name').fill('Data')
        await page.keyboard.press('Enter')
        await page.waitForSelector('[role="dialog"]', { hidden: true })
      }
      const ids = await page.$$eval('ul[aria-label="Fields"] [data-tooltip]', (each) =>
        each.map((element) => (element as HTMLElement).dataset.tooltip),
      )
      expect(ids.slice(-2)).toEqual(['data_2', 'data_3'])
      expect(await told(page, 'onError')).toEqual([])
    }))
})

describe('fields', () => {
  test('are deleted after confirmation; the focus moves to the next one', () =>
    on('delete-field', async (page) => {
      await says(page, 'Are you sure you want to delete this field?')
      await page.locator('[role="dialog"] button ::-p-text(Delete)').click()
      await inOrder(page, all.slice(1))
      await focused(page, 'Risk discussed')
      await says(page, 'Data is deleted.')
    }))

  test('are not deleted if the question is closed; the focus returns', () =>
    on('delete-field', async (page) => {
      await page.keyboard.press('Escape')
      await page.waitForSelector('[role="dialog"]', { hidden: true })
      expect(await names(page)).toEqual(all)
      await focused(page, 'More for Data')
    }))

  test('can be disabled and enabled again, and duplicated', () =>
    on('template-editor', async (page) => {
      await menu(page, 'Data', 'Disable')
      await says(page, 'Data - DISABLED')
      await menu(page, 'Data', 'Enable')
      await saysNot(page, 'Data - DISABLED')
      await menu(page, 'Data', 'Duplicate')
      await inOrder(page, ['Data', 'Data (copy)', ...all.slice(1)])
      await focused(page, 'Data (copy)')
    }))

  test('can be moved up and down by menu and keys; the focus follows and the move is announced', () =>
    on('template-editor', async (page) => {
      await menu(page, 'Data', 'Move down')
      await inOrder(page, ['Risk discussed', 'Data', ...all.slice(2)])
      await says(page, 'Data is at position 2 of 6 now.')
      await focused(page, 'Data')
      await withModifier(page, 'Alt', 'ArrowUp')
      await inOrder(page, all)
      await focused(page, 'Data')
    }))

  test('can be picked up by keyboard, announced at each position, and put down', () =>
    on('template-editor', async (page) => {
      await page.focus('[aria-label="Move Data"]')
      await page.keyboard.press('Space')
      await says(page, 'Data is picked up. It is at position 1 of 6.')
      await page.keyboard.press('ArrowDown')
      await says(page, 'Data would be at position 2 of 6.')
      await page.keyboard.press('Space')
      await inOrder(page, ['Risk discussed', 'Data', ...all.slice(2)])
    }))

  test('dragged with the pointer', () =>
    on('template-editor', async (page) => {
      const handle = async (name: string) => {
        const box = await (await page.$(`[aria-label="Move ${name}"]`))?.boundingBox()
        if (!box) throw new Error(`${name} has no handle.`)
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      }
      // Both rows must be in view, because the pointer cannot reach what is below the window.
      await page.$eval('[aria-label="Move Safety plan"]', (row) => row.scrollIntoView({ block: 'center' }))
      const from = await handle('Interventions')
      const to = await handle('Risk discussed')
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x, from.y - 10, { steps: 3 })
      await says(page, 'Interventions is picked up.')
      await page.mouse.move(to.x, to.y, { steps: 10 })
      await says(page, 'Interventions would be at position 2 of 6.')
      await page.mouse.up()
      await inOrder(page, ['Data', 'Interventions', 'Risk discussed', 'Safety plan', ...all.slice(4)])
    }))

  test('can be edited in the panel: closing it stores the copy', () =>
    on('template-editor-field', async (page) => {
      await aria(page, 'textbox', 'Field name').fill('What was said')
      await page.keyboard.press('Escape')
      await inOrder(page, ['What was said', ...all.slice(1)])
      await page.waitForSelector('[role="dialog"]', { hidden: true })
      await focused(page, 'What was said')
    }))

  test('quick instructions: saved by Save Changes, not by Cancel', () =>
    on('quick-instructions', async (page) => {
      await aria(page, 'textbox', 'AI instructions').fill('Two sentences.')
      await button(page, 'Cancel').click()
      await page.waitForSelector('[role="dialog"]', { hidden: true })
      await saysNot(page, 'Two sentences.')
      await menu(page, 'Data', 'Quick instructions')
      await aria(page, 'textbox', 'AI instructions').fill('Two sentences.')
      await button(page, 'Save Changes').click()
      await says(page, 'Text · paragraph · Two sentences.')
    }))

  test('See Other Options opens the edit panel with what was typed', () =>
    on('quick-instructions', async (page) => {
      await aria(page, 'textbox', 'AI instructions').fill('Two sentences.')
      await button(page, 'See Other Options').click()
      await says(page, 'Save & Continue')
      await page.waitForFunction(
        () => document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea')?.value === 'Two sentences.',
      )
    }))

  test('Field Settings sets the model of one field, Models sets it for all', () =>
    on('field-settings', async (page) => {
      await aria(page, 'radio', 'Large, hosted').click()
      await button(page, 'Save Changes').click()
      await button(page, 'Models').click()
      await says(page, '5 fields')
      expect(await disabled(page, 'Use this model for all fields')).toBe(true)
      await aria(page, 'radio', 'Large, hosted').click()
      await button(page, 'Use this model for all fields').click()
      await button(page, 'Save').click()
      await untilTold(page, 'save')
      const [[, saved]] = (await told(page, 'save')) as [[string, Template]]
      expect(saved.fields.map(({ model }) => model)).toEqual(saved.fields.map(() => 1))
    }))

  test('a dynamic field’s instructions go to the host, and the template is unchanged', () =>
    on('template-editor', async (page) => {
      await menu(page, 'Goal 1', 'Quick instructions')
      await aria(page, 'textbox', 'AI instructions').fill('Only if it was reviewed.')
      await button(page, 'Save Changes').click()
      await says(page, 'Only if it was reviewed.')
      expect(await told(page, 'changeDynamicField')).toMatchObject([
        ['changeDynamicField', { id: 'form:goal_1', instructions: 'Only if it was reviewed.' }],
      ])
      await saysNot(page, 'Unsaved changes')
    }))
})

describe('the group', () => {
  test('product 5.8: is trimmed, and an empty one counts as none', () =>
    on('template-editor-group', async (page) => {
      await aria(page, 'textbox', 'Group').fill('  IOP ')
      await page.keyboard.press('Enter')
      await focused(page, 'Change group')
      await says(page, 'IOP')
      await button(page, 'Change group').click()
      await aria(page, 'textbox', 'Group').fill('   ')
      await button(page, 'Change').click()
      await says(page, 'No group')
      expect(await told(page, 'changeGroup')).toEqual([
        ['changeGroup', 'IOP'],
        ['changeGroup', null],
      ])
      // The host stores the group at once, so there is nothing to save.
      await saysNot(page, 'Unsaved changes')
    }))
  test('Escape leaves it as it was', () =>
    on('template-editor-group', async (page) => {
      await aria(page, 'textbox', 'Group').fill('IOP')
      await page.keyboard.press('Escape')
      await focused(page, 'Change group')
      await says(page, 'Outpatient')
      expect(await told(page, 'changeGroup')).toEqual([])
    }))
})

describe('undo and redo', () => {
  test('Ctrl Z undoes a word, a deletion and a move; with Shift it redoes them', () =>
    on('template-editor', async (page) => {
      await page.focus('[data-tooltip="data"]')
      await withModifier(page, 'Alt', 'ArrowDown')
      await inOrder(page, ['Risk discussed', 'Data', ...all.slice(2)])
      const title = aria(page, 'textbox', 'Template name')
      await title.click()
      await page.keyboard.press('End')
      await page.keyboard.type(' 2')
      await says(page, 'Unsaved changes')
      await withModifier(page, 'Control', 'z')
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('[aria-label="Template name"]')?.value === 'DAP note',
      )
      await withModifier(page, 'Control', 'z')
      await inOrder(page, all)
      await saysNot(page, 'Unsaved changes')
      await withModifier(page, 'Control', 'Shift', 'z')
      await inOrder(page, ['Risk discussed', 'Data', ...all.slice(2)])
    }))
})

describe('saving', () => {
  const retitle = async (page: Page) => {
    await aria(page, 'textbox', 'Template name').fill('DAP, short')
    await says(page, 'Unsaved changes')
  }

  test('reports that it is saved, and sends it once', () =>
    on('template-editor', async (page) => {
      await retitle(page)
      await withModifier(page, 'Control', 's')
      await says(page, 'Saved')
      await button(page, 'Save').click()
      expect(await told(page, 'save')).toMatchObject([['save', { name: 'DAP, short' }, { replaceNewer: false }]])
    }))

  test('a failed save loses nothing and can be retried', () =>
    on('template-editor-failed', async (page) => {
      await says(page, 'The server did not answer. Your changes are still here.')
      await button(page, 'Try again').click()
      await saysNot(page, 'The template was not saved')
      await says(page, 'Saved')
      expect((await told(page, 'draft.clear')).length).toBeLessThanOrEqual(1)
    }))

  test('if somebody else saved first, theirs can be taken, and undo brings mine back', () =>
    on('template-editor-beaten', async (page) => {
      await retitle(page)
      await button(page, 'Save').click()
      await button(page, 'Compare').click()
      await says(page, 'Write in the first person.')
      await button(page, 'Take theirs').click()
      await inOrder(page, ['Data', 'Risk discussed', 'Safety plan', 'Homework - DISABLED', 'Homework review'])
      await saysNot(page, 'Somebody else saved')
      await button(page, 'Undo').click()
      await inOrder(page, all)
      expect(await page.$eval('[aria-label="Template name"]', (input) => (input as HTMLInputElement).value)).toBe(
        'DAP, short',
      )
    }))

  test('if somebody else saved first, mine replaces theirs only after confirmation', () =>
    on('template-editor-beaten', async (page) => {
      await retitle(page)
      await button(page, 'Save').click()
      await button(page, 'Compare').click()
      await button(page, 'Keep mine').click()
      await says(page, 'Saved')
      expect((await told(page, 'save')).map(([, , how]) => how)).toEqual([
        { replaceNewer: false },
        { replaceNewer: true },
      ])
    }))

  test('problems that prevent saving are named, and nothing is sent', () =>
    on('template-editor', async (page) => {
      await wipe(page, '[aria-label="Template name"]')
      await button(page, 'Save').click()
      await says(page, 'Give the template a name.')
      expect(await told(page, 'save')).toEqual([])
    }))
})

describe('unsaved changes', () => {
  test('are stored as they are made, and removed once all are undone', () =>
    on('template-editor-kept', async (page) => {
      await aria(page, 'textbox', 'Template name').fill('DAP, short')
      await untilTold(page, 'draft.save')
      expect(await told(page, 'draft.save')).toMatchObject([
        ['draft.save', { saved: { name: 'DAP note' }, edited: { name: 'DAP, short' } }],
      ])
      await button(page, 'Undo').click()
      await untilTold(page, 'draft.clear')
    }))

  test('are restored, and can be discarded and brought back', () =>
    on('template-editor-unsaved', async (page) => {
      const title = () => page.$eval('[aria-label="Template name"]', (input) => (input as HTMLInputElement).value)
      expect(await title()).toBe('DAP note for groups')
      await button(page, 'Discard them').click()
      await saysNot(page, 'Your unsaved changes are back')
      expect(await title()).toBe('DAP note')
      await button(page, 'Undo').click()
      expect(await title()).toBe('DAP note for groups')
    }))
})

describe('generating fields (product 2.19, 4.5, 5.6)', () => {
  const describeIt = async (page: Page) => {
    await aria(page, 'textbox', 'Description').fill('A note with sleep, mood and risk.')
    await page.locator('[role="dialog"] button ::-p-text(Generate Fields)').click()
  }

  test('product 5.6: disabled while the description is empty, and while dictation is running', () =>
    on('generate-fields', async (page) => {
      const off = () =>
        page.$$eval('[role="dialog"] button', (each) =>
          each.some((element) => element.textContent === 'Generate Fields' && (element as HTMLButtonElement).disabled),
        )
      expect(await off()).toBe(true)
      await aria(page, 'textbox', 'Description').fill('A note')
      expect(await off()).toBe(false)
      await button(page, 'Talk to AI').click()
      await button(page, 'Finish').wait()
      expect(await off()).toBe(true)
      expect(await told(page, 'checkToken')).toHaveLength(1)
    }))

  test('reads Generating... while it works', () =>
    on('generate-fields-waiting', async (page) => {
      await describeIt(page)
      await says(page, 'Generating...')
      await page.screenshot({ path: join(picturesDir, 'generate-fields-generating.png') as `${string}.png` })
    }))

  test('product 5.6: fields are chosen one by one; Add Fields needs one; each gets its own ID; one undo removes all', () =>
    on('generate-fields', async (page) => {
      await describeIt(page)
      await aria(page, 'checkbox', 'Sleep').wait()
      expect(await disabled(page, 'Add Fields')).toBe(true)
      await aria(page, 'checkbox', 'Sleep').click()
      await aria(page, 'checkbox', 'Risk discussed').click()
      for (const width of [360, 1200]) {
        await turn(page, { width, scheme: 'light' })
        await page.screenshot({ path: join(picturesDir, `generate-fields-made-${width}.png`) as `${string}.png` })
      }
      expect(await objections(page)).toEqual([])
      await button(page, 'Add Fields').click()
      await inOrder(page, [...all, 'Sleep', 'Risk discussed'])
      expect(await told(page, 'onError')).toEqual([])
      await button(page, 'Undo').click()
      await inOrder(page, all)
    }))

  test('a failure is only logged; the dialog says that nothing was made and keeps the words', () =>
    on('generate-fields-failing', async (page) => {
      await describeIt(page)
      await says(page, 'No fields were made')
      expect(await told(page, 'onError')).toEqual([])
      expect(await told(page, 'log')).toEqual([['log', 'Fields were not generated: The model did not answer.']])
      expect(await page.$eval('[role="dialog"] textarea', (area) => (area as HTMLTextAreaElement).value)).toBe(
        'A note with sleep, mood and risk.',
      )
      expect(await objections(page)).toEqual([])
    }))

  test('on their own page: the chosen fields are passed to the editor', () =>
    on('generate-fields-page', async (page) => {
      await aria(page, 'textbox', 'Description').fill('A note with sleep, mood and risk.')
      await button(page, 'Generate Fields').click()
      await aria(page, 'checkbox', 'Select all').click()
      await button(page, 'Add Fields').click()
      await says(page, '3 fields were added.')
      const [[, added]] = (await told(page, 'add')) as [[string, Field[]]]
      expect(added.map(({ name }) => name)).toEqual(['Sleep', 'Mood', 'Risk discussed'])
    }))
})

test('product 5.10: a dialog that asks for a phrase: its button is enabled once the phrase is typed', () =>
  on('confirm-phrase', async (page) => {
    expect(await disabled(page, 'Delete')).toBe(true)
    const phrase = aria(page, 'textbox', 'Type “delete my account” to continue')
    await phrase.fill('delete')
    expect(await disabled(page, 'Delete')).toBe(true)
    await phrase.fill('delete my account ')
    expect(await disabled(page, 'Delete')).toBe(false)
    await page.keyboard.press('Enter')
    await untilTold(page, 'confirmed')
    await page.waitForSelector('[role="dialog"]', { hidden: true })
  }))
