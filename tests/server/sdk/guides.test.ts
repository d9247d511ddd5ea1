import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CodeLanguage,
  codeLanguages,
  codeOf,
  playgroundRequest,
} from '../../../components/developer/playground-code.ts'
import { buildSdk } from '../../../scripts/build-sdk.ts'
import { root } from '../../../scripts/set-up.mjs'
import { embeddedWriter, generate } from '../../../server/generation/index.ts'
import { isExhaustive } from '../../exhaustive.ts'
import { newPartner } from '../partner.ts'
import { startTestServer, type TestServer } from '../start-server.ts'

const run = promisify(execFile)

/** A program in a guide, and the output that the guide shows for the program. `prints` is empty if it shows none. */
interface Snippet {
  name: string
  program: string
  prints: string
}

async function snippetsIn(guide: string): Promise<Snippet[]> {
  const text = await readFile(join(root, 'docs/api', guide), 'utf8')
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({ language, code }))
  return blocks.flatMap(({ language, code = '' }, index) => {
    const next = blocks[index + 1]
    const prints = next?.language === 'text' ? (next.code ?? '') : ''
    return language === 'ts' || language === 'tsx'
      ? [{ name: `${guide.replace('.md', '')}-${index}.${language}`, program: code, prints }]
      : []
  })
}
const guides = (await readdir(join(root, 'docs/api'))).sort()
const snippets = (await Promise.all(guides.map(snippetsIn))).flat()

/** The folder of a developer who has installed the package, with its dependencies and the types of Node. */
let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-guides-'))
  await buildSdk(join(folder, 'built'))
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@types'), { recursive: true })
  await cp(join(folder, 'built'), join(modules, 'chartside-api'), { recursive: true })
  const { dependencies } = JSON.parse(await readFile(join(modules, 'chartside-api/package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), '@types/node', 'undici-types', 'react', '@types/react', 'csstype'])
    await symlink(join(root, 'node_modules', name), join(modules, name))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  for (const { name, program } of snippets) await writeFile(join(folder, name), program)
  server = await startTestServer({ deps: { generate, writers: () => embeddedWriter } })
}, 120_000)
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

test('the package depends on the HTTP client and zod only, and its React components on React', async () => {
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(folder, 'built/package.json'), 'utf8'))
  expect([Object.keys(dependencies), Object.keys(peerDependencies)]).toEqual([['ky', 'zod'], ['react']])
  const importedBy = async (file: string): Promise<string[]> => {
    const code = await readFile(join(folder, 'built', file), 'utf8')
    const named = [...code.matchAll(/^(?:import|export) .*? from "([^"]+)";$/gm)].map(([, name = '']) => name)
    const own = named.filter((name) => name.startsWith('./'))
    const others = await Promise.all(own.map(importedBy))
    return [...new Set([...named.filter((name) => !name.startsWith('./')), ...others.flat()])].sort()
  }
  expect(await importedBy('index.js')).toEqual(['ky', 'zod'])
  expect(await importedBy('elements.js')).toEqual(['zod'])
  expect(await importedBy('react.js')).toEqual(['react'])
})

test('a server that renders pages can load the elements and the components', async () => {
  await writeFile(join(folder, 'rendering.js'), "import 'chartside-api/elements'\nimport 'chartside-api/react'\n")
  const { stderr } = await run(process.execPath, [join(folder, 'rendering.js')])
  expect(stderr).toBe('')
})

test('the folder of the package has every page to which its pages link', async () => {
  const built = join(folder, 'built')
  const pages = (await readdir(built)).filter((name) => name.endsWith('.md'))
  expect(pages).toContain('README.md')
  for (const page of pages) {
    const text = await readFile(join(built, page), 'utf8')
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link)
    expect([page, links.filter((link) => !pages.includes(link ?? ''))]).toEqual([page, []])
  }
})

test('every program of the guides has the right types', async () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2023',
    module: 'nodenext',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    skipLibCheck: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

describe('a program of a guide prints what the guide says:', () => {
  const all = snippets.filter(({ name }) => name.endsWith('.ts'))
  const programs = isExhaustive('programs of developers') ? all : all.slice(0, 3)
  test.each(programs)('$name', async ({ name, prints }) => {
    expect(prints).not.toBe('')
    const { test: key } = await newPartner(server)
    const env = { ...process.env, CHARTSIDE_URL: server.url, CHARTSIDE_KEY: key }
    const { stdout } = await run(process.execPath, [join(folder, name)], { env })
    expect(stdout).toBe(prints)
  })
})

describe('the program that the playground shows creates its output:', () => {
  const runs: Record<CodeLanguage, { file: string; command: string }> = {
    TypeScript: { file: 'shown.ts', command: process.execPath },
    Python: { file: 'shown.py', command: 'python3' },
    curl: { file: 'shown.sh', command: 'bash' },
  }
  // If a program does not escape this text, the text ends a string literal or a here-document of the program, or runs a
  // command that creates the file `ran`.
  const transcript = `Clinician: How do you sleep? It's "fine"? \\n $(touch ran) \`touch ran\` \${1}
Patient: I don't; I sleep about six hours each night – naïvely 😀.
JSON
EOF`
  test.each(codeLanguages)('%s', async (language) => {
    const { file, command } = runs[language]
    const fields = [{ id: 'sleep', name: 'Sleep \'of\' "nights"', type: 'string' as const }]
    const request = playgroundRequest({ name: 'Sleep', instructions: '', fields }, { context: {}, transcript })
    await writeFile(join(folder, file), codeOf(language, request, server.url))
    const { test: key } = await newPartner(server)
    const env = { ...process.env, CHARTSIDE_KEY: key }
    const { stdout } = await run(command, [join(folder, file)], { env, cwd: folder })
    expect(stdout).toContain('ready')
    expect(stdout).toContain('I sleep about six hours each night')

    const made = await fetch(`${server.url}/api/transcripts/list?customer_id=playground`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(await made.json()).toMatchObject({ total: 1 })
    expect(await readdir(folder)).not.toContain('ran')
  })
})
