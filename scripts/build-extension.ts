import { join } from 'node:path'
import { demoUser } from '../server/services/seed.ts'
import { root } from './set-up.mjs'
import { runTool } from './steps.ts'

/**
 * `store`: the extension as it is published. `demo`: the same, with the address of the demo chart as an additional EHR
 * host.
 */
export type BuildMode = 'store' | 'demo'

/** Returns the folder of an unpacked build. `isSigned`: it has a public key. */
export const extensionDir = (mode: BuildMode, isSigned = false) =>
  join(root, '.output', `chrome-mv3${mode === 'store' ? '' : '-demo'}${isSigned ? '-signed' : ''}`)

/**
 * Builds the extension and returns its folder. `publicKey`: SPKI in DER, base64, from which its fixed id is made; null:
 * the browser or the store gives the id. Throws an error with the output of the build tool if it fails.
 */
export async function build(mode: BuildMode, publicKey: string | null = null): Promise<string> {
  const args = mode === 'store' ? ['build'] : ['build', '--mode', 'demo']
  // These variables fill in the sign-in form of the demo. The account exists only on a demo server.
  const account = mode === 'demo' ? { WXT_DEMO_EMAIL: demoUser.email, WXT_DEMO_PASSWORD: demoUser.password } : {}
  // Without NODE_ENV, every mode except `production`, and any build from a test, would contain React's slow development
  // code.
  const { code, output } = await runTool('wxt', args, {
    NODE_ENV: 'production',
    EXTENSION_PUBLIC_KEY: publicKey ?? '',
    ...account,
  })
  if (code !== 0) throw new Error(`The extension could not be built.\n${output}`)
  return extensionDir(mode, publicKey !== null)
}
