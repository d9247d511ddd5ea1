import type { Page } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import type { DynamicField } from '../../lib/contracts/index.ts'
import type { PageReading } from '../../lib/page/shapes.ts'
import { readyTranscripts } from './harness/data.ts'
import { layoutOfForm } from './harness/page-data.ts'
import { scenes } from './harness/scenes.ts'
import { loaded, stageOfFile } from './stage.ts'
import { aria, button, says, saysNot } from './words.ts'

const { on } = stageOfFile()

interface Sent {
  call: string
  parts: Record<string, unknown>
}
/** Waits for the first request of a call. Returns the content of all requests of this call until now. */
async function sent(page: Page, call: string): Promise<Sent['parts'][]> {
  await page.waitForFunction(
    (call) => (Reflect.get(window, 'sent') as Sent[]).some((each) => each.call === call),
    {},
    call,
  )
  return page.evaluate(
    (call) => (Reflect.get(window, 'sent') as Sent[]).filter((each) => each.call === call).map(({ parts }) => parts),
    call,
  )
}
/** Returns the reading of the page that a scene shows. */
function readingOf(scene: string): PageReading {
  const { page } = scenes[scene] ?? {}
  if (page?.status !== 'ready') throw new Error(`The scene ${scene} shows no page.`)
  return page.reading
}
const pageAsked = (page: Page, what: string): Promise<unknown[]> =>
  page.evaluate(
    (what) =>
      (Reflect.get(window, 'pageAsked') as unknown[][]).filter(([kind]) => kind === what).map(([, told]) => told),
    what,
  )
/** Records what is written to the clipboard from now on. */
const watchClipboard = (page: Page) =>
  page.evaluate(() => {
    const clipboard = { writeText: async (text: string) => Reflect.set(window, 'taken', text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard })
  })
const taken = async (page: Page): Promise<string> => {
  const handle = await page.waitForFunction(() => Reflect.get(window, 'taken'))
  return (await handle.jsonValue()) as string
}

