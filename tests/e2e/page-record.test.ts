import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import type { FilledRecord, PageReading } from '../../lib/page/shapes.ts'
import { openPageStage, type PageStage } from './page-stage.ts'

const labels = ['Location', 'Response', 'Plan', 'Goal']
const note = '/patients/310/patient_evaluations/9'
/** What the EHR has stored. It shortens the location, and its note does not show the goal. */
let saved: string[] = []

const pageOf = (
  content: string,
  name = 'Rosa Lindqvist',
) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Note</title></head><body><div id="patient_header"><h1>${name}</h1><span>MR #: 2019-77</span></div>
<h2>Progress Note</h2>${content}</body></html>`
const form = () =>
  pageOf(
    `<form class="edit_patient_evaluation" method="post" action="${note}">${labels
      .map(
        (label, at) => `<div class="patient_evaluation_item" id="patient_evaluation_item_${at}">
  <div class="item_title">${label}</div><textarea name="patient_evaluation[eval_texts_attributes][${at}][description]"></textarea></div>`,
      )
      .join('')}<input type="submit" id="form_submit" value="Update"></form>`,
  )
const view = (name?: string) =>
  pageOf(
    labels
      .slice(0, 3)
      .map((label, at) => `<div class="item_title">${label}</div><p>${saved[at]}</p>`)
      .join(''),
    name,
  )

let server: Server
let stage: PageStage
beforeAll(async () => {
  server = createServer(async (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.method === 'POST') {
      let body = ''
      for await (const part of request) body += part
      saved = [...new URLSearchParams(body).values()]
      saved[0] = saved[0]?.slice(0, 5) ?? ''
      response.writeHead(303, { location: note }).end()
    } else
      response.end(request.url === note ? view() : request.url === '/patients/311' ? view('Theo Marchetti') : form())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stage = await openPageStage({ 'saves.kipuworks.com': url })
})
afterAll(async () => {
  await stage?.close()
  server?.close()
})

async function read(tabId: number): Promise<PageReading> {
  const reading = await stage.ask('page.read', { tabId })
  if (!reading) throw new Error('The page was not read.')
  return reading
}

test('one field of a fill is undone, and after saving the page is compared with the rest', async () => {
  const { page, tabId } = await stage.open(`http://saves.kipuworks.com${note}/edit`)
  const reading = await read(tabId)
  const said = { Location: 'Outpatient clinic', Response: 'Engaged and calm.', Plan: 'Sleep diary.', Goal: 'Sleep' }
  const plan = planFill(
    reading,
    Object.entries(said).map(([label, value]) => ({ label, value: [value] })),
  )
  const { receipts } = await stage.ask('page.fill', { tabId, plan, confirmedPatient: null })
  expect(receipts.map(({ outcome }) => outcome)).toEqual(['written', 'written', 'written', 'written'])

  // As after the panel was closed and opened again: the reading says what can be undone.
  const again = await read(tabId)
  expect(again.lastFill?.fieldIds).toEqual(receipts.map(({ fieldId }) => fieldId))
  const response = receipts[1]?.fieldId ?? ''
  const undone = await stage.ask('page.undoField', { tabId, nonce: again.nonce, fieldId: response })
  expect(undone).toMatchObject([{ label: 'Response', outcome: 'written', strategy: 'undo' }])
  const held = await page.$$eval('textarea', (all) => all.map(({ value }) => value))
  expect(held).toEqual([said.Location, '', said.Plan, said.Goal])
  const [refill] = planFill(await read(tabId), [{ label: 'Response', value: [said.Response] }]).writes
  expect(refill).toMatchObject({ from: [], to: [said.Response] })

  const { patient } = reading
  if (!patient) throw new Error('The page shows no patient.')
  const values = receipts
    .filter(({ fieldId }) => fieldId !== response)
    .map(({ fieldId, label, after }) => ({ fieldId, label, kind: 'long_text' as const, value: after }))
  const record: FilledRecord = { patient, encounter: reading.form?.encounter ?? '', values }
  await Promise.all([page.waitForNavigation(), page.click('#form_submit')])
  const after = await read(tabId)
  const shown = await stage.ask('page.compare', { tabId, nonce: after.nonce, record })
  expect(shown?.map((each) => each.shown)).toEqual(['changed', 'kept', 'not-shown'])

  await page.goto('http://saves.kipuworks.com/patients/311')
  const other = await read(tabId)
  expect(other.patient?.name).toBe('Theo Marchetti')
  expect(await stage.ask('page.compare', { tabId, nonce: other.nonce, record })).toBeNull()
})
