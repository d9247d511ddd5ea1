import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { layoutSources } from '../../lib/contracts/index.ts'
import { advancedmd } from '../../lib/page/adapters/advancedmd/selectors.ts'
import { credible } from '../../lib/page/adapters/credible/selectors.ts'
import { kipu } from '../../lib/page/adapters/kipu/selectors.ts'
import { storedPages } from './stored-pages.ts'

/** The selectors of each EHR's adapter. */
const selectors = { kipu, credible, advancedmd }
const ehrs = layoutSources.filter((source) => source !== 'user' && source !== 'other')
const file = (path: string) => new URL(`../../${path}`, import.meta.url)
const stored = await storedPages()

describe('Adding an EHR takes four files; this test names the missing ones', () => {
  test.each(ehrs)('%s: its selectors, its adapter, its pages with their answers, and its host', async (ehr) => {
    expect(existsSync(file(`lib/page/adapters/${ehr}/selectors.ts`)), 'selectors').toBe(true)
    expect(existsSync(file(`lib/page/adapters/${ehr}/index.ts`)), 'adapter').toBe(true)
    expect(Object.keys(selectors), 'selectors in this test').toContain(ehr)
    expect(stored.filter((page) => page.ehr === ehr).length, 'stored pages with answers').toBeGreaterThanOrEqual(4)
    const [adapter] = Object.entries(selectors).filter(([name]) => name === ehr)
    for (const [path, what] of Object.entries({
      'wxt.config.ts': 'host of the extension',
      'entrypoints/ehr.content/index.ts': 'host of the doorbell',
    })) {
      const hosts = (await readFile(file(path), 'utf8')).matchAll(/https:\/\/\*\.([\w.]+)\/\*/g)
      expect(
        hosts.some(([, host]) => adapter?.[1].host.test(`www.${host}`)),
        what,
      ).toBe(true)
    }
  })
})
