import type { PageSource } from '../shapes.ts'
import type { Adapter } from './adapter.ts'
import { advancedmdAdapter } from './advancedmd/index.ts'
import { credibleAdapter } from './credible/index.ts'
import { genericAdapter } from './generic/index.ts'
import { kipuAdapter } from './kipu/index.ts'

/** One adapter for every source a page can have; `other` is the generic one and matches anything, so it stands last. */
export const adapters: Record<PageSource, Adapter> = {
  kipu: kipuAdapter,
  credible: credibleAdapter,
  advancedmd: advancedmdAdapter,
  other: genericAdapter,
}

/** The adapter for a page, by its host, else by its marks. */
export const adapterFor = (document: Document, url: URL): Adapter =>
  Object.values(adapters).find((adapter) => adapter.matches(document, url)) ?? genericAdapter
