import type { SpeechEngine } from '../engine.ts'
import { createLocalEngine } from '../local/index.ts'
import type { PocketsphinxFiles } from './files.ts'

export { findPocketsphinx } from './files.ts'

/** Creates an engine that uses PocketSphinx with Debian's English model. It needs no network and no key. */
export const createPocketsphinx = (files: PocketsphinxFiles, channelsMost: number): SpeechEngine =>
  createLocalEngine(
    {
      name: 'pocketsphinx',
      label: 'PocketSphinx: works offline, makes many errors. Use it only to try Chartside, not for real notes.',
      languages: ['en'],
    },
    { live: { kind: 'pocketsphinx', files } },
    channelsMost,
  )
