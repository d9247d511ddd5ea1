// `node scripts/run.mjs scripts/privacy-label.ts`: writes `docs/store/privacy-label.md` from `lib/egress`, which lists
// every kind of data that leaves the extension.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labelPage } from './privacy-label/page.ts'
import { root } from './set-up.mjs'

await writeFile(join(root, 'docs/store/privacy-label.md'), labelPage())
