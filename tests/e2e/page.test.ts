import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'puppeteer'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { confirmIrreversible, planFill } from '../../lib/page/plan/plan.ts'
import { carriedType, type FillPlan, type FillResult, type PageReading } from '../../lib/page/shapes.ts'
import { serveCharts } from '../ehr-pages/navigation-stage.ts'
import { serveStoredPages } from '../ehr-pages/stored-pages.ts'
import { eventually } from '../eventually.ts'
import { serveBoundPage } from './bound-page/serve.ts'
import { openPageStage, type PageStage } from './page-stage.ts'

const waitMs = 60_000

/** An evaluation after an update of the EHR: the markup of header and items has changed. */
const changedPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Note</title></head><body>
<div class="chart_strip"><b class="chart_person">Rosa Lindqvist</b> <i class="chart_number">2019-77</i></div>
<form class="edit_patient_evaluation" action="/patients/310/patient_evaluations/9">
${['Response', 'Plan']
  .map(
    (
      label,
      at,
    ) => `<div class="patient_evaluation_item" id="patient_evaluation_item_${at}"><div class="item_caption_2">${label}</div>
<textarea name="patient_evaluation[eval_texts_attributes][${at}][description]"></textarea></div>`,
  )
  .join('')}
<div class="patient_evaluation_item" id="patient_evaluation_item_2"><div class="item_caption_2">Staff only</div><textarea name="staff"></textarea></div>
<div class="patient_evaluation_item" id="patient_evaluation_item_3"><input type="checkbox" id="form_submit" name="sign"></div>
</form><script>
  window.heard = []
  addEventListener('input', ({ target }) => heard.push(target.name + '=' + target.value))
  addEventListener('click', ({ target }) => target.closest('#form_submit') && heard.push('pressed'), true)
</script></body></html>`

let changed: Server
let bound: Awaited<ReturnType<typeof serveBoundPage>>
let charts: Awaited<ReturnType<typeof serveCharts>>
let stored: Awaited<ReturnType<typeof serveStoredPages>>
let stage: PageStage
beforeAll(async () => {
  changed = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(changedPage),
  )
  await new Promise<void>((done) => changed.listen(0, '127.0.0.1', done))
  bound = await serveBoundPage()
  charts = await serveCharts()
  stored = await serveStoredPages()
  stage = await openPageStage({
    'changed.kipuworks.com': `http://127.0.0.1:${(changed.address() as AddressInfo).port}`,
    'bound.kipuworks.com': bound.url,
    'lists.advancedmd.com': bound.url,
    'charts.kipuworks.com': charts.url('310', '77'),
    'pm.advancedmd.com': stored.url('/'),
    'www.cbh3.crediblebh.com': stored.url('/'),
  })
})
afterAll(async () => {
  await stage?.close()
  stored?.close()
  charts?.close()
  bound?.close()
  changed?.close()
})
afterEach(async () => {
  for (const page of await stage.browser.pages())
    if (/(?:kipuworks|advancedmd|crediblebh)\.com|clinic\.example/.test(page.url())) await page.close()
})

async function read(tabId: number): Promise<PageReading> {
  const reading = await stage.ask('page.read', { tabId })
  if (!reading) throw new Error('The page was not read.')
  return reading
}
/** For each plan, the id of the last fill that left something to undo. The key is the nonce of the plan. */
const fillIds = new Map<string, string>()
function receiptsOf({ nonce }: FillPlan, { receipts, fillId }: FillResult) {
  if (fillId !== null) fillIds.set(nonce, fillId)
  return receipts
}
const fill = async (tabId: number, plan: FillPlan, confirmedPatient: string | null = null) =>
  receiptsOf(plan, await stage.ask('page.fill', { tabId, plan, confirmedPatient }))
const undo = (tabId: number, { nonce }: FillPlan) =>
  stage.ask('page.undo', { tabId, nonce, fillId: fillIds.get(nonce) ?? '' })
