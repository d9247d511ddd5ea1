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
export function adapterFor(document: Document, url: URL): Adapter {
  const known = Object.values(adapters)
  return (
    known.find(({ host }) => host?.test(url.hostname)) ?? known.find((each) => each.matches(document)) ?? genericAdapter
  )
}
