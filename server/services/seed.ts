import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { layoutDraft } from '../../lib/contracts/index.ts'
import { layouts, layoutVersions } from '../store/schema/index.ts'
import { createUser } from './accounts.ts'
import type { Context } from './index.ts'
import { fromDraft } from './layouts/index.ts'

type Seeding = Pick<Context, 'database' | 'clock'>

const bundled = new URL('../../assets/layouts/', import.meta.url)
const demoLayout = new URL('../../assets/demo/layout.json', import.meta.url)

/** The person of the demo; anyone may know the password, for the demo knows only invented patients. */
export const demoUser = { email: 'demo@chartside.example', password: 'chartside-demo' }

/** Puts in the public layouts that come with the product, each once, by its file's name. */
export async function seedLayouts(context: Seeding): Promise<void> {
  const files = (await readdir(bundled)).filter((name) => name.endsWith('.json')).sort()
  for (const name of files) await seedLayout(context, name.replace(/\.json$/, ''), new URL(name, bundled))
}

/** The demo's person, and the layout tied to its page. */
export async function seedDemo(context: Seeding): Promise<void> {
  await createUser(context, { ...demoUser, admin: false })
  await seedLayout(context, 'demo', demoLayout)
}

async function seedLayout({ database, clock }: Seeding, seedKey: string, file: URL): Promise<void> {
  const content = fromDraft(layoutDraft.parse(JSON.parse(await readFile(file, 'utf8'))))
  const id = randomUUID()
  const now = clock.now()
  await database.transaction(async (tx) => {
    const [put] = await tx
      .insert(layouts)
      .values({ id, seedKey, ...content, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning({ id: layouts.id })
    if (put === undefined) return
    const { name, definition } = content
    await tx.insert(layoutVersions).values({ layoutId: id, version: 1, name, definition, savedBy: null, savedAt: now })
  })
}
