import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type SiteRules, siteRules } from '../../lib/contracts/index.ts'
import { ConfigError } from '../config.ts'

const fileShape = z.array(siteRules).max(200)

/**
 * The site rules of the configured file, none without one. Read at each call, so that a changed file mends pages
 * without a restart. Throws a `ConfigError` that names what is wrong with the file, and never what stands in it.
 */
export async function readSiteRules(file: string | null): Promise<SiteRules[]> {
  if (file === null) return []
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new ConfigError('SITE_RULES must be the path of a file that can be read.')
  const read = fileShape.safeParse(parsed(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = issue?.path.length ? ` at ${issue.path.join('.')}` : ''
  throw new ConfigError(`SITE_RULES must be the path of a JSON list of site rules; the file does not fit${place}.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON fits no shape either.
    return undefined
  }
}