const chartUrl = (chart: string) => charts.url(chart, '77').replace(/127\.0\.0\.1:\d+/, 'charts.kipuworks.com')

test('rules from the server repair the reading of a changed page without a new build; they cannot make finishing controls fillable', async () => {
  const { page, tabId } = await stage.open('http://changed.kipuworks.com/patients/310/patient_evaluations/9/edit')
  const before = await read(tabId)
  expect(before.patient).toBeNull()
  expect(before.fields.map(({ label }) => label)).not.toContain('Plan')

  await stage.tellRules(
    [
      {
        host: 'changed.kipuworks.com',
        version: 2,
        patientName: '.chart_person',
        patientIdentifier: '.chart_number',
        skip: '[name="staff"]',
        fields: [
          { control: '[name$="[0][description]"]', label: 'Response' },
          { control: 'textarea', labelAt: '.item_caption_2', around: '.patient_evaluation_item' },
          { control: '#form_submit', label: 'Reviewed' },
        ],
      },
    ],
    tabId,
  )
  const after = await read(tabId)
  expect(after.patient).toMatchObject({ name: 'Rosa Lindqvist', identifier: '2019-77' })
  expect(after.fields.map(({ label }) => label)).toEqual(['Response', 'Plan', 'Reviewed'])

  const values = ['Response', 'Plan', 'Staff only'].map((label) => ({ label, value: [`${label} as said`] }))
  const plan = planFill(after, [...values, { label: 'Reviewed', value: ['Yes'] }])
  const receipts = await fill(tabId, plan)
  expect(receipts.map(({ label, outcome }) => [label, outcome])).toEqual([
    ['Response', 'written'],
    ['Plan', 'written'],
    ['Reviewed', 'refused'],
    ['Staff only', 'refused'],
  ])
  const heard = await page.evaluate(() => Reflect.get(window, 'heard') as string[])
  expect(heard).toHaveLength(2)
  expect(heard[1]).toBe('patient_evaluation[eval_texts_attributes][1][description]=Plan as said')

  await stage.tellRules([], tabId)
  expect((await read(tabId)).patient).toBeNull()
})

test('a page from the back/forward cache reports its own patient, and accepts nothing that was planned for the next one', async () => {
  const { page, tabId } = await stage.open(chartUrl('310'))
  expect((await read(tabId)).patient).toMatchObject({ name: 'Rosa Lindqvist', identifier: '2019-77' })
  await page.goto(chartUrl('312'))
  const later = await read(tabId)
  expect(later.patient).toMatchObject({ name: 'Theo Marchetti' })
  const plan = planFill(later, [{ label: 'Plan', value: ['for Theo'] }])

  await page.goBack()
  await expect.poll(() => charts.counted.fromCache).toBeGreaterThan(0)
  expect((await fill(tabId, plan)).map(({ outcome, reason }) => [outcome, reason])).toEqual([['refused', 'page-moved']])
  const again = await read(tabId)
  expect(again.patient).toMatchObject({ name: 'Rosa Lindqvist', identifier: '2019-77' })
  // Even after a new scan, no value that was planned for the other patient is written.
  expect((await fill(tabId, { ...plan, nonce: again.nonce })).map(({ outcome }) => outcome)).toEqual(['refused'])
  expect(charts.landed).toEqual([])

  const own = await fill(tabId, planFill(again, [{ label: 'Plan', value: ['for Rosa'] }]))
  expect(own.map(({ outcome }) => outcome)).toEqual(['written'])
  expect(new Set(charts.landed.map(({ chart, value }) => `${chart} ${value}`))).toEqual(new Set(['310 for Rosa']))
  expect(charts.counted.presses).toBe(0)
})

