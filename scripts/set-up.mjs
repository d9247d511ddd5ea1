// Runs on any Node from 20 with nothing installed: brings the packages and the project's own Node, then hands over to it.
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

/** Installs the committed lock when it is not what is installed. `npm ci` would refuse it (other platforms' packages). */
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

/** Runs a script of the project on its own Node, with this process's arguments, and ends as it ends. */
export function handOver(script, args = process.argv.slice(2)) {
  ensurePackages()
  const bin = join(root, 'node_modules/.bin')
  const child = spawn(ownNode, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules/node/bin')}:${bin}:${process.env.PATH}` },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
