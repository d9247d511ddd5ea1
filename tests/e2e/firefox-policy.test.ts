import { afterAll, beforeAll, expect, test } from 'vitest'
import { managedPolicy } from '../../lib/contracts/index.ts'
import { signIn, text } from '../../scripts/demo/panel.ts'
import { firefoxPolicies } from '../../scripts/policy-files/firefox.ts'
import { demoUser } from '../../server/services/demo-user.ts'
import { objections } from '../screens/objections.ts'
import { type FirefoxStage, openFirefoxStage } from './firefox-stage.ts'
import { ownFirefoxPolicies, type PolicyFile } from './policy-folder.ts'
import { shown } from './shown.ts'

const cannotRun = 'There is no Firefox, or its policies cannot be written on this machine.'
const patienceMs = 60_000

const policy = managedPolicy.parse({
  ehrHosts: ['ehr.example'],
  captureSources: [],
  disabledFeatures: ['files'],
  expectedKeys: ['ehrHosts', 'captureSources', 'disabledFeatures'],
})

let file: PolicyFile | null = null
let stage: FirefoxStage | null = null
beforeAll(async () => {
  file = await ownFirefoxPolicies()
  // Firefox reads its policy file only once, when it starts. So the file is written before Firefox starts.
  const { policies } = JSON.parse(
    firefoxPolicies({ extensionId: '', packageServer: 'https://chartside.example', group: null, policy }),
  )
  await file?.write(policies)
  if (file !== null) stage = await openFirefoxStage([])
}, 240_000)
afterAll(async () => {
  await stage?.close()
  await file?.remove()
})

test('the settings page shows what the organisation has set', async (context) => {
  if (stage === null) return context.skip(cannotRun)
  const options = await stage.open('options.html')
  const sees = (words: string) => expect.poll(() => shown(options), { timeout: patienceMs }).toContain(words)
  await sees('Set by your organisation')
  await sees('Pages that Chartside reads and fills: ehr.example')
  await sees('Turned off: files')
  expect(await shown(options)).not.toContain('contain errors')
  expect(await objections(options)).toEqual([])
})

test('the panel does not read a page that is not named, and records nothing', async (context) => {
  if (stage === null) return context.skip(cannotRun)
  const options = await stage.open('options.html')
  const tabId = await options.evaluate(async () => (await chrome.tabs.query({ url: '*://*.kipuworks.com/*' }))[0]?.id)
  await options.close()
  const panel = await stage.open(`sidepanel.html?tab=${tabId}`)
  await signIn(panel, demoUser)
  const sees = (words: string) => expect.poll(() => shown(panel), { timeout: patienceMs }).toContain(words)
  await sees('Your organisation does not allow Chartside on this page.')
  await sees('Your organisation does not allow recording the microphone.')
  const disabled = () =>
    panel.$$eval('button', (all) => all.find((each) => each.textContent === 'Record session')?.disabled)
  await expect.poll(disabled).toBe(true)
  await text(panel, 'Ready to record').wait()
  expect(await shown(panel)).not.toContain('Maya Okafor')
})
