import { z } from 'zod'
import { limits } from './limits.ts'

/** The parts of the template editor that a host can switch on (product 2.6). */
export const editorProperties = [
  'id',
  'name',
  'group',
  'edit-group',
  'models',
  'save',
  'instructions',
  'language',
  'add',
  'generate-fields',
  'field-id',
  'options',
  'examples',
  'format',
  'omit-names',
  'temperature',
] as const
export type EditorProperty = (typeof editorProperties)[number]

/**
 * What a customer token may do (product 12.83).
 * - `all`: every call of the customer.
 * - `embed`: only the calls of the embedded parts. The token cannot read transcripts or outputs.
 * - `embed-text`: the same calls as `embed`. In addition, the page that embeds a dictation box gets the text of the
 *   box.
 */
export const tokenScopes = ['all', 'embed', 'embed-text'] as const
export const tokenScope = z.enum(tokenScopes)
export type TokenScope = z.infer<typeof tokenScope>

/**
 * The header in which an embedded frame names the binding that it opened with. The server refuses a token with another
 * binding (product 12.86).
 */
export const frameBindingHeader = 'frame-binding'

export const otherBindingSentence =
  'This page has changed the account of this box. Nothing was sent to the other account, and your text is still here. Tell the people who run this page, and do not reload it before you have copied your text.'

const isOnThisComputer = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'

/**
 * Returns true for an exact web origin as browsers write it, such as `https://clinic.example` or
 * `http://localhost:3000`. An `http:` origin must be on this computer.
 */
function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  // Refuse `*`, which URL parsers accept in a host. In the CSP directive `frame-ancestors`, `*` would allow every host.
  if (!/^(?:[a-z\d.-]+|\[[\da-f:]+\])$/.test(url.hostname)) return false
  return url.origin === text && (url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisComputer(url)))
}

/** A web origin, exactly as browsers write it (product 12.82). */
export const webOrigin = z
  .string()
  .max(limits.identifierMax)
  .refine(isWebOrigin, 'Use an address such as https://clinic.example, without a path.')

/**
 * The origins of the web pages that may embed Chartside for a developer organisation, at most 100. Their order has no
 * meaning.
 */
export const listedOrigins = z
  .array(webOrigin)
  .max(100, 'List at most 100 addresses.')
  .refine((all) => new Set(all).size === all.length, 'List each address only once.')

/** True for an origin of the user's own computer. It needs no proof: other people's pages are not there. */
export const isOwnComputer = (origin: string): boolean => isOnThisComputer(new URL(origin))

/** The TXT record that proves an origin has this name. The record proves the origin for every port of the host. */
export const proofRecordName = (origin: string): string => `_chartside.${new URL(origin).hostname}`
export const proofRecordPrefix = 'chartside-access='
/** The path of the file that proves an origin. Each of its lines is the id of a developer organisation. */
export const proofFileName = '/.well-known/chartside-access.txt'

/**
 * The result of the last check of an origin.
 * - `missing`: neither record nor file name the developer organisation.
 * - `moved`: the origin was proven, and another developer organisation has proven it since.
 * - others: the file could not be read, and the record does not name the developer organisation.
 */
export const originProblems = [
  'missing',
  'moved',
  'name',
  'address',
  'timeout',
  'connection',
  'status',
  'too-large',
] as const
export type OriginProblem = (typeof originProblems)[number]

export const originProofKinds = ['dns', 'file'] as const

/**
 * A listed origin, as the members of its developer organisation see it. A page can embed Chartside in every state but
 * `unproven`.
 */
export const embeddingOrigin = z.object({
  origin: webOrigin,
  /**
   * - `own-computer`: needs no proof.
   * - `trusted`: was listed before origins had to be proven, and works until `trustedUntil`.
   */
  state: z.enum(['own-computer', 'proven', 'trusted', 'unproven']),
  provenBy: z.enum(originProofKinds).optional(),
  trustedUntil: z.iso.datetime().optional(),
  /** True if a page of this origin may get the text of a dictation. In addition, its token needs `embed-text`. */
  words: z.boolean(),
  checkedAt: z.iso.datetime().optional(),
  problem: z.enum(originProblems).optional(),
})
export type EmbeddingOrigin = z.infer<typeof embeddingOrigin>

export const originCheck = z.strictObject({ origin: webOrigin })
export const originChange = z.strictObject({ origin: webOrigin, words: z.boolean() })

export const embeddingQuery = z.strictObject({ origin: z.string().max(2_000) })

export const embeddingAnswer = z.object({ listed: z.boolean(), words: z.boolean().default(false) })
