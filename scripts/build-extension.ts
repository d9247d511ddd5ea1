import { join } from 'node:path'
import { demoUser } from '../server/services/seed.ts'
import { root } from './set-up.mjs'
import { runTool } from './steps.ts'

/** `store`: what is shipped. `demo`: the same plus the demo chart's address among the EHR hosts. */
export type BuildMode = 'store' | 'demo'

/** Where a build lies, unpacked. */
export const extensionDir = (mode: BuildMode) =>
  join(root, '.output', mode === 'store' ? 'chrome-mv3' : 'chrome-mv3-demo')

/** Builds the extension; throws with the tool's own words when it cannot. */
export async function build(mode: BuildMode): Promise<string> {
  const args = mode === 'store' ? ['build'] : ['build', '--mode', 'demo']
  // The demo's sign-in form is filled in with the account that only a demo server has.
  const account = mode === 'demo' ? { WXT_DEMO_EMAIL: demoUser.email, WXT_DEMO_PASSWORD: demoUser.password } : {}
  // Left to itself, every mode but `production`, and a build made from a test, carries React's slow development code.
  const { code, output } = await runTool('wxt', args, { NODE_ENV: 'production', ...account })
  if (code !== 0) throw new Error(`The extension could not be built.\n${output}`)
  return extensionDir(mode)
}
