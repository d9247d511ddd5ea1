import { z } from 'zod'

/** Name of the JSON file that describes the package. The file is in the same folder as the package. */
export const packageFile = 'chartside.json'

/**
 * The description of the extension package that a server offers to browsers. `npm run zip -- --crx` writes it beside
 * the `.crx` file.
 */
export const extensionPackage = z.object({
  /** The id of the extension. It follows from the public key with which the package is signed. */
  id: z.string().regex(/^[a-p]{32}$/),
  version: z.string().regex(/^\d+(?:\.\d+){0,3}$/),
  /** The name of the `.crx` in the same folder. */
  file: z.string().regex(/^[a-z0-9.-]+\.crx$/),
  /** The SHA-256 hash of the `.crx` file in hexadecimal. Browsers refuse a file with another hash. */
  sha256: z.string().regex(/^[\da-f]{64}$/),
  bytes: z.number().int().min(1),
  minimumBrowserVersion: z.string().regex(/^\d+(?:\.\d+){0,3}$/),
})
export type ExtensionPackage = z.infer<typeof extensionPackage>
