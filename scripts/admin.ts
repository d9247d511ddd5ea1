// `npm run admin -- create-user --email E --password P [--admin] [--data .data]`: works beside a running server and without one.
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { email, newPassword } from '../lib/contracts/index.ts'
import { systemClock } from '../server/clock.ts'
import { ConfigError, readConfig } from '../server/config.ts'
import { createUser } from '../server/services/accounts.ts'
import { openBesideServer } from '../server/store/index.ts'

const usage = 'npm run admin -- create-user --email E --password P [--admin] [--data .data]'
const wanted = z.object({ email, password: newPassword })

async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      admin: { type: 'boolean', default: false },
      data: { type: 'string' },
    },
  })
  if (positionals.length !== 1 || positionals[0] !== 'create-user') throw new ConfigError(usage)
  const read = wanted.safeParse(values)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ConfigError(`--${String(issue?.path[0])}: ${issue?.message}\n${usage}`)
  }
  const store = await openBesideServer(readConfig(process.env, { data: values.data }), pino({ level: 'silent' }))
  try {
    const made = await createUser(
      { database: store.database, clock: systemClock },
      { ...read.data, admin: values.admin },
    )
    if (made === null) throw new ConfigError(`There is already an account for ${read.data.email}.`)
    return `Created ${values.admin ? 'the administrator' : 'the account'} ${read.data.email}.`
  } finally {
    await store.close()
  }
}

try {
  console.log(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
