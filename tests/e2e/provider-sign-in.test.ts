import { afterAll, beforeAll, expect, test } from 'vitest'
import { aria, text } from '../../scripts/demo/panel.ts'
import { freePort } from '../fakes/free-port.ts'
import { type IdentityProviderServer, startIdentityProvider } from '../fakes/identity-provider.ts'
import { type DemoStage, openDemoStage } from './demo-stage.ts'

let google: IdentityProviderServer
let stage: DemoStage
beforeAll(async () => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const redirectUri = `${publicUrl}/api/user/oauth/google/callback`
  google = await startIdentityProvider({ clientId: 'google-id', redirectUri, pkce: true })
  google.person = { sub: 'ruth', email: 'ruth.calder@clinic.example', email_verified: true, name: 'Ruth Calder' }
  stage = await openDemoStage(
    (extensionId) => ({
      PUBLIC_URL: publicUrl,
      EXTENSION_IDS: extensionId,
      GOOGLE_CLIENT_ID: 'google-id',
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
    }),
    port,
  )
})
afterAll(async () => {
  await stage?.close()
  await google?.close()
})

test('the panel signs in through the window of a provider, and asks for nothing else', async () => {
  const panel = await stage.demo.openPanel()
  const permissions = () => panel.evaluate(async () => (await chrome.permissions.getAll()).permissions ?? [])
  expect(await permissions()).not.toContain('identity')
  await aria(panel, 'button', 'Continue with Google').click()
  await text(panel, 'Record session').wait()
  expect(await permissions()).toContain('identity')
  const stored = await panel.evaluate(async () => JSON.stringify(await chrome.storage.local.get(null)))
  expect(stored).toContain('ruth.calder@clinic.example')
  expect(await panel.evaluate(() => document.body.textContent)).not.toContain('Continue with Microsoft')
})
