// `node scripts/run.mjs scripts/managed-policy.ts`: writes the managed schema of the extension from the zod schema.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { managedSchema } from '../lib/policy/managed-schema.ts'
import { root } from './set-up.mjs'

await writeFile(join(root, 'public/managed-policy.json'), `${JSON.stringify(managedSchema(), null, 2)}\n`)
