import type { PageSource } from '../shapes.ts'
import type { Adapter } from './adapter.ts'
import { advancedmdAdapter } from './advancedmd/index.ts'
import { credibleAdapter } from './credible/index.ts'
import { genericAdapter } from './generic/index.ts'
import { kipuAdapter } from './kipu/index.ts'

/**
 * One adapter for each EHR. `adapterFor` tries the adapters in this order. The generic adapter, `other`, matches every
 * page, so it must be the last.
 */
export const adapters: Record<PageSource, Adapter> = {
  kipu: kipuAdapter,
  credible: credibleAdapter,
  advancedmd: advancedmdAdapter,
  other: genericAdapter,
}

export function adapterFor(document: Document, url: URL): Adapter {
  const adapterList = Object.values(adapters)
  return (
    adapterList.find(({ host }) => host?.test(url.hostname)) ??
    adapterList.find((each) => each.matches(document)) ??
    genericAdapter
  )
}
