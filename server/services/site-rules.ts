import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type SiteRules, siteRules } from '../../lib/contracts/index.ts'
import { ConfigError } from '../config.ts'

const fileShape = z.array(siteRules).max(200)

/**
 * Reads the site rules from the configured file; returns an empty list if `file` is null. The file is read at each
 * call, so that a changed file applies without a restart. Throws a `ConfigError` that names the invalid place but does
 * not quote the content.
 */
export async function readSiteRules(file: string | null): Promise<SiteRules[]> {
  if (file === null) return []
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ConfigError('SITE_RULES must be the path of a file that can be read.', { cause })
  })
  const result = fileShape.safeParse(parsed(text))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = issue?.path.length ? ` at ${issue.path.join('.')}` : ''
  throw new ConfigError(
    `SITE_RULES must be the path of a JSON list of site rules. The file does not have this form${place}.`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Invalid JSON becomes undefined, which the schema rejects.
    return undefined
  }
}
