import { describe, expect, test } from 'vitest'
import { policyKeys } from '../../lib/contracts/index.ts'
import { checkFile } from '../../scripts/policy-files/check/check.ts'
import { printed } from '../../scripts/policy-files/check/findings.ts'
import type { HostLookup } from '../../scripts/policy-files/check/hosts.ts'
import { exampleRollout, policyFiles } from '../../scripts/policy-files/files.ts'

const id = exampleRollout.extensionId
const otherId = 'p'.repeat(32)
const example = policyFiles(exampleRollout)
const install = example['linux/chartside-install.json'] ?? ''
const settings = example['linux/chartside-settings.json'] ?? ''

const find: HostLookup = async (host) =>
  host.startsWith('missing.') ? 'missing' : host.startsWith('unsure.') ? 'unsure' : 'exists'

/** Checks a file, with the other files of its folder. Returns the printed lines. */
async function linesOf(text: string, folder: Record<string, string> = {}, name = 'a.json', ours: string | null = null) {
  const others = Object.entries(folder).map((each) => ({ name: each[0], text: each[1] }))
  return (await checkFile({ name, text, folder: async () => others }, ours, find)).map(printed)
}

const forced = (value: object) =>
  JSON.stringify({
    ...(JSON.parse(install) as object),
    ExtensionSettings: {
      [id]: {
        installation_mode: 'force_installed',
        update_url: 'https://chartside.clinic.example/extension/update.xml',
        ...value,
      },
    },
  })
const settingsOf = (extensionId: string, value: unknown) =>
  JSON.stringify({ '3rdparty': { extensions: { [extensionId]: value } } })

/** A broken policy: its text, the beginning of the printed line, and what the line says. */
type Broken = [what: string, text: string, at: string, says: string, folder?: Record<string, string>]

