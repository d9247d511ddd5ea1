import { join } from 'node:path'
import { demoUser } from '../server/services/demo-user.ts'
import { root } from './set-up.mjs'
import { runTool } from './steps.ts'

/**
 * `store`: the extension as it is published. `demo`: like `store`, with the address of the demo chart as an additional
 * EHR host.
 */
export type BuildMode = 'store' | 'demo'

export interface OrganisationPackage {
  /** SPKI in DER, base64. It decides the id of the extension. */
  publicKey: string
  /** The only server that the package knows. Null: the policy or the user chooses the server. */
  server: string | null
  /** True: the package waits for its policy before it sends anything, however it was installed. */
  managed: boolean
  /** The version in the manifest. Null: the version of this source. */
  version: string | null
}

export const extensionDir = (mode: BuildMode, isSigned = false) =>
  join(root, '.output', `chrome-mv3${mode === 'store' ? '' : '-demo'}${isSigned ? '-signed' : ''}`)

/** The browsers for which there is a package. Edge takes the same files as Chrome, in a package of its own. */
export const packagedBrowsers = ['chrome', 'edge', 'firefox'] as const
export type PackagedBrowser = (typeof packagedBrowsers)[number]

/** Returns the arguments of the build tool for a browser. Without `--mv3`, it would build Manifest V2 for Firefox. */
export const browserArgs = (browser: PackagedBrowser): string[] => ['--browser', browser, '--mv3']

export const firefoxDir = (mode: BuildMode) => join(root, '.output', `firefox-mv3${mode === 'store' ? '' : '-demo'}`)

export const buildForFirefox = (mode: BuildMode): Promise<string> => run(mode, 'firefox', null, firefoxDir(mode))

/**
 * Builds the extension for Chromium and returns its folder. If `organisation` is null, the browser or the store chooses
 * the id. If the build fails, throws an error with the output of the build tool.
 */
export const build = (mode: BuildMode, organisation: OrganisationPackage | null = null): Promise<string> =>
  run(mode, 'chrome', organisation, extensionDir(mode, organisation !== null))

async function run(
  mode: BuildMode,
  browser: PackagedBrowser,
  organisation: OrganisationPackage | null,
  folder: string,
) {
  const args = ['build', ...browserArgs(browser), ...(mode === 'store' ? [] : ['--mode', 'demo'])]
  // These variables fill in the sign-in form of the demo. The account exists only on a demo server.
  const account = mode === 'demo' ? { WXT_DEMO_EMAIL: demoUser.email, WXT_DEMO_PASSWORD: demoUser.password } : {}
  // Without NODE_ENV, every mode except `production`, and any build from a test, would contain React's slow development
  // code.
  const { code, output } = await runTool('wxt', args, {
    NODE_ENV: 'production',
    EXTENSION_PUBLIC_KEY: organisation?.publicKey ?? '',
    EXTENSION_VERSION: organisation?.version ?? '',
    WXT_ORGANISATION_SERVER: organisation?.server ?? '',
    WXT_ORGANISATION_MANAGED: String(organisation?.managed ?? false),
    ...account,
  })
  if (code !== 0) throw new Error(`The extension could not be built.\n${output}`)
  return folder
}
