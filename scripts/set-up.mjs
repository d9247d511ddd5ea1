// Runs on Node 20 or later without installed packages. It installs the packages and the project's own Node, then runs a
// script with it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const ownNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
const stamp = join(root, 'node_modules/.chartside-lock')

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/**
 * Installs the packages unless the committed lock file is already installed. Uses `npm install`, because `npm ci` would
 * reject the lock file for its packages for other platforms.
 */
export function ensurePackages() {
  const hash = lockHash()
  if (existsSync(ownNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.error('Installing packages (a minute or two, once)…')
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const done = spawnSync(command, ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (done.status !== 0 || !existsSync(ownNode)) {
    console.error('The packages could not be installed. Check the network and the messages above, then run this again.')
    process.exit(1)
  }
  writeFileSync(stamp, hash)
}

/** Runs a script with the project's own Node and the arguments of this process. Exits with its exit code. */
export function handOver(script, args = process.argv.slice(2)) {
  ensurePackages()
  const bin = join(root, 'node_modules/.bin')
  const child = spawn(ownNode, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: {
      // Loading the server is most of its start. Node keeps the compiled code of its files here.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      ...process.env,
      PATH: `${join(root, 'node_modules/node/bin')}:${bin}:${process.env.PATH}`,
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
