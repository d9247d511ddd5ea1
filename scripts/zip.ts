// `npm run zip`: creates the packages for the stores. With `--crx`, creates the signed package that a server of an
// organisation gives to its browsers, instead.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build-extension.ts'
import { signPackage } from './package/sign.ts'
import { readSigningKey } from './package/signing-key.ts'
import { root } from './set-up.mjs'
import { runTool } from './steps.ts'

const { values } = parseArgs({
  options: {
    crx: { type: 'boolean', default: false },
    key: { type: 'string', default: process.env.EXTENSION_KEY_FILE ?? '' },
    'new-key': { type: 'boolean', default: false },
    out: { type: 'string', default: join(root, '.output/packages') },
  },
})

async function packForStores(): Promise<void> {
  const { code, output } = await runTool('wxt', ['zip'], { NODE_ENV: 'production', EXTENSION_PUBLIC_KEY: '' })
  console.log(output.trimEnd())
  if (code !== 0) process.exitCode = code
}

async function packForOrganisation(): Promise<void> {
  if (values.key === '') throw new Error('Name the private key with --key FILE or EXTENSION_KEY_FILE.')
  const key = await readSigningKey(values.key, { create: values['new-key'] })
  const { id, version, file } = await signPackage(await build('store', key.publicKey), key, values.out)
  console.log(`${join(values.out, file)}: version ${version}, id ${id}`)
}

await (values.crx ? packForOrganisation() : packForStores())
