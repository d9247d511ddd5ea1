import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { providers } from '../../../lib/contracts/index.ts'
import { sealed } from './bytes.ts'
import { directories } from './directories.ts'
import { users } from './users.ts'

/**
 * Sign-ins through a provider that are not finished (product 12.51). When the provider sends the browser back, the
 * server marks the state as used, gives a secret to the browser, and stores the hash of the secret. With the secret,
 * the browser fetches the result of the sign-in, and the server marks the secret as used. Each step may be processed by
 * another server.
 */
export const oauthFlows = pgTable(
  'oauth_flows',
  {
    id: uuid().primaryKey(),
    provider: text({ enum: providers }).notNull(),
    purpose: text({ enum: ['sign-in', 'directory'] }).notNull(),
    stateHash: text().notNull().unique(),
    nonceHash: text().notNull(),
    /** The code verifier of PKCE; after the callback, the answer of the provider. Encrypted. */
    request: sealed().notNull(),
    extensionId: text(),
    /**
     * Only if the purpose is `directory`: the person who wants to read the people of a Google Workspace, and the
     * directory to which these people can be invited.
     */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    directoryId: uuid().references(() => directories.id, { onDelete: 'cascade' }),
    calledBackAt: timestamp({ withTimezone: true }),
    secretHash: text().unique(),
    usedAt: timestamp({ withTimezone: true }),
    /** Time at which the state expires; after the callback, time at which the secret expires. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt), index().on(table.userId), index().on(table.directoryId)],
)

/** Accounts of providers with which a person can sign in (product 12.52). `subject` is the provider's own id. */
export const identities = pgTable(
  'identities',
  {
    provider: text({ enum: providers }).notNull(),
    subject: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), index().on(table.userId)],
)