describe('the open form, while a template is chosen', () => {
  test('becomes a template that is used at once, and is recognised from then on', () =>
    on('choose-form-new', async (page) => {
      await button(page, 'Check the fields').click()
      await aria(page, 'checkbox', 'Substance use').click()
      await button(page, 'Homework').click()
      await button(page, 'Save 7 fields').click()
      await says(page, 'fits this form')
      await button(page, 'This template is chosen').wait()
      await button(page, 'Write the note').click()
      const [request] = await sent(page, '/user/reports')
      expect(request).not.toHaveProperty('dynamicFields')
    }))

  test('adds its values and its fields to the note only on request', () =>
    on('choose-form-known', async (page) => {
      await aria(page, 'radio', 'DAP note').click()
      await aria(page, 'switch', 'Use these values when writing the note').click()
      await aria(page, 'switch', 'Also write answers for the fields of this form').click()
      await button(page, 'Write the note').click()
      const [request] = await sent(page, '/user/reports')
      const { context, dynamicFields } = request as {
        context: { page_values: { label: string; value: string }[] }
        dynamicFields: { name: string }[]
      }
      expect(context.page_values).toContainEqual({ label: 'Sleep', value: '4–5 hrs, poor' })
      expect(dynamicFields.map(({ name }) => name)).toContain('Substance use')
      // The field “PHQ-9 total” is scored. The clinician enters its value by hand, so the model is not asked for it.
      expect(dynamicFields.map(({ name }) => name)).not.toContain('PHQ-9 total')
    }))

  test('has fields with the clinician’s own instructions and condition, which are sent with the note', () =>
    on('choose-form-known', async (page) => {
      const path = (to: string) => page.evaluate((hash) => Reflect.set(location, 'hash', hash), to)
      await path('/templates/00000000-0000-4000-8000-000000000054')
      await page.locator('ul[aria-label="Dynamic Fields"] ::-p-text(Substance use)').click()
      await aria(page, 'textbox', 'AI instructions').fill('Only what was said today.')
      // The name comes from the form and cannot be edited.
      await page.waitForSelector('input[readonly][value="Substance use"]')
      await button(page, 'Add a condition to this field').click()
      await button(page, 'Save & Continue').click()
      await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
      await path('/choose')
      await aria(page, 'radio', 'DAP note').click()
      await aria(page, 'switch', 'Also write answers for the fields of this form').click()
      await button(page, 'Write the note').click()
      const [request] = await sent(page, '/user/reports')
      const { dynamicFields } = request as { dynamicFields: DynamicField[] }
      const edited = dynamicFields.find(({ name }) => name === 'Substance use')
      expect(edited?.instructions).toBe('Only what was said today.')
      // The condition refers to another field of the form, which must be sent too.
      expect(dynamicFields.map(({ id }) => id)).toContain(edited?.condition?.id)
      expect(edited?.condition?.id).not.toBe(edited?.id)
    }))

  test('has fields that can be edited with any template, also one of somebody else', () =>
    on('choose-form-known', async (page) => {
      await aria(page, 'radio', 'DAP note').click()
      await aria(page, 'switch', 'Also write answers for the fields of this form').click()
      await button(page, 'Show and edit these fields').click()
      await page.locator('ul[aria-label="Dynamic Fields"] ::-p-text(Substance use)').click()
      await aria(page, 'textbox', 'AI instructions').fill('Only what was said today.')
      await button(page, 'Save & Continue').click()
      await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
      await button(page, 'Write the note').click()
      const [request] = await sent(page, '/user/reports')
      const { dynamicFields } = request as { dynamicFields: DynamicField[] }
      expect(dynamicFields.find(({ name }) => name === 'Substance use')?.instructions).toBe('Only what was said today.')
    }))

  test('matches a template saved by an earlier version; choosing the template stores its form', () =>
    on('choose-form-earlier', async (page) => {
      await button(page, 'Use this template').click()
      await button(page, 'This template is chosen').wait()
      const saved = await page.waitForFunction(() =>
        (Reflect.get(window, 'asked') as { call: string; body: unknown }[]).find(({ call }) => call.startsWith('PUT ')),
      )
      const { body } = (await saved.jsonValue()) as {
        body: { layout: { fields: { id: string }[]; form: { fieldId: string; pageId: string }[] } }
      }
      const { fields, form } = body.layout
      expect(form.map(({ fieldId }) => fieldId)).toEqual(fields.map(({ id }) => id))
      expect(form.map(({ fieldId, pageId }) => fieldId === `former-${pageId}`)).not.toContain(false)
    }))

  test('has its template chosen, and with one click the visit is finished and its note is requested once', () =>
    on('recording-fitting', async (page) => {
      await button(page, 'Finish and write the note').click()
      const requests = (await sent(page, '/user/reports')) as { layoutId: string }[]
      expect(requests).toMatchObject([{ layoutId: layoutOfForm._id }])
      await page.waitForFunction(() => location.hash.startsWith('#/reports/'))
      await aria(page, 'button', 'Back').click()
      await aria(page, 'link', 'Session').click()
      await says(page, 'Ready to record')
      await saysNot(page, 'without a note')
      expect(await sent(page, '/user/reports')).toHaveLength(1)
    }))

  test('that has changed is reported, and its template is used only after confirmation', () =>
    on('choose-form-changed', async (page) => {
      await button(page, 'Cancel').click()
      await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
      await button(page, 'Use this template').click()
      await button(page, 'Use it anyway').click()
      await button(page, 'This template is chosen').wait()
    }))

  test.each(['choose-form-stranger', 'choose-form-namesake'])(
    'of another patient adds nothing to the note: %s',
    (scene) =>
      on(scene, async (page) => {
        await aria(page, 'radio', 'DAP note').click()
        expect(await page.$$('[role="switch"]')).toEqual([])
        await button(page, 'Write the note').click()
        const [request] = await sent(page, '/user/reports')
        expect(request?.context).not.toHaveProperty('page_values')
        expect(request).not.toHaveProperty('dynamicFields')
      }),
  )
})

test('a template from the form is saved with the other templates, and opened', () =>
  on('templates-form', async (page) => {
    await button(page, 'Check the fields').click()
    await button(page, 'Save 8 fields').click()
    await page.waitForFunction(() => location.hash.startsWith('#/templates/'))
    await says(page, 'version 1')
  }))

