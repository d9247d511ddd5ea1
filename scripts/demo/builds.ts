import { readdirSync } from 'node:fs'
import type { CachedBuild } from '../build-cache.ts'
import { buildEmbed, embedDir } from '../build-embed.ts'
import { build, extensionDir } from '../build-extension.ts'
import { buildPortal, portalDir } from '../build-portal.ts'
import { root } from '../set-up.mjs'

/** What decides about every build: packages, settings, the scripts that build, and the account of the demo. */
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

/** The builds of the demo. `tests/house/build-sources.test.ts` checks that their sources are complete. */
export const demoBuilds = {
  extension: {
    name: 'extension',
    sources: [...shared, 'assets', 'components', 'entrypoints', 'lib', 'public', 'wxt.config.ts'],
    folder: inProject(extensionDir('demo')),
    build: () => build('demo'),
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