test('undo takes back only the fill that it was asked for, not what was filled in another tab', async () => {
  const filled = async (chart: string, value: string) => {
    const { page, tabId } = await stage.open(chartUrl(chart))
    const plan = planFill(await read(tabId), [{ label: 'Plan', value: [value] }])
    expect(await fill(tabId, plan)).toMatchObject([{ outcome: 'written' }])
    const held = () => page.$$eval('textarea', (all) => all.map(({ value }) => value).filter((value) => value !== ''))
    return { tabId, plan, held }
  }
  const theo = await filled('312', 'for Theo')
  const rosa = await filled('310', 'for Rosa')
  await expect(undo(theo.tabId, rosa.plan)).rejects.toThrow('This tab does not show the page that was filled.')
  expect(await theo.held()).toContain('for Theo')
  expect(await rosa.held()).toContain('for Rosa')
  expect(await undo(rosa.tabId, rosa.plan)).toMatchObject([{ outcome: 'written' }])
  expect(await rosa.held()).not.toContain('for Rosa')
  expect(await theo.held()).toContain('for Theo')
})

test('a popup of AdvancedMD has a small button that opens one window with the panel’s screens for that chart; a tab has none', async () => {
  const { page: launch } = await stage.open('http://pm.advancedmd.com/shell/launch')
  const opening = stage.browser.waitForTarget((each) => each.url().includes('/shell/progress'), { timeout: waitMs })
  await launch.click('#open')
  const popup = await (await opening).page()
  if (!popup) throw new Error('The popup did not open.')
  await popup.waitForSelector('chartside-open', { timeout: waitMs })
  expect(await launch.$('chartside-open')).toBeNull()

  const panels = () => stage.browser.targets().filter((each) => each.url().includes('/sidepanel.html?tab='))
  const pressButton = async () => {
    await popup.bringToFront()
    const { width, height } = await popup.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    await popup.mouse.click(width - 60, height - 34)
  }
  await pressButton()
  const target = await stage.browser.waitForTarget((each) => each.url().includes('/sidepanel.html?tab='), {
    timeout: waitMs,
  })
  const panel = await target.asPage()
  await panel.locator('::-p-text(Ready to record)').setTimeout(waitMs).wait()
  await panel.locator('::-p-text(JORDAN PELLETIER)').setTimeout(waitMs).wait()

  const tabId = Number(new URL(panel.url()).searchParams.get('tab'))
  const reading = await read(tabId)
  expect(reading.form?.title).toBe('Psychotherapy Progress Note')
  const receipts = await fill(tabId, planFill(reading, [{ label: 'Interval history', value: ['Sleeping better.'] }]))
  expect(receipts.map(({ outcome }) => outcome)).toEqual(['written'])

  // A second click opens no second window. After the window was closed, a click opens a new one.
  await pressButton()
  await panel.close()
  await pressButton()
  await stage.browser.waitForTarget((each) => each !== target && each.url().includes('/sidepanel.html?tab='), {
    timeout: waitMs,
  })
  expect(panels()).toHaveLength(1)
})