describe('filling', () => {
  test('the page is asked for the note’s own patient, and for every field of its template', () =>
    on('fill-form', async (page) => {
      const [whose] = (await pageAsked(page, 'plan')) as { patient: object; saved: { id: string }[] }[]
      expect(whose?.patient).toEqual({ name: 'Maya Okafor', identifier: '004812', birthDate: '1991-04-02' })
      expect(whose?.saved.map(({ id }) => id)).toContain('meds')
    }))

  test('a chart of another patient gets nothing, and the screen says why', () =>
    on('fill-stranger', async (page) => {
      await says(page, 'Another patient’s chart is open')
      expect(await page.$$('input[type="checkbox"]')).toEqual([])
      expect(await page.$eval('main ~ div button', (each) => (each as HTMLButtonElement).disabled)).toBe(true)
    }))

  test('a chart of a patient of the same name with another birth date gets nothing; the screen and a recording say who is who', async () => {
    await on('fill-namesake', async (page) => {
      await says(page, 'This note is for Maya Okafor (born 1991-04-02). The page shows Maya Okafor (born 1950-11-30).')
      expect(await page.$$('input[type="checkbox"]')).toEqual([])
      expect(await page.$eval('main ~ div button', (each) => (each as HTMLButtonElement).disabled)).toBe(true)
    })
    await on('recording-namesake', (page) =>
      says(page, 'The page now shows Maya Okafor (born 1950-11-30). This recording still belongs to Maya Okafor (born'),
    )
  })

  /** Opens another page beside the panel. Its reading is the reading of the scene with the values in `change`. */
  const openPage = (page: Page, scene: string, change: Partial<PageReading>) =>
    page.evaluate((detail) => dispatchEvent(new CustomEvent('stage.page', { detail })), {
      ...readingOf(scene),
      ...change,
    })
  /** Chooses what happens to a field that has a value of its own. */
  const treat = (page: Page, label: string, word: string) =>
    page.locator(`[role="group"][aria-label="${label}"] label ::-p-text(${word})`).click()

  /**
   * Fills the field Sleep and waits for the result. `asks`: the panel asks about fields that the template does not
   * know. It asks only before the first fill.
   */
  const fillSleep = async (page: Page, asks = true) => {
    await treat(page, 'Sleep', 'Replace')
    await button(page, 'Fill Sleep alone').click()
    if (asks) await button(page, 'Fill anyway').click()
    await says(page, 'After the last fill, 1 of 1 values are on the page')
  }

  test('a confirmed patient is not confirmed for the chart of the next patient', () =>
    on('fill-chartless', async (page) => {
      await aria(page, 'checkbox', 'This note is about Maya Okafor').click()
      await fillSleep(page)
      await openPage(page, 'fill-chartless', { patient: { name: 'Ines Varga', identifier: '004790' } })
      await button(page, 'Go on filling').click()
      await says(page, 'This note is about Ines Varga')
      expect(await page.$eval('main input[type="checkbox"]', (box) => (box as HTMLInputElement).checked)).toBe(false)
      expect(await page.$eval('main ~ div button', (each) => (each as HTMLButtonElement).disabled)).toBe(true)
    }))

  test('a typed name counts for all pages of one document, but not for the next document', () =>
    on('fill-nameless', async (page) => {
      const { form, fields } = readingOf('fill-nameless')
      const typedName = () => page.$eval('main input:not([type="checkbox"])', (box) => (box as HTMLInputElement).value)
      const openNext = async (value: string, change: Partial<PageReading>) => {
        const shown = fields.map((field) => (field.id === 'sleep' ? { ...field, value: [value] } : field))
        await openPage(page, 'fill-nameless', { ...change, fields: shown })
        await button(page, 'Go on filling').click()
        await says(page, value)
      }
      await aria(page, 'textbox', 'Type the patient’s name to continue').fill('Maya Okafor')
      await fillSleep(page)
      await openNext('Page 12', { url: 'https://ehr.example/12', form: form && { ...form, part: '12' } })
      expect(await typedName()).toBe('Maya Okafor')
      await fillSleep(page, false)
      await openNext('Next visit', { form: form && { ...form, encounter: '901' } })
      expect(await typedName()).toBe('')
      expect(await page.$eval('main ~ div button', (each) => (each as HTMLButtonElement).disabled)).toBe(true)
    }))

  test('a changed form is written only after confirmation', () =>
    on('fill-changed', async (page) => {
      await button(page, 'Fill 1 field').click()
      await button(page, 'Cancel').click()
      await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
      await saysNot(page, 'After the last fill')
      await button(page, 'Fill 1 field').click()
      await button(page, 'Fill anyway').click()
      await says(page, 'After the last fill, 1 of 1 values are on the page')
    }))

  test('a field with words of its own is kept, shows both texts, and gets the note below them on request', () =>
    on('fill-form', async (page) => {
      const sleep = () => page.$eval('[role="group"][aria-label="Sleep"]', ({ textContent }) => textContent)
      for (const words of ['On the page', '4–5 hrs, poor', 'In the note', 'about six hours most nights'])
        expect(await sleep()).toContain(words)
      await button(page, 'Fill 1 field').wait()
      await treat(page, 'Sleep', 'Add below')
      await button(page, 'Fill 2 fields').wait()
      await treat(page, 'Sleep', 'Keep')
      await button(page, 'Fill 1 field').wait()
    }))

  test('another patient’s chart turns the button off at once, and the way back turns it on', () =>
    on('fill-form', async (page) => {
      const { patient } = readingOf('fill-form')
      await openPage(page, 'fill-form', { nonce: 'n2', patient: { name: 'Ines Varga', identifier: '004790' } })
      await says(page, 'Another patient’s chart is open')
      await openPage(page, 'fill-form', { nonce: 'n3', patient })
      await button(page, 'Fill 1 field').wait()
    }))

  test('one field can be filled alone; the rest can follow', () =>
    on('fill', async (page) => {
      await button(page, 'Fill Mood alone').click()
      await says(page, 'After the last fill, 1 of 1 values are on the page')
      await button(page, 'Go on filling').click()
      await button(page, 'Fill 3 fields').wait()
    }))

  test('undo is asked for the fill that the screen shows, also if another page is open now', () =>
    on('fill-form', async (page) => {
      await fillSleep(page)
      await openPage(page, 'fill-form', { nonce: 'another page' })
      await button(page, 'Undo').click()
      await says(page, 'The old value of 1 field is back.')
      expect(await pageAsked(page, 'undo')).toEqual([readingOf('fill-form').nonce])
    }))

  test('one field is undone with its button, alone, and the focus and the other receipts stay', () =>
    on('fill-done', async (page) => {
      await page.focus('[aria-label="Undo Mood alone"]')
      await page.keyboard.press('Enter')
      await says(page, 'The old value of 1 field is back.')
      await says(page, 'After the last fill, 2 of 3 values are on the page')
      expect(await pageAsked(page, 'undo-field')).toHaveLength(1)
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Fill Mood alone')
      await button(page, 'Fill Mood alone').click()
      await says(page, 'After the last fill, 3 of 3 values are on the page')
    }))

  test('receipts are copied without the patient’s words', () =>
    on('fill-done', async (page) => {
      await watchClipboard(page)
      await button(page, 'Copy this list').click()
      const text = await taken(page)
      expect(text).toMatch(/Individual session note · chart 004812 · 3 of 3 written\n/)
      expect(text).toContain('Mood: Written, and checked on the page.')
      expect(text).not.toContain('Anxious')
    }))

  test('a value that the page did not keep is copied, and its field is shown in the page', () =>
    on('fill-unkept', async (page) => {
      await watchClipboard(page)
      await button(page, 'Copy Suicidal ideation').click()
      expect(await taken(page)).toBe('No')
      await page.waitForFunction(() =>
        (Reflect.get(window, 'pageAsked') as unknown[][]).some(([kind, id]) => kind === 'point' && id === 'si'),
      )
    }))

  test('a dragged value is sent only to the page of its plan: the drag itself contains no words', () =>
    on('fill', async (page) => {
      const types = await page.$eval('[role="group"][aria-label="Mood"] [draggable="true"]', (value) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.setData('text/plain', 'Anxious')
        value.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer }))
        return [...dataTransfer.types]
      })
      expect(types).toEqual(['application/x-chartside'])
      expect(await pageAsked(page, 'carry')).toMatchObject([{ value: ['Anxious'], patient: { identifier: '004812' } }])
    }))

  test('the result of a drag is reported, and can be undone; if dropped elsewhere, the page is informed', () =>
    on('fill', async (page) => {
      const drag = (type: string) =>
        page.$eval(
          '[role="group"][aria-label="Mood"] [draggable="true"]',
          (value, type) => {
            value.dispatchEvent(new DragEvent(type, { bubbles: true, dataTransfer: new DataTransfer() }))
          },
          type,
        )
      await drag('dragstart')
      await drag('dragend')
      await page.waitForFunction(() =>
        (Reflect.get(window, 'pageAsked') as unknown[][]).some(([kind]) => kind === 'let-go'),
      )
      await drag('dragstart')
      await page.evaluate(() => dispatchEvent(new Event('stage.drop')))
      await says(page, 'Written, and checked on the page.')
      await button(page, 'Undo').click()
      await saysNot(page, 'Written, and checked on the page.')
    }))

  test('nothing can be dragged before somebody has confirmed whose chart it is', () =>
    on('fill-unknown', async (page) => {
      expect(await page.$$('[draggable="true"]')).toEqual([])
    }))

  test('a form with fields that the template does not know asks once, and not again', () =>
    on('fill-more', async (page) => {
      await says(page, 'This form has a field that the template does not have')
      await treat(page, 'Sleep', 'Replace')
      await button(page, 'Fill Sleep alone').click()
      await says(page, 'Chartside does not fill these fields')
      await button(page, 'Fill anyway').click()
      await says(page, 'After the last fill, 1 of 1 values are on the page')
      await button(page, 'Go on filling').click()
      await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
      await treat(page, 'Mood', 'Replace')
      await button(page, 'Fill Mood alone').click()
      await says(page, 'After the last fill, 1 of 1 values are on the page')
      expect(await pageAsked(page, 'agree')).toHaveLength(1)
    }))

  const isTicked = (page: Page, name: string) =>
    page.$eval(`[role="group"][aria-label="${name}"] input`, (box) => (box as HTMLInputElement).checked)

  test('a choice that undo could not take away is left out until it is ticked, also by keyboard, and for this plan only', () =>
    on('fill-irreversible', async (page) => {
      await watchClipboard(page)
      await treat(page, 'Plan', 'Replace')
      await button(page, 'Fill 1 field').wait()
      expect(await isTicked(page, 'Mood')).toBe(false)
      const box = await page.waitForSelector('[role="group"][aria-label="Mood"] input')
      const described = await box?.evaluate(
        (box) => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent,
      )
      expect(described).toBe(
        'If Chartside chooses an option in this list, the choice cannot be removed later. Choose the option on the page yourself, or tick the box to let Chartside choose it.',
      )
      await box?.focus()
      await page.keyboard.press('Space')
      await button(page, 'Fill 2 fields').click()
      await button(page, 'Fill anyway').click()
      await says(page, 'After the last fill, 2 of 2 values are on the page')
      const [written] = (await pageAsked(page, 'fill')) as string[][][]
      expect(written?.filter(([, irreversible]) => irreversible)).toEqual([['Mood', 'confirmed']])
      expect(written?.map(([label]) => label)).not.toContain('Suicidal ideation')
      await button(page, 'Copy this list').click()
      expect(await taken(page)).toContain('Mood: Written, and checked on the page, confirmed as permanent.')

      await button(page, 'Undo').click()
      await says(page, 'The old value of 1 field is back. Mood stays, filled permanently.')
      await button(page, 'Nothing to fill').wait()
      expect(await isTicked(page, 'Mood')).toBe(false)
    }))

  test('when filled alone, such a choice is made only after confirmation', () =>
    on('fill-irreversible-asking', async (page) => {
      await button(page, 'Cancel').click()
      await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
      expect(await pageAsked(page, 'fill')).toEqual([])
      await button(page, 'Fill Mood alone').click()
      await button(page, 'Fill permanently').click()
      await says(page, 'After the last fill, 1 of 1 values are on the page')
      expect(await pageAsked(page, 'fill')).toEqual([[['Mood', 'confirmed']]])
    }))

  test('when dropped on such a list, a value is written only after confirmation', () =>
    on('fill-irreversible', async (page) => {
      const drop = async () => {
        await page.$eval('[role="group"][aria-label="Mood"] [draggable="true"]', (value) => {
          value.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer: new DataTransfer() }))
        })
        await page.evaluate(() => dispatchEvent(new CustomEvent('stage.drop', { detail: 'mood' })))
      }
      await drop()
      await button(page, 'Cancel').click()
      await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
      await says(page, 'Mood: Not written, because this choice cannot be undone')
      expect(await pageAsked(page, 'fill')).toEqual([])
      await drop()
      await button(page, 'Fill permanently').click()
      await says(page, 'Mood: Written, and checked on the page, confirmed as permanent.')
      expect(await pageAsked(page, 'fill')).toEqual([[['Mood', 'confirmed']]])
    }))

  test('of a document of several pages says which page to open for values that are not on this one', () =>
    on('fill-pages', async (page) => {
      await says(page, 'This field is on the page “Plan”. Open that page, then fill again.')
      await treat(page, 'Sleep', 'Replace')
      await button(page, 'Fill Sleep alone').click()
      await button(page, 'Fill anyway').click()
      await button(page, 'Go on filling').wait()
    }))
})

