import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './set-up.mjs'

/**
 * Folder of the editors and frameworks for the tests of filling. They are installed separately, because they are larger
 * than all other packages together.
 */
export const editorsFolder = join(root, 'tests/ehr-pages/editors')
const installed = join(editorsFolder, 'node_modules')
const stamp = join(installed, '.chartside-lock')

/**
 * Installs the editors unless the committed lock file is already installed. Takes a minute or two. Throws if the
 * installation fails.
 */
export function ensureEditorPackages(): void {
  const hash = createHash('sha256')
    .update(readFileSync(join(editorsFolder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.error('Installing the editors that the tests fill (a minute or two, once)…')
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // The editors do not need their install scripts, and some of these would download a browser.
  const done = spawnSync(
    command,
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'],
    { cwd: editorsFolder, stdio: ['ignore', 2, 2] },
  )
  if (done.status !== 0)
    throw new Error(
      'The editors could not be installed. Check the network and the messages above, then run this again.',
    )
  writeFileSync(stamp, hash)
}
