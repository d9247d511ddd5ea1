import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { serveStoredPages } from './stored-pages.ts'

let room: PageRoom
let stage: Awaited<ReturnType<typeof serveStoredPages>>
beforeAll(async () => {
  stage = await serveStoredPages()
  room = await openPageRoom({ entry: 'tests/ehr-pages/watch-counted.ts' })
})
afterAll(async () => {
  await room.close()
  stage.close()
})

const facesheet = `data:text/html,${encodeURIComponent(
  '<title>Facesheet</title><input id="patient_first_name" value="Rosa"><input id="patient_last_name" value="Lindqvist">',
)}`

/**
 * In each row: a document of an EHR that shows the patient of the open chart, and the element that the test changes.
 * The test opens the document alone, also if the EHR shows it in a frame, because each document has its own content
 * script that watches the document.
 */
test.each<[name: string, url: () => string, mark: string]>([
  [
    'Kipu, the header of a form',
    () => stage.url('/patients/314/patient_evaluations/progress-note/edit'),
    '#patient_header h1',
  ],
  ['Kipu, the facesheet', () => facesheet, '#patient_last_name'],
  ['AdvancedMD, the banner', () => stage.url('/apps/amds-patient-banner/index.html?patient=31'), '.amds-patient-name'],
  [
    'AdvancedMD, the facts beside a name',
    () => stage.url('/apps/amds-patient-banner/index.html?patient=31'),
    '.amds-patient-demo',
  ],
  ['Credible, the frame that names the client', () => stage.url('/visit/left.asp?visittemp_id=900'), '#client_id'],
])('%s: a change of the patient is reported', async (_name, url, mark) => {
  const open = await room.open(url())
  await open.page.waitForSelector(mark)
  await open.call('start')
  await open.page.$eval(mark, (element) => {
    if (element instanceof HTMLInputElement) element.setAttribute('value', 'Another person')
    else element.textContent = 'ANOTHER,PERSON'
  })
  await expect.poll(() => open.call('told')).toBe(1)
  await open.page.close()
})

test('another tab of AdvancedMD with the chart of another patient is reported', async () => {
  const open = await room.open(stage.url('/shell/progress'))
  await open.page.waitForSelector('amds-tab-view iframe')
  await open.call('start')
  await open.page.$$eval('amds-tab-view', (tabs) => {
    for (const tab of tabs) tab.classList.toggle('amds-hidden-view')
  })
  await expect.poll(() => open.call('told')).toBe(1)
  await open.page.close()
})

test('changes that do not concern the patient are not reported', async () => {
  const open = await room.open(stage.url('/patients/314/patient_evaluations/progress-note/edit'))
  await open.call('start')
  await open.page.$eval('textarea', (element) => {
    element.value = 'Typed'
    element.dispatchEvent(new Event('input', { bubbles: true }))
    element.insertAdjacentText('afterend', 'Saved')
  })
  await open.page.$eval('#patient_header h1', (element) => {
    element.textContent = 'Another Person'
  })
  await expect.poll(() => open.call('told')).toBe(1)
  await open.page.close()
})

test('a page that asks another question in the same form is reported', async () => {
  const wizard = '<form><label for="answer">Mood</label><input id="answer"></form><p id="clock">10:41</p>'
  const open = await room.open(`data:text/html,${encodeURIComponent(wizard)}`)
  await open.call('start')
  await open.page.$eval('label', (label) => {
    label.textContent = 'Does the patient intend to harm anybody?'
  })
  await expect.poll(() => open.call('told')).toBe(1)
  await open.page.close()
})
