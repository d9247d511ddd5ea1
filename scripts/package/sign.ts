import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import crx3 from 'crx3'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { type ExtensionPackage, nextPackageFile, packageFile } from '../../lib/contracts/index.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * Every entry of a package has this time, so that two builds of the same source have the same bytes. The time is in the
 * local time zone, because zip files contain the local time.
 */
const entryTime = new Date(1980, 0, 1)

const manifestShape = z.object({ version: z.string(), minimum_chrome_version: z.string(), key: z.string() })

export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

async function zipped(folder: string): Promise<Readable> {
  const zip = new ZipFile()
  for (const file of await filesOf(folder)) {
    const options = { mtime: entryTime, mode: 0o100644, forceDosTimestamp: true }
    zip.addBuffer(await readFile(join(folder, file)), file, options)
  }
  zip.end()
  return Readable.from(zip.outputStream)
}

/**
 * Signs an unpacked build. Writes the package (CRX3) and its description into a folder that a server can use as
 * `EXTENSION_PACKAGES`. `percent`: the share of the browsers that get it first; null: all of them. Throws if the build was made for another key, because browsers would refuse the package.
 */
export async function signPackage(
  build: string,
  key: SigningKey,
  folder: string,
  percent: number | null = null,
): Promise<ExtensionPackage> {
  const manifest = manifestShape.parse(JSON.parse(await readFile(join(build, 'manifest.json'), 'utf8')))
  if (manifest.key !== key.publicKey) throw new Error('The build was made for another key.')
  await mkdir(folder, { recursive: true })
  const file = `chartside-${manifest.version}.crx`
  const { appId } = await crx3(await zipped(build), { keyPath: key.file, crxPath: join(folder, file) })
  const bytes = await readFile(join(folder, file))
  const described: ExtensionPackage = {
    id: appId,
    version: manifest.version,
    file,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    minimumBrowserVersion: manifest.minimum_chrome_version,
    ...(percent === null ? {} : { percent }),
  }
  const description = percent === null ? packageFile : nextPackageFile
  // A browser may request the description at this moment. Renaming replaces the file at once, so the browser never gets
  // an incomplete file.
  const draft = join(folder, `.${description}`)
  await writeFile(draft, `${JSON.stringify(described, null, 2)}\n`)
  await rename(draft, join(folder, description))
  return described
}
