import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged, type CachedBuild } from './build-cache.ts'
import { buildEmbed, embedDir } from './build-embed.ts'
import { build, buildForFirefox, extensionDir, firefoxDir } from './build-extension.ts'
import { buildPortal, portalDir } from './build-portal.ts'
import { root } from './set-up.mjs'

const shared = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'scripts',
  'server/services/demo-user.ts',
  ...readdirSync(root).filter((name) => name.startsWith('.env')),
]

const inProject = (folder: string) => folder.slice(root.length)

const extensionSources = [...shared, 'assets', 'components', 'entrypoints', 'lib', 'public', 'wxt.config.ts']

/** `store` is the extension as it is published. `tests/house/build-sources.test.ts` checks that the sources are complete. */
export const builds = {
  extension: {
    name: 'extension',
    sources: extensionSources,
    folder: inProject(extensionDir('demo')),
    build: () => build('demo'),
  },
  store: {
    name: 'store',
    sources: extensionSources,
    folder: inProject(extensionDir('store')),
    build: () => build('store'),
  },
  firefox: {
    name: 'firefox',
    sources: extensionSources,
    folder: inProject(firefoxDir('demo')),
    build: () => buildForFirefox('demo'),
  },
  portal: {
    name: 'portal',
    sources: [...shared, 'assets', 'components', 'lib', 'portal'],
    folder: inProject(portalDir),
    build: buildPortal,
  },
  embed: {
    name: 'embed',
    sources: [...shared, 'assets', 'components', 'embed', 'lib'],
    folder: inProject(embedDir),
    build: buildEmbed,
  },
} satisfies Record<string, CachedBuild>

/** Makes one of the builds, unless its last result is still right. Returns its folder. Throws as its `build` does. */
export async function built(name: keyof typeof builds): Promise<string> {
  await buildIfChanged(builds[name])
  return join(root, builds[name].folder)
}
