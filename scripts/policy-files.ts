// `npm run policies -- --id ID --server ADDRESS --policy FILE --out FOLDER`: writes the policy files with which
// administrators install the extension. Without arguments, writes the examples in `docs/policies`.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { extensionPackage, managedPolicy } from '../lib/contracts/index.ts'
import { exampleRollout, policyFiles } from './policy-files/files.ts'
import type { Rollout } from './policy-files/rollout.ts'
import { root } from './set-up.mjs'

const { values } = parseArgs({
  options: {
    id: { type: 'string' },
    server: { type: 'string' },
    policy: { type: 'string' },
    out: { type: 'string' },
  },
})

async function askedRollout(): Promise<Rollout> {
  const asked = z
    .object({ id: extensionPackage.shape.id, server: managedPolicy.shape.serverUrl.unwrap(), policy: z.string() })
    .parse(values)
  const policy = managedPolicy.parse({ serverUrl: asked.server, ...JSON.parse(await readFile(asked.policy, 'utf8')) })
  return { extensionId: asked.id, packageServer: asked.server, policy }
}

const isExample = values.id === undefined
const rollout = isExample ? exampleRollout : await askedRollout()
const folder = values.out ?? join(root, isExample ? 'docs/policies' : '.output/policies')
for (const [path, content] of Object.entries(policyFiles(rollout))) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
  console.log(join(folder, path))
}
