import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureGeneratorPackages, generatorFolder } from '../../../scripts/separate-packages.ts'
import { embeddedWriter, generate } from '../../../server/generation/index.ts'
import { isExhaustive } from '../../exhaustive.ts'
import { ask } from '../ask.ts'
import { newPartner } from '../partner.ts'
import { startTestServer, type TestServer } from '../start-server.ts'

const run = promisify(execFile)

/**
 * A program that a developer writes with `openapi-fetch`. Its types are those that `openapi-typescript` generates from
 * the OpenAPI document.
 */
const program = `
import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const api = createClient<paths>({
  baseUrl: process.env.CHARTSIDE_URL,
  headers: { authorization: 'Bearer ' + process.env.CHARTSIDE_KEY },
})
await api.POST('/api/customers/authenticate', { body: { customerIdentifier: 'clinic-12' } })
const { data, error } = await api.POST('/api/outputs/generate', {
  params: { query: { wait: 60 } },
  body: {
    customer_id: 'clinic-12',
    template: { name: 'Sleep', fields: [{ id: 'sleep', name: 'Sleep', type: 'string' }] },
    transcript: 'Clinician: How do you sleep?\\nPatient: I sleep about six hours each night.',
  },
})
if (data === undefined) throw new Error(error.message)
console.log(data.status, data.results[0]?.evidence.map(({ quote }) => quote).join(' '))

const form = new FormData()
form.set('file', new Blob(['Patient: I sleep well.'], { type: 'text/plain' }), 'visit.txt')
const upload = await api.POST('/api/transcripts/submit/file', {
  params: { query: { customer_id: 'clinic-12' } },
  body: { file: 'visit.txt' },
  bodySerializer: () => form,
})
if (upload.data === undefined) throw new Error(upload.error.message)
console.log(upload.data.status, upload.data.turns.join(' '))
`

let server: TestServer
let folder: string
/** The OpenAPI document, as the server sends it. */
let document: unknown
beforeAll(async () => {
  ensureGeneratorPackages()
  folder = await mkdtemp(join(tmpdir(), 'chartside-generated-'))
  server = await startTestServer({ deps: { generate, writers: () => embeddedWriter } })
  document = (await ask(server.url, 'GET /api/openapi.json')).body
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
}, 240_000)
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

test('an independent validator accepts the OpenAPI 3.1 document', async () => {
  const module = join(generatorFolder, 'node_modules/@seriousme/openapi-schema-validator/index.js')
  const { Validator } = await import(module)
  const { valid, errors } = await new Validator().validate(document)
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  const broken = structuredClone(document) as { info: { title?: string } }
  delete broken.info.title
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

const generating = test.runIf(isExhaustive('programs of developers'))

generating('a client that is generated from the document compiles, creates an output, and uploads a file', async () => {
  const modules = join(generatorFolder, 'node_modules')
  const cli = join(modules, 'openapi-typescript/bin/cli.js')
  await run(process.execPath, [cli, join(folder, 'openapi.json'), '--output', join(folder, 'api.d.ts')])
  await symlink(modules, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'program.ts'), program)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
    skipLibCheck: true,
  }
  await writeFile(join(folder, 'node.d.ts'), 'declare const process: { env: Record<string, string | undefined> }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const tsc = join(modules, 'typescript/bin/tsc')
  const { stdout: complaints } = await run(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  expect(complaints).toBe('')
  const { test: key } = await newPartner(server)
  const env = { ...process.env, CHARTSIDE_URL: server.url, CHARTSIDE_KEY: key }
  const { stdout } = await run(process.execPath, [join(folder, 'program.ts')], { env })
  expect(stdout).toBe('ready How do you sleep? I sleep about six hours each night.\nready Patient: I sleep well.\n')
})
