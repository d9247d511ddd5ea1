import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHost } from '../../../scripts/demo/browser.ts'
import { aria, signIn, text } from '../../../scripts/demo/panel.ts'
import { demoUser } from '../../../server/services/demo-user.ts'
import { type DemoStage, openDemoStage } from '../../e2e/demo-stage.ts'

let stage: DemoStage
let panel: Page
let options: Page
/** All requests that reached `other`, the server to which the user switches: URLs, headers and bodies. */
const heard: string[] = []
const other = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: 'Chartside', version: '9.9.9', status: 'ok' }))
  })
})

beforeAll(async () => {
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  stage = await openDemoStage()
  const { chart, openPanel, browser, extensionId } = stage.demo
  await chart.goto(`http://${demoHost}/patients/4812/patient_evaluations/77/edit?process=3`)
  panel = await openPanel()
  await text(panel, 'Sign in').wait()
  await signIn(panel, demoUser)
  await text(panel, 'Maya Okafor').wait()
  options = await browser.newPage()
  await options.goto(`chrome-extension://${extensionId}/options.html`)
})
afterAll(async () => {
  await stage?.close()
  other.close()
})

const kept = () => options.evaluate(() => chrome.storage.local.get(['session', 'settings']))
async function setServer(address: string): Promise<void> {
  await aria(options, 'textbox', 'Server address').fill(address)
  await aria(options, 'button', 'Check and save').click()
}

test('an unencrypted server address is refused, except on this computer', async () => {
  await setServer('http://chartside.example')
  await text(options, 'An address that begins with http:// is accepted only if the server runs on this computer').wait()
})

test('another server is set only after the user was told what is lost; it signs out and never gets a token of the first server', async () => {
  const { session } = (await kept()) as { session: { accessToken: string; refreshToken: string } }
  expect(session.accessToken).toBeTruthy()
  await panel.locator('textarea').fill('Words that are not in a note yet')
  await panel.waitForFunction(async () => {
    return JSON.stringify(await chrome.storage.session.get(null)).includes('not in a note yet')
  })
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await setServer(address)
  await text(options, 'Some of your work has not reached the server yet').wait()
  expect((await kept()).settings).toMatchObject({ serverUrl: stage.serverUrl })
  await aria(options, 'button', 'Change the server').click()
  await text(options, 'Saved. A Chartside server (version 9.9.9) answers at this address.').wait()
  await text(panel, 'Sign in').wait()
  expect((await kept()).session ?? null).toBeNull()
  await panel.reload()
  await text(panel, 'Sign in').wait()
  expect(heard.length).toBeGreaterThan(0)
  for (const secret of [session.accessToken, session.refreshToken, 'Bearer'])
    expect(heard.filter((line) => line.includes(secret))).toEqual([])
})
