import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './set-up.mjs'

/**
 * Folder of the packages of text editors and UI frameworks that the fill tests use in their pages. They are installed
 * separately, because they are larger than all other packages together.
 */
export const editorsFolder = join(root, 'tests/ehr-pages/editors')

export const ensureEditorPackages = () => ensurePackages(editorsFolder, 'the editors that the tests fill')

export const librariesFolder = join(root, 'tests/ehr-pages/libraries')

export const ensureLibraryPackages = () => ensurePackages(librariesFolder, 'the widget libraries that the tests fill')

/**
 * Folder of the tools with which the tests read our OpenAPI document as other developers would. The tools are installed
 * separately, because the generator needs an older TypeScript than ours.
 */
export const generatorFolder = join(root, 'tests/server/sdk/generator')

export const ensureGeneratorPackages = () => ensurePackages(generatorFolder, 'the tools that read the API document')

/** Folder of the server with the protocol of S3 that the tests of stored files use. */
export const s3Folder = join(root, 'tests/fakes/s3')

export const ensureS3Packages = () => ensurePackages(s3Folder, 'the S3 server that the tests use')

/** Installs the packages of a folder unless its committed lock file is already installed. Takes a minute or two. */
function ensurePackages(folder: string, what: string): void {
  const installed = join(folder, 'node_modules')
  const stamp = join(installed, '.chartside-lock')
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.error(`Installing ${what} (a minute or two, once)…`)
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // The packages do not need their install scripts, and some of these scripts would download a browser.
  const install = spawnSync(
    command,
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'],
    { cwd: folder, stdio: ['ignore', 2, 2] },
  )
  if (install.status !== 0)
    throw new Error(`Installing ${what} failed. Check the network and the messages above, then run this again.`)
  writeFileSync(stamp, hash)
}