test('several notes are requested with one click, each for the words and the patient of its own visit', () =>
  on('several-notes', async (page) => {
    await page.locator('input[name=layout]').click()
    await aria(page, 'button', 'Write 2 notes').click()
    await says(page, '2 notes are being written.')
    const requests = (await sent(page, '/user/reports')) as { transcriptId: string; patientId: string }[]
    const [one, two] = readyTranscripts
    expect(requests).toMatchObject([
      { transcriptId: one?.id, patientId: one?.patientId, context: { patient: { identifier: one?.patientId } } },
      { transcriptId: two?.id, patientId: two?.patientId, context: { patient: { identifier: two?.patientId } } },
    ])
  }))

describe('a file', () => {
  /** Chooses a file with this content, as the browser's file dialog would. */
  const choose = (page: Page, name: string, type: string, words: string) =>
    page.evaluate(
      (name, type, words) => {
        const input = document.querySelector<HTMLInputElement>('input[type="file"]')
        if (!input) throw new Error('There is no place for a file.')
        const given = new DataTransfer()
        given.items.add(new File([words], name, { type }))
        input.files = given.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      },
      name,
      type,
      words,
    )

  test('is sent after its text parts, and its words appear by themselves once they are read', () =>
    on('file-read', async (page) => {
      await choose(page, 'intake.png', 'image/png', 'x')
      await aria(page, 'textbox', 'Title (optional)').fill('Intake form')
      await button(page, 'Add the file').click()
      await says(page, 'The picture is being read.')
      await says(page, 'I stopped taking the')
      expect(await sent(page, '/user/transcripts/submit/file')).toEqual([
        [
          ['title', 'Intake form'],
          ['patientId', '004812'],
          ['patientName', 'Maya Okafor'],
          ['language', 'en'],
          ['file', 'intake.png'],
        ],
      ])
    }))

  test('that is empty is not sent; one that the server refuses shows the reason, and can be replaced', () =>
    on('file-refused', async (page) => {
      await choose(page, 'empty.txt', 'text/plain', '')
      await says(page, 'This file is empty. Choose another file.')
      await choose(page, 'locked.pdf', 'application/pdf', '%PDF')
      await saysNot(page, 'This file is empty. Choose another file.')
      await button(page, 'Add the file').click()
      await says(page, 'This PDF asks for a password.')
      await choose(page, 'open.pdf', 'application/pdf', '%PDF')
      await saysNot(page, 'This PDF asks for a password.')
      await button(page, 'Add the file').wait()
    }))

  test('of which a part was not read gives no note until a person uses its text as it is', () =>
    on('file-partly-read', async (page) => {
      await says(page, 'Page 2 has a picture that was not read.')
      const isDisabled = () => page.$eval('::-p-aria(Choose a template)', (one) => (one as HTMLButtonElement).disabled)
      expect(await isDisabled()).toBe(true)
      await button(page, 'Use the text as it is').click()
      await saysNot(page, 'Use the text as it is')
      expect(await isDisabled()).toBe(false)
    }))

  test('that failed is read again at once, one with words only after a question', async () => {
    await on('file-stored', async (page) => {
      await button(page, 'Try again').click()
      await says(page, 'The sound is being transcribed.')
    })
    await on('file-reading-again', async (page) => {
      await button(page, 'Read again').click()
      await says(page, 'The sound is being transcribed.')
    })
  })

  test('can be cancelled while it is being sent', () =>
    on('file-never', async (page) => {
      await choose(page, 'long.wav', 'audio/wav', 'RIFF')
      await button(page, 'Add the file').click()
      await says(page, 'Sending the file.')
      await button(page, 'Cancel').click()
      await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
    }))
})

