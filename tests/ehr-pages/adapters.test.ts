import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layoutSources } from '../../lib/contracts/index.ts'
import { advancedmd, advancedmdCounts } from '../../lib/page/adapters/advancedmd/selectors.ts'
import { credible, credibleCounts } from '../../lib/page/adapters/credible/selectors.ts'
import { kipu, kipuCounts } from '../../lib/page/adapters/kipu/selectors.ts'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { serveStoredPages, storedPages } from './stored-pages.ts'

/**
 * For each EHR, the selectors of its adapter and how often each matches. An EHR that is missing here has no evidence.
 */
const evidence = {
  kipu: { selectors: kipu, counts: kipuCounts },
  credible: { selectors: credible, counts: credibleCounts },
  advancedmd: { selectors: advancedmd, counts: advancedmdCounts },
}
const ehrs = layoutSources.filter((source) => source !== 'user' && source !== 'other')
const file = (path: string) => new URL(`../../${path}`, import.meta.url)
const stored = await storedPages()

describe('Adding an EHR takes four files; this test names the missing ones', () => {
  test.each(ehrs)('%s: its selectors, its adapter, its pages with their answers, and its host', async (ehr) => {
    expect(existsSync(file(`lib/page/adapters/${ehr}/selectors.ts`)), 'selectors').toBe(true)
    expect(existsSync(file(`lib/page/adapters/${ehr}/index.ts`)), 'adapter').toBe(true)
    expect(Object.keys(evidence), 'evidence in this test').toContain(ehr)
    expect(stored.filter((page) => page.ehr === ehr).length, 'stored pages with answers').toBeGreaterThanOrEqual(4)
    const [source] = Object.entries(evidence).filter(([name]) => name === ehr)
    for (const [path, what] of Object.entries({
      'wxt.config.ts': 'host of the extension',
      'entrypoints/ehr.content/index.ts': 'host of the doorbell',
    })) {
      const hosts = (await readFile(file(path), 'utf8')).matchAll(/https:\/\/\*\.([\w.]+)\/\*/g)
      expect(
        hosts.some(([, host]) => source?.[1].selectors.host.test(`www.${host}`)),
        what,
      ).toBe(true)
    }
  })
})

describe('What an adapter looks for occurs as often as its evidence says', () => {
  let room: PageRoom
  let stage: Awaited<ReturnType<typeof serveStoredPages>>
  beforeAll(async () => {
    stage = await serveStoredPages()
    room = await openPageRoom()
  })
  afterAll(async () => {
    await room.close()
    stage.close()
  })

  test.each(Object.entries(evidence))('%s', async (ehr, { selectors, counts }) => {
    const texts = new Map<string, unknown>(Object.entries(selectors))
    for (const { path, form } of stored.filter((page) => page.ehr === ehr)) {
      const open = await room.open(stage.url(path))
      const met: Record<string, number> = {}
      const told: Record<string, number> = {}
      for (const [name, on] of Object.entries(counts)) {
        const selector = texts.get(name)
        if (typeof selector !== 'string') throw new Error(`${name} is no selector of ${ehr}.`)
        // A selector that starts with `:scope` is queried inside every item.
        const asked = selector.replace(':scope', texts.get('item') as string)
        const found = await Promise.all(
          open.page.frames().map((frame) => frame.$$eval(asked, (elements) => elements.length)),
        )
        met[name] = found.reduce((sum, each) => sum + each, 0)
        told[name] = on[form] ?? Number.NaN
      }
      expect(met, `${ehr}/${form}`).toEqual(told)
      await open.page.close()
    }
  })
})