describe('a site that the clinician keeps', () => {
  const url = 'https://ehr.clinic.example/chart'
  const form = `<!doctype html><html lang="en"><head><title>Visit</title></head><body><h1>Visit note</h1><form action="/save">
<label>Plan <textarea name="plan"></textarea></label><label>Mood <input name="mood"></label>
<p><label>Onset <input name="onset" class="datepicker"></label></p></form></body></html>`

  /**
   * Opens a page of the site that the user has allowed. The test itself answers the browser's requests to the HTTPS
   * address.
   */
  async function opened(): Promise<{ page: Page; tabId: number }> {
    const page = await stage.browser.newPage()
    await page.setRequestInterception(true)
    page.on('request', (request) => void request.respond({ contentType: 'text/html', body: form }))
    await page.goto(url)
    await page.bringToFront()
    const tabId = await stage.desk.evaluate(async () => (await chrome.tabs.query({ active: true }))[0]?.id)
    if (tabId === undefined) throw new Error('No tab is in front.')
    return { page, tabId }
  }
  const rings = (tabId: number) =>
    stage.desk.evaluate(
      (id) => (Reflect.get(window, 'rung') as { tabId: number }[]).filter((each) => each.tabId === id).length,
      tabId,
    )

  test('reports page changes and is read without a click, until the clinician removes it', async () => {
    await stage.desk.evaluate(() => {
      const rung: unknown[] = []
      Object.assign(window, { rung })
      chrome.runtime.onMessage.addListener(({ type, data }) => {
        if (type === 'page.changed') rung.push(data)
      })
    })
    const { page } = await opened()
    const { page: stranger, tabId: strangerId } = await opened()
    expect(await stage.ask('page.read', { tabId: strangerId })).toBeNull()
    await stranger.close()

    await stage.wouldAllow('ehr.clinic.example')
    const panel = await stage.openPanel(page)
    await panel.locator('::-p-aria([name="Keep this site"][role="button"])').setTimeout(waitMs).click()
    const registered = () =>
      stage.desk.evaluate(async () =>
        (await chrome.scripting.getRegisteredContentScripts()).flatMap((each) => each.matches),
      )
    await expect.poll(registered).toEqual(['https://ehr.clinic.example/*'])

    const { page: kept, tabId } = await opened()
    await expect.poll(() => rings(tabId)).toBeGreaterThan(0)
    const { fields } = await read(tabId)
    expect(fields.map(({ label }) => label)).toEqual(['Plan', 'Mood', 'Onset'])
    expect(fields[2]).toMatchObject({ orderUnknown: true })
    await stage.desk.evaluate(() => chrome.storage.local.set({ 'day-orders': { 'ehr.clinic.example': 'day' } }))
    const [, , onset] = (await read(tabId)).fields
    expect([onset?.format, onset?.orderUnknown]).toEqual(['DD/MM/YYYY', undefined])
    const before = await rings(tabId)
    await kept.reload()
    await expect.poll(() => rings(tabId)).toBeGreaterThan(before)

    await stage.desk.evaluate(() => chrome.permissions.remove({ origins: ['https://ehr.clinic.example/*'] }))
    await expect.poll(registered).toEqual([])
    const { page: after, tabId: afterId } = await opened()
    expect(await stage.ask('page.read', { tabId: afterId })).toBeNull()
    expect(await rings(afterId)).toBe(0)
    for (const each of [page, kept, after]) await each.close()
  })
})

test('a document of Credible that spans several pages is one: each page takes its own answers, and names the page that has the others', async () => {
  const { page, tabId } = await stage.open(
    'http://www.cbh3.crediblebh.com/visit/clientvisit_edit.asp?visittemp_id=900&form=progress',
  )
  const confirmed = 'Rosa Lindqvist'
  /** Opens a page of the document by its link, as the clinician does, and reads it once its last field is there. */
  const opened = async (part: string, last: string): Promise<PageReading> => {
    const links = page.frames().find((each) => each.url().includes('/visit/left.asp'))
    await links?.locator(`a[href*="category_id=${part}"]`).click()
    // Return this reading, and do not read again later. If the clicked link is the link of the open page, the click
    // reloads the page, and a later reading could find a page that is still loading.
    return eventually(
      async () => {
        const reading = await read(tabId)
        const labels = reading.fields.map(({ label }) => label)
        if (reading.form?.part !== part || !labels.includes(last)) throw new Error(`The page has ${labels.join(', ')}.`)
        return reading
      },
      { timeout: waitMs, interval: 100 },
    )
  }
  const idOf = ({ fields }: PageReading, label: string) => fields.find((each) => each.label === label)?.id ?? ''
  const held = (name: string) =>
    page
      .frames()
      .find((each) => each.url().includes('/webforms/questions.asp'))
      ?.$eval(`[name="${name}"]`, (control) => (control as HTMLInputElement).value)
  const said = (receipts: Awaited<ReturnType<typeof fill>>) =>
    receipts.map(({ label, outcome, reason }) => [label, outcome, reason])

  const progress = await opened('progress', 'Next appointment')
  const narrative = idOf(progress, 'Narrative')
  const risk = await opened('risk', 'Number of prior attempts')
  expect(risk.elsewhere?.map(({ part, title }) => [part, title])).toEqual([['progress', 'Progress']])
  const values = [
    { fieldId: narrative, label: 'Narrative', value: ['Calmer by the end.'] },
    { fieldId: idOf(risk, 'Number of prior attempts'), label: 'Number of prior attempts', value: ['0'] },
  ]
  const plan = planFill(risk, values)
  expect(plan.refusals).toMatchObject([{ label: 'Narrative', reason: 'other-page', page: 'Progress' }])
  expect(said(await fill(tabId, plan, confirmed))).toEqual([
    ['Number of prior attempts', 'written', undefined],
    ['Narrative', 'refused', 'other-page'],
  ])

  const again = await opened('progress', 'Next appointment')
  expect(idOf(again, 'Narrative')).toBe(narrative)
  // Values planned on the previous page are written nowhere on this page.
  expect(new Set(said(await fill(tabId, plan, confirmed)).map(([, outcome]) => outcome))).toEqual(new Set(['refused']))
  const rest = planFill(again, values)
  expect(rest.refusals).toMatchObject([{ label: 'Number of prior attempts', reason: 'other-page', page: 'Risk' }])
  expect(said(await fill(tabId, rest, confirmed))[0]).toEqual(['Narrative', 'written', undefined])
  expect(await held('qnotes_1004')).toBe('Calmer by the end.')
  expect(await undo(tabId, rest)).toMatchObject([{ label: 'Narrative', outcome: 'written' }])
  expect(await held('qnotes_1004')).toBe('')
})

