import { existsSync } from 'node:fs'
import { installSystemPackages } from './system-packages.ts'

const knownPlaces = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/**
 * Returns the path of a Firefox for the tests: FIREFOX_PATH, known places, or Debian's package (product 15.2). Null if
 * there is none and none can be installed. Throws if FIREFOX_PATH names a missing file.
 */
export function findFirefox(): string | null {
  const firefoxPath = process.env.FIREFOX_PATH
  if (firefoxPath) {
    if (existsSync(firefoxPath)) return firefoxPath
    throw new Error(`FIREFOX_PATH names ${firefoxPath}, and there is no file. Correct it or unset it.`)
  }
  const browserPath = knownPlaces.find(existsSync)
  if (browserPath) return browserPath
  return installSystemPackages(['firefox-esr']) && existsSync('/usr/bin/firefox-esr') ? '/usr/bin/firefox-esr' : null
}
