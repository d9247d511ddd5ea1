import type { Adapter } from './adapter.ts'
import { anyButton, genericAdapter } from './generic/index.ts'

/** Evidence H: `https://*.crediblebh.com`, framesets of the same origin. M: `x_N` are scored push-buttons, entered by hand. */
const scored = /^x_\d+$/

/** Credible by the generic ladder for now; what its own markup tells is still to be used. */
export const credibleAdapter: Adapter = {
  ...genericAdapter,
  source: 'credible',
  matches: (_document, url) => /(?:^|\.)crediblebh\.com$/i.test(url.hostname),
  fields: (document, form, ports) =>
    genericAdapter
      .fields(document, form, ports)
      .map((field) => (field.names.some((name) => scored.test(name)) ? { ...field, locked: 'scored' } : field)),
  // H: never press Complete, never a signature.
  forbidden: `${anyButton}, input[name="Complete"]`,
}
