// `npm run zip`: creates the packages for the stores. With `--crx`, creates instead the signed package that a server of
// an organisation gives to its browsers. `--server ADDRESS`: the package knows no other server. `--managed`: the package
// sends nothing before its policy arrives. `--percent N`: only the groups 1 to N get it. `--as-version VERSION`: sign this
// source with a higher number, because browsers never go back to a lower one.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { extensionPackage, managedPolicy, versionPattern } from '../lib/contracts/index.ts'
import { build, packagedBrowsers } from './build-extension.ts'
import { packageProblems } from './package/check.ts'
import { packageFor } from './package/for-store.ts'
import { signPackage } from './package/sign.ts'
import { readSigningKey } from './package/signing-key.ts'
import { root } from './set-up.mjs'

const { values } = parseArgs({
  options: {
    crx: { type: 'boolean', default: false },
    key: { type: 'string', default: process.env.EXTENSION_KEY_FILE ?? '' },
    'new-key': { type: 'boolean', default: false },
    server: { type: 'string' },
    managed: { type: 'boolean', default: false },
    percent: { type: 'string' },
    'as-version': { type: 'string' },
    out: { type: 'string', default: join(root, '.output/packages') },
  },
})

async function packForStores(): Promise<void> {
  for (const browser of packagedBrowsers) {
    const packed = await packageFor(browser)
    for (const problem of packed.problems) console.error(`${browser}: ${problem}`)
    if (packed.problems.length > 0) process.exitCode = 1
    console.log(packed.file)
  }
}

async function packForOrganisation(): Promise<void> {
  if (values.key === '') throw new Error('Name the private key with --key FILE or EXTENSION_KEY_FILE.')
  const address = managedPolicy.shape.serverUrl.safeParse(values.server)
  if (!address.success) throw new Error(`--server ${values.server}: ${address.error.issues[0]?.message}`)
  const server = address.data ?? null
  const { managed, percent, 'as-version': asVersion } = values
  const share = percent === undefined ? null : extensionPackage.shape.percent.safeParse(Number(percent))
  if (share?.success === false) throw new Error('--percent must be a whole number from 0 to 100.')
  if (asVersion !== undefined && !versionPattern.test(asVersion))
    throw new Error('--as-version must be numbers with dots between them. Example: --as-version 1.2.1')
  const key = await readSigningKey(values.key, { create: values['new-key'] })
  const folder = await build('store', { publicKey: key.publicKey, server, managed, version: asVersion ?? null })
  const problems = await packageProblems(folder, server)
  if (problems.length > 0) throw new Error(`The package must not be published:\n${problems.join('\n')}`)
  const { id, version, file } = await signPackage(folder, key, values.out, share?.data ?? null)
  console.log(`${join(values.out, file)}: version ${version}, id ${id}`)
}

const isOfOrganisation = values.managed || [values.server, values.percent, values['as-version']].some(Boolean)
if (!values.crx && isOfOrganisation)
  throw new Error(
    '--server, --managed, --percent and --as-version need --crx, because the packages for the stores belong to no organisation.',
  )
await (values.crx ? packForOrganisation() : packForStores())
