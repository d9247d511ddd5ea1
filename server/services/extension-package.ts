import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { create } from 'xmlbuilder2'
import { type ExtensionPackage, extensionPackage, packageFile } from '../../lib/contracts/index.ts'
import { ConfigError } from '../config.ts'

/**
 * Reads the description of the extension's package in a folder. The file is read at each call, so that a new version is
 * used without a restart. Throws a `ConfigError` if the folder has no valid description.
 */
async function readPackage(folder: string): Promise<ExtensionPackage> {
  const text = await readFile(join(folder, packageFile), 'utf8').catch((cause: unknown) => {
    throw new ConfigError(`EXTENSION_PACKAGES must be a folder with a file ${packageFile} that can be read.`, { cause })
  })
  const read = extensionPackage.safeParse(parsed(text))
  if (read.success) return read.data
  throw new ConfigError(`EXTENSION_PACKAGES must be a folder that \`npm run zip -- --crx\` has written.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Invalid JSON becomes undefined, which the schema rejects.
    return undefined
  }
}

/**
 * Returns the answer to a browser that asks for updates, as XML (protocol `gupdate` of Chromium). `address`: the
 * address of the folder from which the package is downloaded, without a slash at the end (product 13.13). Throws a
 * `ConfigError` if the folder has no valid package.
 */
export async function updateManifest(folder: string, address: string): Promise<string> {
  const { id, version, file, sha256, bytes, minimumBrowserVersion } = await readPackage(folder)
  const updatecheck = {
    '@codebase': `${address}/${file}`,
    '@version': version,
    '@prodversionmin': minimumBrowserVersion,
    '@hash_sha256': sha256,
    '@size': bytes,
    '@status': 'ok',
  }
  const app = { '@appid': id, '@status': 'ok', updatecheck }
  const answer = { '@xmlns': 'http://www.google.com/update2/response', '@protocol': '2.0', '@server': 'prod', app }
  return create({ version: '1.0', encoding: 'UTF-8' }, { gupdate: answer }).end({ prettyPrint: true })
}