test('of two lists without an empty option, the one that its framework can clear is filled at once, the other only after confirmation', async () => {
  const { page, tabId } = await stage.open('http://lists.advancedmd.com/lists')
  await page.waitForSelector('#routes', { timeout: waitMs })
  const reading = await read(tabId)
  expect(reading.fields.map(({ label, irreversible }) => [label, irreversible])).toEqual([
    ['Setting', undefined],
    ['Route', true],
  ])
  const values = [
    { label: 'Setting', value: ['office'] },
    { label: 'Route', value: ['oral'] },
  ]
  const plan = planFill(reading, values)
  expect((await fill(tabId, plan)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['written', undefined],
    ['refused', 'irreversible'],
  ])
  const setting = () => page.evaluate(() => Reflect.get(window, 'setting'))
  expect(await setting()).toBe('Office')
  expect(await undo(tabId, plan)).toMatchObject([{ label: 'Setting', outcome: 'written' }])
  expect(await setting()).toBeNull()

  const confirmed = await fill(tabId, confirmIrreversible(planFill(await read(tabId), values)))
  expect(confirmed.map(({ outcome, irreversible }) => [outcome, irreversible])).toEqual([
    ['written', undefined],
    ['written', true],
  ])
  expect(await page.$eval('[aria-labelledby="route"]', (box) => box.textContent)).toBe('Oral')
})

