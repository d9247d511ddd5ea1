import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const houses = ['entrypoints', 'components', 'embed', 'lib', 'portal', 'server', 'scripts', 'tests']

interface Import {
  from: string
  /** A path relative to the root, or the name of a package. */
  to: string
  typeOnly: boolean
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .filter((entry) => !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const statement =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(statement)].map(([, , type, named, dynamic]) => {
    const target = (named ?? dynamic ?? '').replace(/\?.*$/, '')
    const to = target.startsWith('.') ? normalize(join(dirname(file), target)) : target
    return { from: file, to, typeOnly: type !== undefined }
  })
}

const files = houses.flatMap((folder) => {
  try {
    return sourceFiles(folder)
  } catch {
    return []
  }
})
const imports = files.filter((file) => !isTest(file)).flatMap(importsOf)
const within = (path: string, ...folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
const wording = ({ from, to }: Import) => `${from} → ${to}`
const offenders = (wrong: (arrow: Import) => boolean) => imports.filter(wrong).map(wording)

/**
 * For each room (a folder with import rules), the other folders that it may import. The rooms of `lib` for audio,
 * transcripts, templates, reports and the page of the EHR do not import each other, so that each room can be understood
 * and tested alone. Only the entry points connect these rooms.
 */
const mayImport: Record<string, readonly string[]> = {
  'lib/contracts': [],
  'lib/api': ['lib/contracts'],
  'lib/audio': ['lib/contracts', 'lib/api'],
  'lib/transcript': ['lib/contracts', 'lib/api'],
  'lib/template': ['lib/contracts', 'lib/api'],
  'lib/report': ['lib/contracts', 'lib/api'],
  'lib/page': ['lib/contracts', 'lib/api'],
  'lib/policy': ['lib/contracts'],
  'lib/egress': ['lib/api'],
  'lib/browser': ['lib'],
  components: ['lib', 'assets'],
  entrypoints: ['lib', 'components', 'assets'],
  portal: ['lib', 'components', 'assets'],
  embed: ['lib', 'components', 'assets'],
  // This code runs in the pages of customers. So it must be small, and must contain nothing that shows a transcript or
  // records sound.
  'embed/elements': ['lib/contracts', 'embed/messages.ts'],
  'embed/react': ['lib/contracts', 'embed/elements'],
  'server/authority': ['lib/contracts', 'server/auth', 'server/clock.ts', 'server/problem.ts', 'server/store'],
  'server/store': ['lib/contracts', 'server/config.ts', 'server/problem.ts'],
  'server/providers': [
    'lib/contracts',
    'lib/template',
    'server/generation',
    'server/transcription',
    'server/config.ts',
    'server/problem.ts',
  ],
  'server/effects': [
    'lib/contracts',
    'server/services/jobs',
    'server/store',
    'server/clock.ts',
    'server/config.ts',
    'server/problem.ts',
  ],
  server: ['lib/contracts', 'lib/template', 'lib/report', 'assets'],
  scripts: ['server', 'lib', 'components', 'tests', 'assets', 'wxt.config.ts'],
}
const roomOf = (path: string) =>
  Object.keys(mayImport)
    .filter((room) => within(path, room))
    .sort((a, b) => b.length - a.length)[0]

test('the repository has files, and the import reader finds them', () => {
  expect(files.length).toBeGreaterThan(20)
  expect(imports.length).toBeGreaterThan(50)
})

test('every room imports only what the architecture allows', () => {
  expect(
    offenders(({ from, to }) => {
      const room = roomOf(from)
      if (room === undefined || !within(to, ...houses, 'assets')) return false
      return !within(to, room, ...(mayImport[room] ?? []))
    }),
  ).toEqual([])
})

test('every library folder is a room of the architecture', () => {
  const rooms = new Set(
    files.filter((file) => file.startsWith('lib/')).map((file) => file.split('/').slice(0, 2).join('/')),
  )
  expect([...rooms].filter((room) => !(room in mayImport))).toEqual([])
})

test('components access the browser only through ports: they never import lib/browser', () => {
  expect(
    offenders(({ from, to }) => within(from, 'components', 'portal', 'embed') && within(to, 'lib/browser')),
  ).toEqual([])
})

test('the server imports only contracts, template and report of the library', () => {
  const allowed = ['lib/contracts', 'lib/template', 'lib/report']
  expect(offenders(({ from, to }) => within(from, 'server') && within(to, 'lib') && !within(to, ...allowed))).toEqual(
    [],
  )
})

test('routes reach the store only through services', () => {
  expect(
    offenders(({ from, to }) => within(from, 'server/routes') && within(to, 'server/store', 'server/providers')),
  ).toEqual([])
})

test('nothing below the routes of the server imports them', () => {
  expect(
    offenders(({ from, to }) => within(to, 'server/routes') && !within(from, 'server/routes', 'server/app.ts')),
  ).toEqual([])
})

test('nothing imports entrypoints, portal, embed or tests, and only scripts and tests import the server', () => {
  expect(
    offenders(({ from, to }) => {
      if (within(to, 'entrypoints')) return !within(from, 'entrypoints')
      if (within(to, 'portal')) return !within(from, 'portal')
      if (within(to, 'embed')) return !within(from, 'embed')
      if (within(to, 'tests')) return !within(from, 'scripts')
      return within(to, 'server') && !within(from, 'server', 'scripts')
    }),
  ).toEqual([])
})

test('only lib/browser and entrypoints name the browser’s extension interface', () => {
  const doors = ['lib/browser', 'entrypoints']
  const packages = ['wxt', 'wxt/browser', 'webextension-polyfill', '@webext-core/messaging']
  expect(offenders(({ from, to }) => packages.includes(to) && !within(from, ...doors, 'wxt.config.ts'))).toEqual([])
  const naming = files
    .filter(
      (file) =>
        !isTest(file) && within(file, 'lib', 'components', 'portal', 'embed', 'server') && !within(file, ...doors),
    )
    .filter((file) =>
      /\b(browser|chrome)\.(runtime|tabs|storage|scripting|action|sidePanel)\b/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    )
  expect(naming).toEqual([])
})

test('only components and other visible parts import React', () => {
  const seen = [
    'components',
    'portal',
    'embed/frame',
    'embed/react',
    'entrypoints/sidepanel',
    'entrypoints/options',
    'entrypoints/template-editor',
    'entrypoints/welcome',
  ]
  const ui = (to: string) =>
    /^(react|react-dom|@mantine|@tiptap|@tabler|wouter|@dnd-kit|@tanstack\/react-query)(\/|$)/.test(to)
  expect(offenders(({ from, to }) => ui(to) && !within(from, ...seen, 'tests', 'scripts'))).toEqual([])
})

test('content scripts and the scripts injected into pages carry no zod: contracts come as types', () => {
  const injected = ['lib/page', 'entrypoints/ehr.content', 'entrypoints/page-frame', 'entrypoints/page-editors']
  const heavy = (arrow: Import) => arrow.to === 'zod' || (within(arrow.to, 'lib/contracts') && !arrow.typeOnly)
  expect(offenders((arrow) => within(arrow.from, ...injected) && heavy(arrow))).toEqual([])
})

test('there is no folder for leftovers, such as utils', () => {
  expect(files.filter((file) => /(^|\/)(utils?|common|managers?|helpers?|misc)(\/|\.tsx?$)/.test(file))).toEqual([])
})

test('files are kebab-case', () => {
  const odd = files.filter((file) => !/^[a-z0-9.-]+$/.test(file.split('/').at(-1) ?? ''))
  expect(odd).toEqual([])
})

test('environment is read once on the server, in config.ts', () => {
  const readers = files.filter((file) => within(file, 'server') && !isTest(file) && file !== 'server/config.ts')
  expect(readers.filter((file) => readFileSync(join(root, file), 'utf8').includes('process.env'))).toEqual([])
})