describe('notes for a group', () => {
  test('each person has their own name and voice, and gets a note', () =>
    on('group-people', async (page) => {
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input')?.value === 'Maya')
      await says(page, 'Give every person a name')
      await page.locator('[role="group"][aria-label="Person 2"] input').fill('Ines')
      await button(page, 'Write 2 notes').click()
      await says(page, 'Reports')
      const [request] = await sent(page, '/user/reports/group')
      expect(request).toMatchObject({
        participants: [
          { name: 'Maya', patientId: 'Maya', speakers: [1] },
          { name: 'Ines', patientId: 'Ines', speakers: [2] },
        ],
      })
      await page.waitForFunction(() => location.hash === '#/reports')
    }))

  test('a person for whom no voice is chosen is told which sentences the note uses', () =>
    on('group-people', async (page) => {
      await saysNot(page, 'such as “Maya slept badly.”')
      await page.select('[role="group"][aria-label="Maya"] select', '')
      await says(page, 'This note uses only sentences that begin with the name of that person')
    }))

  test('nobody may be left without a name, and an absent person can be removed', () =>
    on('group-people', async (page) => {
      await button(page, 'Remove person 2').click()
      await button(page, 'Write 1 note').wait()
      await saysNot(page, 'Give every person a name')
      await button(page, 'Add a person').click()
      await says(page, 'Give every person a name')
    }))
})