describe('a value that is dragged out of the panel', () => {
  const boundUrl = 'http://bound.kipuworks.com/patients/310/patient_evaluations/5/edit'
  const modelOf = (page: Page) => page.evaluate(() => ({ ...Reflect.get(window, 'model') }) as Record<string, string>)
  const carries = (name: string) => [{ mimeType: carriedType, data: name }]

  async function opened() {
    const { page, tabId } = await stage.open(boundUrl)
    await page.waitForSelector('.ProseMirror')
    await page.evaluate(() => {
      Reflect.set(window, 'over', 0)
      document.addEventListener('dragover', () => Reflect.set(window, 'over', Reflect.get(window, 'over') + 1))
    })
    return { page, tabId, plan: planFill(await read(tabId), []) }
  }

  /**
   * Simulates a drag over an element of the page. `items` is the data of the drag. The events are sent through the
   * DevTools protocol, so the page receives them as from a real mouse.
   */
  async function hand(page: Page, selector: string, items: { mimeType: string; data: string }[]) {
    const session = await page.createCDPSession()
    const box = await (await page.$(selector))?.boundingBox()
    if (!box) throw new Error(`${selector} cannot be seen.`)
    const at = { x: box.x + 8, y: box.y + 8, data: { items, dragOperationsMask: 1 } }
    const move = async () => {
      await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at })
      await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at })
    }
    return {
      /**
       * Waits until the page's own scripts receive no more drag events, because the extension now waits for the drop.
       */
      async untilAwaited() {
        const over = () => page.evaluate(() => Number(Reflect.get(window, 'over')))
        await expect
          .poll(async () => {
            const before = await over()
            await move()
            return (await over()) - before
          })
          .toBe(0)
      },
      move,
      drop: () => session.send('Input.dispatchDragEvent', { type: 'drop', ...at }),
    }
  }

  /**
   * Sends the request that the panel sends while a value is being dragged. Returns the receipt, or null if nothing was
   * written.
   */
  async function carried(tabId: number, plan: FillPlan, value: string[], name: string) {
    const { nonce, url, patient, encounter } = plan
    const filled = await stage.ask('page.carry', {
      tabId,
      carried: { nonce, url, patient, encounter, name, value },
      confirmedPatient: null,
    })
    return filled && receiptsOf(plan, filled)[0]
  }

  test.each([
    ['a box a framework holds', '#response', 'response', 'Calmer by the end.\nLaughed once.', 'Tearful at first.'],
    ['a list to choose from', '#location', 'location', 'telehealth', ''],
    ['an editor with a model of its own', '.ProseMirror', 'plan', 'Sleep diary.\nCall on Friday.', 'Weekly sessions'],
  ])(
    'and dropped on %s is written like a fill, read back, and can be undone',
    async (_what, selector, held, value, before) => {
      const { page, tabId, plan } = await opened()
      expect((await modelOf(page))[held]).toBe(before)
      const landing = carried(tabId, plan, [value], 'one')
      const over = await hand(page, selector, carries('one'))
      await over.untilAwaited()
      await over.drop()
      expect(await landing).toMatchObject({ outcome: 'written' })
      const lines = ((await modelOf(page))[held] ?? '').toLowerCase().split(/\n+/)
      expect(lines).toEqual(value.toLowerCase().split('\n'))
      // The page has received no drop event, so only the extension has handled the drop.
      expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([])

      expect(await undo(tabId, plan)).toMatchObject([{ outcome: 'written' }])
      expect((await modelOf(page))[held]).toBe(before)
    },
  )

  test('and dropped after the chart has changed to another patient is refused, and nothing is written', async () => {
    const { page, tabId, plan } = await opened()
    const landing = carried(tabId, plan, ['for Rosa'], 'two')
    const over = await hand(page, '#response', carries('two'))
    await over.untilAwaited()
    await page.evaluate(() => {
      const name = document.querySelector('#patient_header h1')
      if (name) name.textContent = 'Theo Marchetti'
    })
    await over.drop()
    expect(await landing).toMatchObject({ outcome: 'refused', reason: 'wrong-patient' })
    expect((await modelOf(page)).response).toBe('Tearful at first.')
  })

  test('is not written in a tab it was not planned for, nor under another drag’s name, nor outside the fields', async () => {
    const { page: other } = await opened()
    const { page, tabId, plan } = await opened()
    const elsewhere = await hand(other, '#response', carries('three'))
    await elsewhere.move()
    await elsewhere.drop()
    expect((await modelOf(other)).response).toBe('Tearful at first.')

    const dropAt = async (selector: string, name: string) => {
      const landing = carried(tabId, plan, ['for Rosa'], 'three')
      const over = await hand(page, selector, carries(name))
      await over.untilAwaited()
      await over.drop()
      await stage.ask('page.letGo', { tabId, nonce: plan.nonce })
      return landing
    }
    expect(await dropAt('#response', 'of another drag')).toBeNull()
    expect(await dropAt('#aside', 'three')).toBeNull()
    expect(await modelOf(page)).toEqual({ response: 'Tearful at first.', location: '', plan: 'Weekly sessions' })
  })
})
