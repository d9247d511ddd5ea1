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

/** The query of a page that asks if it may embed Chartside. `origin`: the origin of this page. */
export const embeddingQuery = z.strictObject({ origin: z.string().max(2_000) })

/** The answer to a page that asks if it may embed Chartside. It does not tell which other origins are listed. */
export const embeddingAnswer = z.object({ listed: z.boolean() })
