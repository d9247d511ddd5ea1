// `npm run policies -- --help` explains the options: writes policy files for administrators, and checks such files.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { managedPolicy } from '../lib/contracts/index.ts'
import { bytesOf, CommandError, exitCodes } from './command.ts'
import { checkFile } from './policy-files/check/check.ts'
import { printed } from './policy-files/check/findings.ts'
import { lookUpHost } from './policy-files/check/hosts.ts'
import { exampleRollout, policyFiles } from './policy-files/files.ts'
import { type Request, readRequest, usage, usageError } from './policy-files/options.ts'
import { expectAllKeys, type Rollout } from './policy-files/rollout.ts'
import { root } from './set-up.mjs'

const readText = (file: string): string => bytesOf(file, exitCodes.usage).toString('utf8')

const ownKinds = ['.reg', '.mobileconfig', '.admx', '.adml']

/** Reads the other files in the folder of a policy file. The browser reads all of them, also copies. */
async function readNeighbors(file: string) {
  const folder = dirname(resolve(file))
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const others = names.filter((name) => name !== basename(file) && !ownKinds.includes(extname(name)))
  return others.map((name) => ({ name, text: readText(join(folder, name)) }))
}

async function check({ files, id }: Extract<Request, { kind: 'check' }>): Promise<void> {
  for (const file of files) {
    if (!file.endsWith('.json'))
      throw usageError(
        `Only JSON files can be checked. Check the settings from which ${basename(file)} was made. Example: --check policy.json`,
      )
    const findings = await checkFile(
      { name: basename(file), text: readText(file), folder: () => readNeighbors(file) },
      id,
      lookUpHost,
    )
    for (const finding of findings) console.log(printed(finding))
    if (findings.some(({ isError }) => isError)) process.exitCode = 1
    else console.log(`${basename(file)}: no mistakes found.`)
  }
}

async function readRollout({ id, server, policy, group }: Extract<Request, { kind: 'write' }>): Promise<Rollout> {
  const name = basename(policy)
  // A host that does not exist in this network may exist in the network of the computers.
  const findings = await checkFile({ name, text: readText(policy), folder: async () => [] }, null, async () => 'exists')
  if (findings.length > 0) throw usageError(findings.map(printed).join('\n'))
  const settings = managedPolicy.parse({ serverUrl: server, ...JSON.parse(readText(policy)) })
  return { extensionId: id, packageServer: server, group, policy: expectAllKeys(settings) }
}

async function write(rollout: Rollout, folder: string): Promise<void> {
  for (const [path, content] of Object.entries(policyFiles(rollout))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
    console.log(join(folder, path))
  }
}

async function run(request: Request): Promise<void> {
  if (request.kind === 'help') console.log(usage)
  else if (request.kind === 'check') await check(request)
  else if (request.kind === 'examples') await write(exampleRollout, request.out ?? join(root, 'docs/policies'))
  else await write(await readRollout(request), request.out ?? join(root, '.output/policies'))
}

try {
  await run(readRequest(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}
