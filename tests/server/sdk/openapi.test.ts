import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePerlClient } from '../../../scripts/example-programs.ts'
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

test('redocly finds no error and nothing to warn of in the document', async () => {
  const redocly = join(generatorFolder, 'node_modules/@redocly/cli/bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const lint = run(process.execPath, [redocly, 'lint', join(folder, 'openapi.json'), '--format', 'json'], { env })
  const { stdout } = await lint.catch((error: { stdout: string }) => error)
  const { problems, totals } = JSON.parse(stdout)
  expect(problems).toEqual([])
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
}, 60_000)

test('the patterns of the document are written as Python, Perl, Go and Java read them, too', () => {
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) =>
    JSON.parse(text),
  )
  expect(patterns.length).toBeGreaterThan(3)
  // `\u`, `\p`, looking around and named groups are written differently there, or are missing.
  expect(patterns.filter((pattern: string) => /\\[upPkc]|\(\?(?!:)/.test(pattern))).toEqual([])
})

/**
 * A program with OpenAPI::Client, which makes a Perl class with a method for each call of the document, and checks what is
 * sent against its schemas.
 */
const perlProgram = `
use strict;
use warnings;
use OpenAPI::Client;

my $api = OpenAPI::Client->new("file://$ENV{DOCUMENT}");
$api->base_url(Mojo::URL->new($ENV{CHARTSIDE_URL}));
$api->ua->on(start => sub { $_[1]->req->headers->authorization("Bearer $ENV{CHARTSIDE_KEY}") });
sub done {
  my $tx = shift;
  die $tx->res->body if $tx->error;
  return $tx->res->json;
}
done($api->authenticateCustomer({body => {customerIdentifier => 'clinic-12'}}));
my $output = done($api->generateOutput({
  wait => 60,
  body => {
    customer_id => 'clinic-12',
    template => {name => 'Sleep', fields => [{id => 'sleep', name => 'Sleep', type => 'string'}]},
    transcript => "Clinician: How do you sleep?\\nPatient: I sleep about six hours each night.",
  },
}));
print join(' ', $output->{status}, map { $_->{quote} } @{$output->{results}[0]{evidence}}), "\\n";
$api->ua->transactor->add_generator(upload => sub {
  my ($transactor, $tx, $parts) = @_;
  my %form = map { $_ => {content => $parts->{$_}, filename => 'visit.txt'} } keys %$parts;
  return $transactor->generators->{form}->($transactor, $tx, \\%form);
});
my $upload = done($api->submitFile({customer_id => 'clinic-12'}, upload => {file => 'Patient: I sleep well.'}));
print join(' ', $upload->{status}, @{$upload->{turns}}), "\\n";
my $refused = $api->generateOutput({body => {}});
print $refused->res->json->{errors}[0]{path}, "\\n";
`

test.skipIf(!ensurePerlClient())(
  'a Perl client that is made from the document creates an output, and uploads a file',
  async () => {
    const metaSchema = 'https://spec.openapis.org/oas/3.1/schema/2021-05-20'
    const cache = join(folder, 'schemas')
    await mkdir(cache)
    // The client would download the schema of OpenAPI 3.1. An independent validator has checked the document already.
    await writeFile(
      join(cache, createHash('md5').update(metaSchema).digest('hex')),
      JSON.stringify({ $id: metaSchema }),
    )
    await writeFile(join(folder, 'program.pl'), perlProgram)
    const { test: key } = await newPartner(server)
    const env = {
      ...process.env,
      CHARTSIDE_URL: server.url,
      CHARTSIDE_KEY: key,
      DOCUMENT: join(folder, 'openapi.json'),
      JSON_VALIDATOR_CACHE_PATH: cache,
    }
    const { stdout } = await run('perl', [join(folder, 'program.pl')], { env })
    expect(stdout).toBe(
      'ready How do you sleep? I sleep about six hours each night.\nready Patient: I sleep well.\n/body/customer_id\n',
    )
  },
  120_000,
)

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
