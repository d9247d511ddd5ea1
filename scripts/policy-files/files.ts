import { managedPolicy } from '../../lib/contracts/index.ts'
import { admlTexts, admxTemplate } from './admx.ts'
import { firefoxPolicies } from './firefox.ts'
import { linuxPolicy } from './linux.ts'
import { macosProfile } from './macos.ts'
import { registryFile } from './registry.ts'
import { managedBrowsers, type Rollout } from './rollout.ts'

/** The rollout of the files in `docs/policies`, which show what the files for an organisation look like. */
export const exampleRollout: Rollout = {
  extensionId: 'abcdefghijklmnopabcdefghijklmnop',
  packageServer: 'https://chartside.clinic.example',
  policy: managedPolicy.parse({
    serverUrl: 'https://chartside.clinic.example',
    ehrHosts: ['*.kipuworks.com'],
    captureSources: ['microphone', 'tab'],
    retention: { audioDays: 3 },
    consent: { required: true, text: 'The patient agrees that this visit is recorded.', version: 1 },
    popupButton: false,
    expectedKeys: ['serverUrl', 'ehrHosts', 'captureSources', 'retention', 'consent', 'popupButton'],
  }),
}

/**
 * Returns the content of every policy file of a rollout, by its path. Microsoft documents these policies of Edge for
 * Windows and macOS only, so there is no file for Edge on Linux.
 */
export function policyFiles(rollout: Rollout): Record<string, string> {
  const chromium = managedBrowsers.flatMap((browser) => [
    [`windows/${browser.name}.reg`, registryFile(rollout, browser)],
    [`windows/chartside-${browser.name}.admx`, admxTemplate(rollout, browser)],
    [`windows/en-US/chartside-${browser.name}.adml`, admlTexts(rollout, browser)],
    [`macos/${browser.name}.mobileconfig`, macosProfile(rollout, browser)],
    ...(browser.name === 'chrome' ? [['linux/chrome.json', linuxPolicy(rollout, browser)]] : []),
  ])
  return Object.fromEntries([...chromium, ['firefox/policies.json', firefoxPolicies(rollout)]])
}
