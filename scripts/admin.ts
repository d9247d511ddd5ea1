// `npm run admin -- …`: manages accounts, their sessions and their licences. Works with and without a running server.
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { email, newPassword } from '../lib/contracts/index.ts'
import { refuseCommonPassword } from '../server/auth/common-passwords.ts'
import { endAllFamilies } from '../server/auth/sessions/index.ts'
import { systemClock } from '../server/clock.ts'
import { type Config, ConfigError, readConfig } from '../server/config.ts'
import { createUser, findByEmail, setDisabled, setPassword } from '../server/services/accounts.ts'
import type { Context } from '../server/services/index.ts'
import { grantLicense } from '../server/services/licenses/index.ts'
import { rotation } from '../server/services/resealing.ts'
import { addKey, openBesideServer } from '../server/store/index.ts'
import { backup, restore } from './admin/backup.ts'
import { check } from './admin/check.ts'

const dayMs = 24 * 60 * 60_000
/** The actor in the audit log for changes by a command, which has neither a signed-in person nor an IP address. */
const nobody = { address: null }

const usage = `npm run admin -- COMMAND --email E [--data .data]
  check                                  looks at settings, database, disk, mail, engine, models and proxy (without --email)
  backup        --to FILE                writes every row to a new encrypted file, while servers run (without --email)
  restore       --from FILE              loads a backup into an empty database (without --email)
  rotate-key                             adds an encryption key (without --email); old values are encrypted again
  create-user   --password P [--admin]   creates an account
  set-password                           reads the new password from standard input and ends every session
  end-sessions                           signs the person out everywhere
  disable, enable                        disable also ends every session
  grant-license --product P [--documents N] [--sessions N] [--days N]
                                         grants a licence to the person; without N, the limits are those of the
                                         product, and the licence has no end`

const grantOptions = z.object({
  product: z.string('Name a product.'),
  documents: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
  sessions: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
  days: z.coerce.number().int().min(1).max(36_500).optional(),
})

type Options = Partial<Record<keyof z.output<typeof grantOptions>, string | undefined>>
type Command = (context: Pick<Context, 'database' | 'clock'>, email: string, options: Options) => Promise<string>

/** Returns the user id for an email. Throws a ConfigError if there is no account. */
async function personOf({ database }: Pick<Context, 'database'>, email: string): Promise<string> {
  const person = await findByEmail(database, email)
  if (person === undefined) throw new ConfigError(`There is no account for ${email}.`)
  return person.id
}

/**
 * Reads a password from the first line of standard input. A password as an argument would be visible in the list of
 * processes.
 */
async function passwordFromInput(email: string): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split('\n')
  const result = newPassword.safeParse(line)
  if (!result.success) throw new ConfigError(`The password on standard input: ${result.error.issues[0]?.message}`)
  await refuseCommonPassword(result.data, email)
  return result.data
}

const commands: Record<string, Command> = {
  async 'set-password'(context, email) {
    await setPassword(context, await personOf(context, email), await passwordFromInput(email))
    return `Changed the password of ${email} and ended every session.`
  },
  async 'end-sessions'(context, email) {
    await endAllFamilies(context.database, await personOf(context, email), 'ended by an administrator', context.clock)
    return `Ended every session of ${email}.`
  },
  async disable(context, email) {
    await setDisabled(context, await personOf(context, email), true)
    return `Disabled ${email} and ended every session.`
  },
  async enable(context, email) {
    await setDisabled(context, await personOf(context, email), false)
    return `Enabled ${email}.`
  },
  async 'grant-license'({ database, clock }, email, options) {
    const result = grantOptions.safeParse(options)
    if (!result.success) throw invalidOption(result.error)
    const { product, documents, sessions, days } = result.data
    const userId = await personOf({ database }, email)
    const granted = await database.transaction((tx) =>
      grantLicense({ database: tx, clock }, nobody, {
        userId,
        product,
        documentLimit: documents,
        sessionLimit: sessions,
        ...(days === undefined ? {} : { endsAt: new Date(clock.now().getTime() + days * dayMs).toISOString() }),
      }),
    )
    const most = ({ limit }: { limit: number | null }) => limit ?? 'any number of'
    const { document, session } = granted.credits
    return `Granted ${product} to ${email}: ${most(document)} documents, ${most(session)} sessions, ${granted.endsAt === undefined ? 'without an end' : `until ${granted.endsAt}`}.`
  },
}

/**
 * Adds a key to the key file, and encrypts the stored data with the new key. Running servers read the key file again
 * within a minute. Until then they encrypt new data with an older key. After reading the new key, they encrypt these
 * data again.
 */
async function rotateKey(config: Config): Promise<string> {
  if (config.encryptionKeys.length > 0)
    throw new ConfigError(
      'The keys are in ENCRYPTION_KEY. Put a new key before the others, separated by a comma, stop every server, and start them again. The servers then encrypt the old values again by themselves.',
    )
  await addKey(config.dataFolder)
  const store = await openBesideServer(config, pino({ level: 'silent' }))
  try {
    const pass = rotation({ store, database: store.database }, new AbortController().signal)
    let valueCount = 0
    for (let count = 1; count > 0; valueCount += count) count = await pass()
    return `Added a key and encrypted ${valueCount} values with it. Keep the older lines of the file: running servers may use them for one more minute, and old backups need them.`
  } finally {
    await store.close()
  }
}

/** Commands that are about the server and not about a person. */
const ofServers: Record<
  string,
  (config: Config, values: { to?: string | undefined; from?: string | undefined }) => Promise<string>
> = {
  async check(config) {
    const findings = await check(config)
    if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1
    return findings.map(({ about, state, sentence }) => `${state.padEnd(8)} ${about.padEnd(9)} ${sentence}`).join('\n')
  },
  backup: (config, { to }) => backup(config, to),
  restore: (config, { from }) => restore(config, from),
}

function invalidOption({ issues: [issue] }: z.ZodError): ConfigError {
  return new ConfigError(`--${String(issue?.path[0])}: ${issue?.message}\n${usage}`)
}

async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      admin: { type: 'boolean', default: false },
      data: { type: 'string' },
      product: { type: 'string' },
      documents: { type: 'string' },
      sessions: { type: 'string' },
      days: { type: 'string' },
      to: { type: 'string' },
      from: { type: 'string' },
    },
  })
  const [name = ''] = positionals
  const command = commands[name]
  if (name === 'rotate-key' && positionals.length === 1)
    return rotateKey(readConfig(process.env, { data: values.data }))
  const ofServer = ofServers[name]
  if (ofServer !== undefined && positionals.length === 1)
    return ofServer(readConfig(process.env, { data: values.data }), values)
  if (positionals.length !== 1 || (command === undefined && name !== 'create-user')) throw new ConfigError(usage)
  const input = (name === 'create-user' ? z.object({ email, password: newPassword }) : z.object({ email })).safeParse(
    values,
  )
  if (!input.success) throw invalidOption(input.error)
  if (command === undefined) await refuseCommonPassword(newPassword.parse(values.password), input.data.email)
  const store = await openBesideServer(readConfig(process.env, { data: values.data }), pino({ level: 'silent' }))
  const context = { database: store.database, clock: systemClock }
  try {
    if (command !== undefined) return await command(context, input.data.email, values)
    const password = newPassword.parse(values.password)
    const user = await createUser(context, { email: input.data.email, password, admin: values.admin })
    if (user === null) throw new ConfigError(`There is already an account for ${input.data.email}.`)
    return `Created ${values.admin ? 'the administrator' : 'the account'} ${input.data.email}.`
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
