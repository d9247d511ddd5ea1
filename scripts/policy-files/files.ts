import { managedPolicy } from '../../lib/contracts/index.ts'
import { admlTexts, admxTemplate } from './admx.ts'
import { firefoxPolicies } from './firefox.ts'
import { linuxInstallation, linuxSettings } from './linux.ts'
import { macosInstallation, macosSettings } from './macos.ts'
import { registryInstallation, registrySettings } from './registry.ts'
import { expectAllKeys, managedBrowsers, type Rollout } from './rollout.ts'

export const exampleRollout: Rollout = {
  extensionId: 'abcdefghijklmnopabcdefghijklmnop',
  packageServer: 'https://chartside.clinic.example',
  group: null,
  policy: expectAllKeys(
    managedPolicy.parse({
      serverUrl: 'https://chartside.clinic.example',
      ehrHosts: ['*.kipuworks.com'],
      captureSources: ['microphone', 'tab'],
      retention: { audioDays: 3 },
      consent: { required: true, text: 'The patient agrees that this visit is recorded.', version: 1 },
      popupButton: false,
    }),
  ),
}

/**
 * Returns the content of every policy file of a rollout, by its path. The installation and the settings are two files,
 * because a browser removes the extension if it cannot read the installation. Microsoft documents these policies of Edge for
 * Windows and macOS only, so there is no file for Edge on Linux.
 */
export function policyFiles(rollout: Rollout): Record<string, string> {
  const chromium = managedBrowsers.flatMap((browser) => [
    [`windows/${browser.name}-install.reg`, registryInstallation(rollout, browser)],
    [`windows/${browser.name}-settings.reg`, registrySettings(rollout, browser)],
    [`windows/chartside-${browser.name}.admx`, admxTemplate(rollout, browser)],
    [`windows/en-US/chartside-${browser.name}.adml`, admlTexts(rollout, browser)],
    [`macos/${browser.name}-install.mobileconfig`, macosInstallation(rollout, browser)],
    [`macos/${browser.name}-settings.mobileconfig`, macosSettings(rollout, browser)],
    ...(browser.name === 'chrome'
      ? [
          ['linux/chartside-install.json', linuxInstallation(rollout, browser)],
          ['linux/chartside-settings.json', linuxSettings(rollout)],
        ]
      : []),
  ])
  return Object.fromEntries([...chromium, ['firefox/policies.json', firefoxPolicies(rollout)]])
}
