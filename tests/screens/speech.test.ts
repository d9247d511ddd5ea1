import type { Page } from 'puppeteer'
import { describe, expect, test } from 'vitest'
import type { PageReading } from '../../lib/page/shapes.ts'
import type { RecordingOptions } from '../../lib/transcript/recording-state.ts'
import { reading } from './harness/data.ts'
import { stageOfFile } from './stage.ts'
import { aria, button, says } from './words.ts'

const { on } = stageOfFile()

describe('words that were heard unclearly', () => {
  const marked = (page: Page) =>
    page.$$eval('[title="hard to hear"]', (all) =>
      all.map((element) => {
        const { textDecorationLine, textDecorationStyle } = getComputedStyle(element)
        return `${element.textContent}: ${textDecorationLine} ${textDecorationStyle}`
      }),
    )

  test('are underlined in a running recording and named for screen readers, and the second engine is named', () =>
    on('recording-unclear', async (page) => {
      expect(await marked(page)).toEqual(['thoughts of: underline dotted', 'Not: underline dotted'])
      const log = await page.$eval('[role="log"]', (element) => element.textContent)
      expect(log).toContain('And the thoughts of (hard to hear) not wanting to be here')
      // The texts for screen readers have an absolute position. They must scroll inside the box of the transcript and
      // must not make the page longer.
      const overflow = await page.$eval('main', (main) => main.scrollHeight - main.clientHeight)
      expect(overflow).toBeLessThanOrEqual(0)
      await says(page, 'Another speech engine is turning speech into text')
      await says(page, 'Now in use: Pocketsphinx, on this server')
    }))

  test('are underlined in a stored transcript, and not in the text that corrects it', () =>
    on('transcript', async (page) => {
      expect(await marked(page)).toEqual([
        'thoughts of: underline dotted',
        'Not: underline dotted',
        'propranolol: underline dotted',
      ])
      await button(page, 'Correct turn 6').click()
      const box = await aria(page, 'textbox', 'Words of turn 6').waitHandle()
      expect(await box.evaluate((element) => (element as HTMLTextAreaElement).value)).toBe(
        'I stopped taking the propranolol last week.',
      )
    }))
})

describe('what a recording is started with', () => {
  const started = async (page: Page) => {
    await button(page, 'Record session').click()
    const handle = await page.waitForFunction(() => (window as { started?: unknown }).started)
    return (await handle.jsonValue()) as RecordingOptions
  }

  test('an engine that takes them gets names and medicines of the open chart, and one that takes one channel gets one', () =>
    on('session-hosted', async (page) => {
      const { terms, channels } = await started(page)
      expect(terms).toEqual(['Maya', 'Okafor', 'Ruth', 'Calder', 'Propranolol', 'sertraline'])
      expect(channels).toBe(1)
    }))

  test('its patient and names are those of the open chart, also if the panel has not read this chart yet', () =>
    on('session-hosted', async (page) => {
      const detail: PageReading = { ...reading, patient: { name: 'Ines Varga', identifier: '004790' } }
      await page.evaluate((detail) => dispatchEvent(new CustomEvent('stage.page', { detail })), detail)
      const { terms, patient } = await started(page)
      expect(patient).toEqual(detail.patient)
      expect(terms).toContain('Ines')
      expect(terms).not.toContain('Maya')
    }))

  test.each(['session-hosted-no-terms', 'session-local'])('%s: nothing of the chart', (scene) =>
    on(scene, async (page) => {
      const { terms, channels } = await started(page)
      expect(terms).toEqual([])
      expect(channels).toBe(scene === 'session-local' ? 2 : 1)
    }),
  )
})
