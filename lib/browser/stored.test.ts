import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { z } from 'zod'

vi.mock('wxt/browser', () => import('../../tests/fakes/extension-browser.ts'))

const { knownDirectory } = await import('./known-directory.ts')
const { draftOfPanel } = await import('./drafts.ts')
const stored = await import('./stored.ts')

/**
 * For each released version of the extension, `stored-by/VERSION.json` contains one value of every key, as that version
 * stored it. Never change such a file. If a new version stores a value differently, it must still read the old values.
 */
const folder = new URL('./stored-by/', import.meta.url)
const values = z.strictObject({
  local: z.record(z.string(), z.unknown()),
  session: z.record(z.string(), z.unknown()),
})
const storedBy = (version: string) => values.parse(JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8')))

const email = 'ana@clinic.example'
const layoutId = '6f1cbb3e-6b0a-4d4c-9d54-0f3a2c1f7c11'

beforeEach(() => fakeBrowser.reset())

describe.each(readdirSync(folder).map((file) => file.replace('.json', '')))('what version %s has stored', (version) => {
  beforeEach(async () => {
    const { local, session } = storedBy(version)
    await fakeBrowser.storage.local.set(local)
    await fakeBrowser.storage.session.set(session)
  })

  test('is read as it was: settings, session and account', async () => {
    const { local } = storedBy(version)
    expect(await stored.storedSettings.read()).toEqual(local.settings)
    expect(await stored.storedSession.read()).toMatchObject({ accessToken: 'a', refreshToken: 'r' })
    expect(await stored.storedEnding.read()).toEqual(local['session-ending'])
    expect(await stored.storedEmail.read()).toBe(email)
    expect(await knownDirectory.read()).toEqual({
      ...(local['known-directory'] as object),
      allowedHosts: [['ehr.example']],
    })
  })

  test('is read as it was: templates, unsaved changes and forms', async () => {
    const { local } = storedBy(version)
    expect(await stored.storedLayouts.read()).toEqual(local.layouts)
    expect(await stored.storedTemplateDraft(email, layoutId).read()).toEqual(
      local[`template-draft:${email}:${layoutId}`],
    )
    expect(await stored.storedFormEdits(email).read()).toEqual(local[`form-edits:${email}`])
    expect(await stored.storedAgreed.read()).toEqual(local['agreed-forms'])
    expect(await stored.storedSiteRules.read()).toEqual(local['site-rules'])
  })

  test('is read as it was: typed words and the pages of a document, which an update of the extension interrupts', async () => {
    const { session } = storedBy(version)
    const ana = { email }
    expect((await draftOfPanel('window-1').lost(ana)).map(({ text }) => text)).toEqual([session.draft])
    expect(await stored.storedEncounters.read()).toEqual(session.encounters)
  })
})
