import { fakeBrowser } from 'wxt/testing/fake-browser'

/** How the fake browser says that the extension was installed. */
export type InstallType = 'development' | 'normal' | 'admin'

/** Sets how the extension was installed. `admin`: by a policy of the browser. */
export function installAs(installType: InstallType): void {
  const getSelf = async () => ({ installType })
  Object.assign(fakeBrowser.management, { getSelf })
}

installAs('development')
// As in Chromium. Firefox has no such method.
Object.assign(fakeBrowser.storage.local, { setAccessLevel: async () => undefined })
Object.assign(fakeBrowser.runtime, { getManifest: () => ({ version: '1.0.0' }) })

export { fakeBrowser as browser }
