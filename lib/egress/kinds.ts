export const egressKinds = [
  'sound',
  'words',
  'files',
  'notes',
  'templates',
  'keys',
  'sign-in',
  'account',
  'organisation',
  'administration',
  'developer',
  'site-rules',
  'ticket',
  'check',
  'portal',
  'provider',
  'page',
  'other',
] as const
export type EgressKind = (typeof egressKinds)[number]

/** The kind of data that calls to these paths (without `/api`) carry. The first entry that matches is used. */
const kinds: readonly (readonly [path: RegExp, kind: EgressKind])[] = [
  [/^$/, 'check'],
  [/^\/transcription$/, 'sound'],
  [/^\/user\/recordings\/[^/]+\/audio$/, 'sound'],
  [/^\/user\/recordings\//, 'keys'],
  [/^\/user\/transcription(?:\/|$)/, 'ticket'],
  [/^\/user\/transcripts\/submit\/file$/, 'files'],
  [/^\/user\/transcripts(?:\/|$)/, 'words'],
  [/^\/user\/reports(?:\/|$)/, 'notes'],
  [/^\/user\/(?:layouts|fields|examples)(?:\/|$)/, 'templates'],
  [/^\/user\/site-rules$/, 'site-rules'],
  [
    /^\/user\/(?:login|logout|register|password|oauth|token|portal|google|microsoft|apple)(?:\/(?!directory|url\/directory)|$)/,
    'sign-in',
  ],
  [/^\/user\/(?:directories|lookup|google)(?:\/|$)/, 'organisation'],
  [/^\/user\/(?:account|banners|email|licenses|models|subscriptions)(?:\/|$)/, 'account'],
  [/^\/(?:admin|inbox|products|stripe)(?:\/|$)/, 'administration'],
  // Calls of the developer API. The extension makes none of them, so an entry of this kind in the ledger shows a
  // mistake.
  [
    /^\/(?:user\/(?:access|templates|users|customers)|access|customer|key|transcripts|templates|outputs|customers|users|bearer)(?:\/|$)/,
    'developer',
  ],
]

/**
 * Returns the kind of data that a request to the server carries. `path`: the path of the request, or the path of an
 * endpoint, with parameters in braces.
 */
export function kindOf(path: string): EgressKind {
  const below = path.replace(/^\/api(?=\/|$)/, '')
  return kinds.find(([pattern]) => pattern.test(below))?.[1] ?? 'other'
}
