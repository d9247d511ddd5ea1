import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { layoutDraft } from '../../lib/contracts/index.ts'
import { ConfigError } from '../config.ts'
import { keyCheck, layouts, layoutVersions, users } from '../store/schema/index.ts'
import { createUser } from './accounts.ts'
import { demoUser } from './demo-user.ts'
import type { Context } from './index.ts'
import { fromDraft } from './layouts/index.ts'

type Seeding = Pick<Context, 'database' | 'clock'>

const bundled = new URL('../../assets/layouts/', import.meta.url)
const demoLayout = new URL('../../assets/demo/layout.json', import.meta.url)

export async function seedLayouts(context: Seeding): Promise<void> {
  const files = (await readdir(bundled)).filter((name) => name.endsWith('.json')).sort()
  for (const name of files) await seedLayout(context, name.replace(/\.json$/, ''), new URL(name, bundled))
}

/** Id of the row in the table of the key check that marks a database as used by the demo. */
const demoMark = 'demo'

/**
 * Throws a ConfigError if the demo and real users would share a database. Sharing would be unsafe, because the demo
 * account has a public password, and anybody can register at a demo server.
 */
export async function keepDemoApart({ database }: Seeding, isDemo: boolean): Promise<void> {
  const [mark] = await database.select({ id: keyCheck.id }).from(keyCheck).where(eq(keyCheck.id, demoMark))
  const people = await database.select({ email: users.email }).from(users).limit(1_000)
  const wasDemo = mark !== undefined || people.some(({ email }) => email === demoUser.email)
  if (wasDemo && !isDemo)
    throw new ConfigError(
      'The demo has used this database, and its accounts are not safe. Choose another folder with --data or another DATABASE_URL, or start with --demo.',
    )
  if (isDemo && !wasDemo && people.length > 0)
    throw new ConfigError(
      'This database has accounts of real people. The demo would let anybody register there. Choose another folder with --data, or start without --demo.',
    )
  if (isDemo)
    await database
      .insert(keyCheck)
      .values({ id: demoMark, sealed: Buffer.alloc(0) })
      .onConflictDoNothing()
}

export async function seedDemo(context: Seeding): Promise<void> {
  await createUser(context, { ...demoUser, admin: false })
  await seedLayout(context, 'demo', demoLayout)
}

async function seedLayout({ database, clock }: Seeding, seedKey: string, file: URL): Promise<void> {
  const content = fromDraft(layoutDraft.parse(JSON.parse(await readFile(file, 'utf8'))))
  const id = randomUUID()
  const now = clock.now()
  await database.transaction(async (tx) => {
    const [newLayout] = await tx
      .insert(layouts)
      .values({ id, seedKey, public: true, ...content, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning({ id: layouts.id })
    if (newLayout === undefined) return
    const { name, definition } = content
    await tx.insert(layoutVersions).values({ layoutId: id, version: 1, name, definition, savedBy: null, savedAt: now })
  })
}