const syntax: Broken[] = [
  ['an empty file', '', 'a.json:1:1', 'The file is empty'],
  ['a missing comma', '{\n  "popupButton": false\n  "models": [0]\n}', 'a.json:2:23', 'A comma is missing here'],
  ['a missing comma in a list', '{"captureSources": ["microphone" "tab"]}', 'a.json:1:33', 'A comma is missing here'],
  ['a comma at the end', '{\n  "popupButton": false,\n}', 'a.json:2:23', 'Remove the comma'],
  ['a missing colon', '{"popupButton" false}', 'a.json:1:15', 'A colon is missing'],
  ['a name without quotes', '{popupButton: false}', 'a.json:1:2', 'A name must be in double quotes'],
  ['single quotes', "{'popupButton': false}", 'a.json:1:2', 'Use straight double quotes'],
  ['curly quotes', '{"serverUrl": “https://a.example”}', 'a.json:1:15', 'Use straight double quotes'],
  ['a word without quotes', '{"captureSources": [microphone]}', 'a.json:1:21', 'without quotes'],
  ['True of Python', '{"popupButton": True}', 'a.json:1:17', 'Only true, false, null'],
  ['quotes that do not close', '{"serverUrl": "https://a.example\n}', 'a.json:1:15', 'The closing quotes are missing'],
  ['a brace that does not close', '{"consent": {"required": true}', 'a.json:1:1', 'The closing brace } is missing'],
  ['a bracket that does not close', '{"models": [0, 1}', 'a.json:1:12', 'The closing bracket ] is missing'],
  ['a missing value', '{"popupButton": }', 'a.json:1:17', 'A value is missing here'],
  ['a comment', '{\n  // no popups\n  "popupButton": false}', 'a.json:2:3', 'Remove the comment'],
  ['one brace too many', '{"popupButton": false}}', 'a.json:1:23', 'The file must end here'],
  ['a single backslash', '{"consent": {"required": true, "text": "C:\\Q"}}', 'a.json:1:40', 'Write a backslash as'],
  ['a list instead of an object', '["popupButton"]', 'a.json:1:1', 'The file must contain an object'],
]
const names: Broken[] = [
  ['an unknown key', '{"captureSource": ["tab"]}', 'a.json:1:2', 'Write captureSources. Example: "captureSources": ['],
  ['another case', '{"serverURL": "https://a.example"}', 'a.json:1:2', 'Write serverUrl.'],
  ['a key like no other', '{"popupButton": true, "theme": "dark"}', 'a.json:1:23', 'write one of: serverUrl'],
  ['an unknown part of a key', '{"consent": {"required": true, "txt": "-"}}', 'a.json:1:32', 'Write text.'],
  ['a key that is set twice', '{"models": [0], "models": [1]}', 'a.json:1:17', 'is set twice'],
  ['a misspelled expected key', '{"models": [0], "expectedKeys": ["modles"]}', 'a.json:1:34', 'Write models.'],
  [
    'an expected key that is not set',
    '{"models": [0], "expectedKeys": ["ehrHosts"]}',
    'a.json:1:34',
    'does not set it',
  ],
  ['a misspelled policy', settings.replace('3rdparty', '3rdParty'), 'a.json:2:3', 'Write 3rdparty'],
  ['a misspelled part of 3rdparty', settings.replace('"extensions"', '"Extensions"'), 'a.json:3:5', 'Write extensions'],
  ['an empty policy', settingsOf(id, {}), 'a.json:1:28', 'Set at least one key'],
]
const types: Broken[] = [
  ['a text instead of a list', '{"ehrHosts": "ehr.example"}', 'a.json:1:2', 'Example: "ehrHosts": ["ehr.example"'],
  ['a text instead of true', '{"popupButton": "false"}', 'a.json:1:2', 'popupButton must be true or false'],
  ['an unknown word', '{"captureSources": ["microfone"]}', 'a.json:1:21', 'Write microphone.'],
  ['a feature that does not exist', '{"disabledFeatures": ["file"]}', 'a.json:1:23', 'Write files.'],
  ['an address without https', '{"serverUrl": "chartside.example"}', 'a.json:1:2', 'begins with https://'],
  ['an address with a path', '{"serverUrl": "https://a.example/api"}', 'a.json:1:2', 'has no path'],
  ['a host with https', '{"ehrHosts": ["a.example", "https://b.example"]}', 'a.json:1:28', 'without https://'],
  ['a name of a directory', '{"directoryId": "North clinic"}', 'a.json:1:2', 'the id of a directory'],
  ['no days', '{"retention": {"audioDays": 0}}', 'a.json:1:16', 'from 1 to 3650'],
  ['a model that does not exist', '{"models": [0, 15]}', 'a.json:1:16', 'from 0 to 14'],
]
const installs: Broken[] = [
  ['a misspelled way to install', forced({ installation_mode: 'forced_installed' }), 'a.json:1:', '"force_installed"'],
  ['an address that is no update address', forced({ update_url: 'https://a.example' }), 'a.json:1:', 'update.xml'],
  ['an id with a wrong letter', install.replaceAll(id, `${id.slice(1)}z`), 'a.json:3:5', 'has 32 letters from a to p'],
  ['no permission for the microphone', forced({}).replace('Audio', 'Video'), 'a.json', 'AudioCaptureAllowedUrls must'],
  [
    'installation and settings in one file',
    JSON.stringify({ ...(JSON.parse(install) as object), ...(JSON.parse(settings) as object) }),
    'a.json:1:',
    'Move 3rdparty into a file of its own',
  ],
]
const conflicts: Broken[] = [
  [
    'another file with ExtensionSettings',
    install,
    'a.json:2:3',
    'z.json sets ExtensionSettings, too. The browser uses only what is in z.json.',
    { 'z.json': JSON.stringify({ ExtensionSettings: { '*': { installation_mode: 'blocked' } } }) },
  ],
  [
    'a forgotten copy',
    install,
    'a.json:2:3',
    'a.json~ sets ExtensionSettings, AudioCaptureAllowedUrls, TabCaptureAllowedByOrigins, too.',
    { 'a.json~': install },
  ],
  [
    'another file with the microphone',
    install,
    'a.json:10:3',
    'b.json sets AudioCaptureAllowedUrls, too.',
    { 'b.json': '{"AudioCaptureAllowedUrls": ["https://meet.example"]}' },
  ],
  [
    'a force list of another file',
    install,
    'a.json',
    'in ExtensionInstallForcelist, too. Remove it there.',
    { 'b.json': `{"ExtensionInstallForcelist": ["${id};https://b.example/update.xml"]}` },
  ],
  ['settings in two files', settings, 'a.json:4:7', 'b.json sets the settings', { 'b.json': settings }],
  [
    'settings for an id that nobody installs',
    settingsOf(otherId, { popupButton: false }),
    'a.json:1:28',
    `install ${id}`,
    { 'b.json': install },
  ],
  [
    'a broken file beside it',
    install,
    'b.json:1:2',
    'The browser ignores this file',
    { 'b.json': '{ExtensionSettings}' },
  ],
]
const hosts: Broken[] = [
  [
    'a server that does not exist',
    '{"serverUrl": "https://missing.example"}',
    'a.json:1:2',
    'missing.example does not exist',
  ],
  [
    'an EHR that does not exist',
    '{"ehrHosts": ["*.missing.example"]}',
    'a.json:1:15',
    'missing.example does not exist',
  ],
  [
    'an update address that does not exist',
    forced({ update_url: 'https://missing.example/extension/update.xml' }),
    'a.json:1:',
    'missing.example does not exist',
  ],
]

