import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { browserArgs, type PackagedBrowser } from '../build-extension.ts'
import { root } from '../set-up.mjs'
import { runTool } from '../steps.ts'
import { packageProblems } from './check.ts'

const packageShape = z.object({ name: z.string(), version: z.string() })

export interface StorePackage {
  file: string
  /** What the package contains but must not contain. Empty: the package may be published. */
  problems: string[]
}

/**
 * Builds the package for the store of a browser. `source`: the folder of the project, by default this one. Builds of
 * the same source in different folders have exactly the same bytes. If the build fails, throws an error with the output
 * of the build tool.
 */
export async function packageFor(browser: PackagedBrowser, source = root): Promise<StorePackage> {
  const env = { NODE_ENV: 'production', EXTENSION_PUBLIC_KEY: '', WXT_ORGANISATION_SERVER: '' }
  const { code, output } = await runTool('wxt', ['zip', ...browserArgs(browser)], env, source)
  if (code !== 0) throw new Error(`The package for ${browser} could not be made.\n${output}`)
  const { name, version } = packageShape.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')))
  return {
    file: join(source, '.output', `${name}-${version}-${browser}.zip`),
    problems: await packageProblems(join(source, '.output', `${browser}-mv3`)),
  }
}