test('a value that was extended by hand still shows the evidence of the unchanged part', () =>
  on('report', async (page) => {
    await button(page, 'Edit Sleep').click()
    await page.locator('[contenteditable="true"]').click()
    await page.keyboard.down('Control')
    await page.keyboard.press('End')
    await page.keyboard.up('Control')
    await page.keyboard.type(' Naps at noon.')
    await button(page, 'Save').click()
    await says(page, 'partly entered by you')
    await button(page, '2 quotes for Sleep').click()
    await says(page, 'Maybe six hours most nights.')
  }))

test('answers to the page’s own fields are in the note, marked with their source', () =>
  on('note-dynamic', async (page) => {
    const card = (label: string) =>
      page.$eval(`[role="group"][aria-label="${label}"]`, (element) => element.textContent)
    expect(await card('Goals for next week')).toContain('Wants to sleep through until six.')
    expect(await card('Homework')).toContain('from the page')
    await button(page, '1 quote for Goals for next week').click()
    await says(page, 'Maya, turn 2')
    await button(page, 'Edit Homework').wait()
  }))

describe('a page of an unknown EHR', () => {
  test('its site can be kept with one click; then the offer disappears and the settings list the site', () =>
    on('session-other-site', async (page) => {
      await button(page, 'Keep this site').click()
      await says(
        page,
        'Chartside can now read ehr.clinic.example even when you do not click the Chartside button. You can change this in the settings.',
      )
      await saysNot(page, 'only after you click the Chartside button')
    }))

  test('no offer appears on a chart of a known EHR, or on a page without a protected address', async () => {
    for (const scene of ['session', 'session-plain-site'])
      await on(scene, async (page) => {
        await says(page, 'Ready to record')
        await loaded(page)
        await saysNot(page, 'Keep this site')
      })
  })

  test('the settings list the kept sites, and can remove each', () =>
    on('options-sites', async (page) => {
      await button(page, 'Remove ehr.clinic.example').click()
      await saysNot(page, 'ehr.clinic.example')
      await says(page, 'notes.elsewhere.example')
      await says(page, 'intake.example: day first')
      await button(page, 'Remove the order of dates on intake.example').click()
      await saysNot(page, 'intake.example')
      await says(page, 'records.example: month first')
    }))
})
