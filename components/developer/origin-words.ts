import type { EmbeddingOrigin, OriginProblem } from '../../lib/contracts/embedding.ts'
import { dayWords } from '../ui/dates.ts'
import type { Tone } from '../ui/tag.tsx'

/** Whether a page of this origin can show Chartside, in words. */
export function originStateWords({ state, trustedUntil }: EmbeddingOrigin): { label: string; tone: Tone } {
  if (state === 'proven') return { label: 'Proven', tone: 'good' }
  if (state === 'own-computer') return { label: 'This computer', tone: 'plain' }
  if (state === 'trusted') return { label: `Works until ${dayWords(trustedUntil ?? '')}`, tone: 'look' }
  return { label: 'Not proven', tone: 'look' }
}

/** What the last check of an origin found, and what to do. */
export const originProblemWords: Record<OriginProblem, string> = {
  missing: 'Neither the TXT record nor the file names your organisation. A new TXT record can take an hour to appear.',
  moved: 'Another developer organisation has proven this address since. Publish your proof alone, then check again.',
  name: 'The name of this address has no IP address, and no TXT record names your organisation.',
  address: 'This address leads to a private network, so the file was not read. Publish the TXT record.',
  timeout: 'The web site did not answer in time. Try again, or publish the TXT record.',
  connection: 'The web site cannot be reached with https. Check its certificate, or publish the TXT record.',
  status:
    'The web site answered with an error or a redirect instead of the file. Publish the file at exactly this path.',
  'too-large': 'The file is larger than 8 KB. It must have only the access id.',
}
