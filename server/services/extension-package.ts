import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { create } from 'xmlbuilder2'
import {
  type ExtensionPackage,
  extensionPackage,
  isOlder,
  nextPackageFile,
  packageFile,
} from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'

const noPackage = (reason: string) =>
  new Problem('unavailable', `This server has no package of Chartside for browsers yet: ${reason}`)

/**
 * Reads a description of the extension's package in a folder. The file is read at each call, so that a new version is
 * used without a restart. Throws a `Problem` with a sentence for the administrator if there is none, or if it is damaged.
 */
async function readDescription(folder: string, description: string): Promise<ExtensionPackage> {
  const text = await readFile(join(folder, description), 'utf8').catch(() => {
    throw noPackage(
      `the folder EXTENSION_PACKAGES has no file ${description}. Run \`npm run zip -- --crx\`, and copy both files there.`,
    )
  })
  const result = extensionPackage.safeParse(parsed(text))
  if (!result.success)
    throw noPackage(
      `\`npm run zip -- --crx\` has not written the file ${description} in the folder EXTENSION_PACKAGES.`,
    )
  return result.data
}

/** Throws a `Problem` with a sentence for the administrator if the package is not the one that its file describes. */
async function demandComplete(folder: string, description: string, { file, bytes }: ExtensionPackage): Promise<void> {
  const size = await stat(join(folder, file)).then(
    (stats) => stats.size,
    () => null,
  )
  if (size === bytes) return
  throw noPackage(
    size === null
      ? `the folder EXTENSION_PACKAGES has no file ${file}. Copy it there, too.`
      : `the file ${file} in the folder EXTENSION_PACKAGES is not the one that ${description} describes. Copy both files again.`,
  )
}

/**
 * Returns the package for browsers of a group: the next one, if it is newer and its share includes this group. Throws a
 * `Problem` if this package is not complete.
 */
async function packageFor(folder: string, group: number): Promise<ExtensionPackage> {
  const hasNext = await stat(join(folder, nextPackageFile)).then(
    () => true,
    () => false,
  )
  const next = hasNext ? await readDescription(folder, nextPackageFile) : null
  const current = await readDescription(folder, packageFile)
  const isNext = next !== null && group <= (next.percent ?? 100) && isOlder(current.version, next.version)
  const chosen = isNext ? next : current
  await demandComplete(folder, isNext ? nextPackageFile : packageFile, chosen)
  return chosen
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
 * address of the folder from which the package is downloaded, without a slash at the end (product 13.13). `group`: the
 * group of the browser, 1 to 100 (product 13.27). Throws a `Problem` if the folder has no complete package.
 */
export async function updateManifest(folder: string, address: string, group: number): Promise<string> {
  const { id, version, file, sha256, bytes, minimumBrowserVersion } = await packageFor(folder, group)
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
