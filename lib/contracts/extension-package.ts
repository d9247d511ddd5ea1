import { z } from 'zod'
import { versionPattern } from './policy.ts'

/** Describes the package that every browser gets. */
export const packageFile = 'chartside.json'
/** Describes a newer package that only a part of the browsers gets. */
export const nextPackageFile = 'chartside-next.json'

/** Browsers of the groups 1 to `percent` get a newer package first. A browser without a group is in the last one. */
export const rolloutGroup = z.coerce.number().int().min(1).max(100)

export const extensionPackage = z.object({
  id: z.string().regex(/^[a-p]{32}$/),
  version: z.string().regex(versionPattern),
  file: z.string().regex(/^[a-z0-9.-]+\.crx$/),
  /** The SHA-256 hash of the `.crx` file in hexadecimal. Browsers refuse a file with another hash. */
  sha256: z.string().regex(/^[\da-f]{64}$/),
  bytes: z.number().int().min(1),
  minimumBrowserVersion: z.string().regex(versionPattern),
  /** The share of the browsers that get this package. Absent: all of them. */
  percent: z.number().int().min(0).max(100).optional(),
})
export type ExtensionPackage = z.infer<typeof extensionPackage>