const broken = [...syntax, ...names, ...types, ...installs, ...conflicts, ...hosts]

test('at least 40 broken policies are checked', () => expect(broken.length).toBeGreaterThanOrEqual(40))

test.each(broken)('%s is found, once, with its place', async (_what, text, at, says, folder) => {
  const lines = await linesOf(text, folder)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(says)
  expect(lines[0]?.startsWith(at)).toBe(true)
  if (!at.endsWith(':')) expect(lines[0]?.startsWith(`${at}: `)).toBe(true)
  // No text of the validator.
  expect(lines[0]).not.toMatch(/Invalid|expected (?:string|number|array)|received|regex|pattern/)
})

describe('no mistake is found', () => {
  test('in the files of the command, side by side in one folder', async () => {
    expect(await linesOf(install, { 'b.json': settings })).toEqual([])
    expect(await linesOf(settings, { 'b.json': install })).toEqual([])
    expect(await linesOf(example['firefox/policies.json'] ?? '')).toEqual([])
    expect(await linesOf(JSON.stringify(exampleRollout.policy))).toEqual([])
  })

  test('in a file with a byte order mark, and beside policies of other programs', async () => {
    const others = JSON.stringify({
      HomepageLocation: 'https://clinic.example',
      ExtensionInstallForcelist: [otherId],
      '3rdparty': { extensions: { [otherId]: { toOpenInWebApp: true } } },
    })
    expect(await linesOf(`\uFEFF${install}`, { 'b.json': others, 'c.json': settings })).toEqual([])
  })
})

test('a host that cannot be looked up is named, and is no mistake', async () => {
  const text = '{"serverUrl": "https://unsure.example"}'
  const [finding] = await checkFile({ name: 'a.json', text, folder: async () => [] }, null, find)
  expect(finding?.isError).toBe(false)
  expect(finding === undefined ? '' : printed(finding)).toMatch(/^a\.json:1:2: Not checked: .*unsure\.example/)
})

test('a file without Chartside says so, and the named id decides what is Chartside', async () => {
  const text = JSON.stringify({ '3rdparty': { extensions: { [otherId]: { color: 'blue' }, [id]: { size: 3 } } } })
  expect(await linesOf(text)).toEqual([expect.stringContaining('does not mention Chartside')])
  expect(await linesOf('{"HomepageLocation": "https://a.example"}')).toEqual([
    expect.stringContaining('does not mention Chartside'),
  ])
  expect(await linesOf(text, {}, 'a.json', otherId)).toEqual([expect.stringContaining('no setting color')])
})

test('every key has a value of the wrong type that is found', async () => {
  for (const key of policyKeys)
    expect(await linesOf(JSON.stringify({ [key]: null })), key).toEqual([
      expect.stringMatching(new RegExp(`^a\\.json:1:2: ${key} must be .* Example: "${key}": `)),
    ])
})
