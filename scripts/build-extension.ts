import { join } from 'node:path'
import { demoUser } from '../server/services/seed.ts'
import { root } from './set-up.mjs'
import { runTool } from './steps.ts'

/**
 * `store`: the extension as it is published. `demo`: the same, with the address of the demo chart as an additional EHR
 * host.
 */
export type BuildMode = 'store' | 'demo'

/** Returns the folder of an unpacked build. */
export const extensionDir = (mode: BuildMode) =>
  join(root, '.output', mode === 'store' ? 'chrome-mv3' : 'chrome-mv3-demo')

/** Builds the extension and returns its folder. Throws an error with the output of the build tool if it fails. */
export async function build(mode: BuildMode): Promise<string> {
  const args = mode === 'store' ? ['build'] : ['build', '--mode', 'demo']
  // These variables fill in the sign-in form of the demo. The account exists only on a demo server.
  const account = mode === 'demo' ? { WXT_DEMO_EMAIL: demoUser.email, WXT_DEMO_PASSWORD: demoUser.password } : {}
  // Without NODE_ENV, every mode except `production`, and any build from a test, would contain React's slow development
  // code.
  const { code, output } = await runTool('wxt', args, { NODE_ENV: 'production', ...account })
  if (code !== 0) throw new Error(`The extension could not be built.\n${output}`)
  return extensionDir(mode)
}
