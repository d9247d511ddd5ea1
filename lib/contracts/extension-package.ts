import { z } from 'zod'

export const packageFile = 'chartside.json'

export const extensionPackage = z.object({
  id: z.string().regex(/^[a-p]{32}$/),
  version: z.string().regex(/^\d+(?:\.\d+){0,3}$/),
  file: z.string().regex(/^[a-z0-9.-]+\.crx$/),
  /** The SHA-256 hash of the `.crx` file in hexadecimal. Browsers refuse a file with another hash. */
  sha256: z.string().regex(/^[\da-f]{64}$/),
  bytes: z.number().int().min(1),
  minimumBrowserVersion: z.string().regex(/^\d+(?:\.\d+){0,3}$/),
})
export type ExtensionPackage = z.infer<typeof extensionPackage>
