import type { Browser } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../screens/stage.ts'
import { says } from '../../screens/words.ts'
import { asking } from '../../server/administrator.ts'
import { password } from '../../server/ask.ts'
import { fakeProofs, good, newPartner, type Partner } from '../../server/partner.ts'
import { startTestServer, type TestServer } from '../../server/start-server.ts'
import { openTab, signIn } from '../portal-browser.ts'
import { picturesWrong } from '../wrong-with.ts'
import { press } from './stage.ts'

let server: TestServer
let browser: Browser
let partner: Partner
const proofs = fakeProofs()
beforeAll(async () => {
  server = await startTestServer({ deps: proofs.deps })
  partner = await newPartner(server)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server.close()
})

test('a member lists addresses in the portal, sees what to publish, and has the proof checked; a wrong address is named', async () => {
  const page = await openTab(browser)
  await signIn(page, server.url, { email: partner.owner.email, password })
  await page.goto(`${server.url}/portal/#/developers`)
  await press(page, 'Edit the addresses')
  const addresses = '::-p-aria(Addresses[role="textbox"])'
  await page.locator(addresses).fill('https://clinic.example/ https://clinic.example/notes')
  await says(page, '“https://clinic.example/notes” is not an address like https://clinic.example. Leave out the path.')
  expect(
    await page.$eval('[role="dialog"] button[type="submit"]', (save) => (save as HTMLButtonElement).disabled),
  ).toBe(true)
  await page.locator(addresses).fill('https://clinic.example/\nhttp://localhost:3000')
  const wrong: string[] = []
  const look = async (name: string) => wrong.push(...(await picturesWrong(page, `origins-${name}`)))
  await look('dialog')
  await press(page, 'Save')
  const row = (origin: string) => `[role="group"][aria-label="${origin}"]`
  const wordsOf = (origin: string) => page.$eval(row(origin), (group) => group.textContent)
  await page.locator(row('https://clinic.example')).wait()
  for (const published of [
    'Not proven',
    '_chartside.clinic.example',
    `chartside-access=${partner.accessId}`,
    'https://clinic.example/.well-known/chartside-access.txt',
  ])
    expect(await wordsOf('https://clinic.example')).toContain(published)
  expect(await wordsOf('http://localhost:3000')).toContain('This computer')
  expect(await wordsOf('http://localhost:3000')).not.toContain('_chartside')
  const check = 'Check now: https://clinic.example'
  await press(page, check)
  await says(page, 'no TXT record names your organisation')
  await look('missing')

  const owner = await newPartner(server)
  const origins = ['https://clinic.example']
  good(await asking(server, owner.owner)(`POST /api/user/access/update/${owner.accessId}`, { origins }))
  await proofs.prove(server, owner, 'https://clinic.example')
  proofs.publish('https://clinic.example', [owner, partner])
  await press(page, check)
  await says(page, 'belongs to another developer organisation')
  await look('other')
  proofs.publish('https://clinic.example', [partner])
  await press(page, check)
  await says(page, 'Proven by its TXT record.')
  const words = '::-p-aria(Pages of https://clinic.example may get the text of a dictation)'
  await page.locator(words).click()
  await says(page, 'The setting was saved.')
  await look('proven')
  expect(wrong).toEqual([])
  const { origins: listed, embedding } = good(
    await asking(server, partner.owner)(`GET /api/user/access/get/${partner.accessId}`),
  )
  expect(listed).toEqual(['https://clinic.example', 'http://localhost:3000'])
  expect(embedding).toMatchObject([
    { state: 'proven', words: true },
    { state: 'own-computer', words: false },
  ])
})
