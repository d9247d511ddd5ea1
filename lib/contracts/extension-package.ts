import { z } from 'zod'

/** Name of the JSON file that describes the package. The file is in the same folder as the package. */
export const packageFile = 'chartside.json'

/**
 * Describes the package of the extension that a server gives to browsers. `npm run zip -- --crx` writes this
 * description beside the `.crx` file.
 */
export const extensionPackage = z.object({
  /** The id of the extension, made from the public key that signs it. */
  id: z.string().regex(/^[a-p]{32}$/),
  version: z.string().regex(/^\d+(?:\.\d+){0,3}$/),
  /** The name of the `.crx` in the same folder. */
  file: z.string().regex(/^[a-z0-9.-]+\.crx$/),
  /** The SHA-256 of the `.crx`, in hexadecimal. Browsers refuse a file with another SHA-256. */
  sha256: z.string().regex(/^[\da-f]{64}$/),
  bytes: z.number().int().min(1),
  minimumBrowserVersion: z.string().regex(/^\d+(?:\.\d+){0,3}$/),
})
export type ExtensionPackage = z.infer<typeof extensionPackage>
