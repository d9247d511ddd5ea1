import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Browser, detectBrowserPlatform, getInstalledBrowsers, install, resolveBuildId } from '@puppeteer/browsers'
import { root } from './set-up.mjs'
import { installSystemPackages } from './system-packages.ts'

const knownPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
]
const cacheDir = join(root, 'node_modules/.cache/browser')

/**
 * Returns the path of a Chromium that can load extensions: CHROME_PATH, known places, a download, or the system's
 * package, in this order (product 15.1). Throws if there is none and none can be installed, or if CHROME_PATH names a
 * missing file.
 */
export async function findBrowser(): Promise<string> {
  const chromePath = process.env.CHROME_PATH
  if (chromePath) {
    if (existsSync(chromePath)) return chromePath
    throw new Error(`CHROME_PATH names ${chromePath}, and there is no file. Correct it or unset it.`)
  }
  const browserPath = knownPlaces.find(existsSync) ?? (await downloaded())
  if (browserPath) return browserPath
  if (installSystemPackages(['chromium']) && existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  throw new Error('No Chromium was found and none could be installed. Install Chromium and set CHROME_PATH to it.')
}

async function downloaded(): Promise<string | null> {
  const platform = detectBrowserPlatform()
  if (!platform) return null
  const chrome = (await getInstalledBrowsers({ cacheDir })).find(({ browser }) => browser === Browser.CHROME)
  if (chrome) return chrome.executablePath
  try {
    const buildId = await resolveBuildId(Browser.CHROME, platform, 'stable')
    return (await install({ browser: Browser.CHROME, buildId, cacheDir, platform })).executablePath
  } catch (error) {
    // The download fails on a machine without internet access. The caller then tries the system's package.
    console.error(`No browser could be downloaded (${error instanceof Error ? error.message : String(error)}).`)
    return null
  }
}
