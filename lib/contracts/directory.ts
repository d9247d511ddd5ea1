import { z } from 'zod'
import { email } from './account.ts'
import { limits } from './limits.ts'
import { writingStyle } from './style.ts'

/** The permissions that a seat in a directory (an organisation) can give (product 12.13). */
export const directoryPermissions = [
  'directory.manage',
  'roles.manage',
  'layouts.share',
  'layouts.edit',
  'reports.read',
  'reports.sign',
  'billing.manage',
  'audit.read',
] as const
export const directoryPermission = z.enum(directoryPermissions)
export type DirectoryPermission = z.infer<typeof directoryPermission>

/** The ways to sign in that an organisation can allow. `email`: with the password, or with a code sent by mail. */
export const signInMethods = ['email', 'phone', 'google', 'microsoft', 'apple'] as const
export const signInMethod = z.enum(signInMethods)
/** The continents by which an organisation can restrict phone numbers. */
export const continents = [
  'africa',
  'antarctica',
  'asia',
  'europe',
  'north-america',
  'oceania',
  'south-america',
] as const
export const continent = z.enum(continents)
const countryCodes = z.array(z.string().regex(/^[A-Z]{2}$/)).max(300)

/** Which countries the phone numbers of members may have (product 5.12). A country must pass every filter that is set. */
export const phoneCountries = z.strictObject({
  allowed: countryCodes.optional(),
  excluded: countryCodes.optional(),
  continents: z.array(continent).max(continents.length).optional(),
})
export type PhoneCountries = z.infer<typeof phoneCountries>

const retentionDays = z.number().int().min(1).max(36_500).nullable()

export type SignInMethod = z.infer<typeof signInMethod>

/**
 * Settings of a directory, which is an organisation of users (product 12.14). `language`: the spoken language for
 * members who have not chosen another language. `retentionDays`: null keeps the data without a limit. An empty list
 * means no restriction.
 */
export const directorySettings = z.strictObject({
  language: z.string().max(20).default('en'),
  signInMethods: z.array(signInMethod).default([]),
  secondFactorRequired: z.boolean().default(false),
  models: z.array(z.number().int().min(0).max(limits.modelSlotMax)).max(15).default([]),
  retentionDays: z
    .strictObject({ transcripts: retentionDays.default(null), outputs: retentionDays.default(null) })
    .default({ transcripts: null, outputs: null }),
  consent: z
    .strictObject({
      required: z.boolean().default(false),
      text: z.string().max(limits.instructionsMax).default(''),
      version: z.number().int().min(1).default(1),
    })
    .default({ required: false, text: '', version: 1 }),
  /**
   * `layouts`: other members may see the templates that a member shares. `reports`: other members with the permission
   * `reports.read` or `reports.sign` may see a member's notes.
   */
  sharing: z
    .strictObject({ layouts: z.boolean().default(true), reports: z.boolean().default(true) })
    .default({ layouts: true, reports: true }),
  allowedHosts: z.array(z.string().min(1).max(253)).max(500).default([]),
  style: writingStyle.default({}),
  /**
   * True: members who work without an organisation, or in another one, are free of the rules of this one (product
   * 12.105). Absent: they are not. The value is never false, because older extensions refuse settings with an unknown
   * property.
   */
  privateWork: z.literal(true).optional(),
  /** Absent: phone numbers of every country. */
  phoneCountries: phoneCountries.optional(),
})
export type DirectorySettings = z.infer<typeof directorySettings>

/** The rules under which a person works now, taken from all organisations of the person (product 12.105). */
export const workRules = z.object({
  /** The consent before a recording. Null: none is required. The text has the texts of several organisations. */
  consent: z.object({ required: z.literal(true), text: z.string(), version: z.number().int() }).nullable(),
  /** The slots of the language models that may be used. Null: every slot. */
  models: z.array(z.number().int()).nullable(),
  allowedHosts: z.array(z.array(z.string())),
  language: z.string(),
  organizations: z.array(z.string()),
})
export type WorkRules = z.infer<typeof workRules>

/**
 * The request that replaces the settings. `before`: the settings that the change is based on. If the stored settings
 * differ from `before`, the request is refused. Without `before`, the settings are replaced in any case. A version
 * number in the settings would be shorter, but older extensions refuse settings with an unknown property.
 */
export const directorySettingsChange = directorySettings.extend({ before: directorySettings.optional() })
export type DirectorySettingsChange = z.infer<typeof directorySettingsChange>

const name = z.string().trim().min(1, 'Enter a name.').max(limits.nameMax)

export const directoryDraft = z.strictObject({ name })

/**
 * A directory (an organisation) as one of its members sees it. `permissions` are the permissions of this member's seat.
 */
export const directory = z.object({
  directoryId: z.uuid(),
  name: z.string(),
  roleId: z.uuid(),
  permissions: z.array(directoryPermission),
  chosen: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Directory = z.infer<typeof directory>

export const roleStatuses = ['open', 'invited', 'occupied'] as const
export const roleStatus = z.enum(roleStatuses)

/**
 * A seat in a directory (an organisation; product 12.12). `email` is the email of the person in the seat, or of the
 * person to whom the seat is offered.
 */
export const directoryRole = z.object({
  roleId: z.uuid(),
  name: z.string(),
  permissions: z.array(directoryPermission),
  status: roleStatus,
  email: z.string().optional(),
  userId: z.uuid().optional(),
  licenseId: z.uuid().optional(),
  personName: z.string().optional(),
  /**
   * When the person was invited, and where the mail is. `kept`: in the inbox of the server's own computer. `none`: this
   * server sent no mail. Absent: not known any more, because mails are forgotten after a week.
   */
  invitation: z
    .object({ at: z.iso.datetime(), mail: z.enum(['waiting', 'sent', 'failed', 'kept', 'none']).optional() })
    .optional(),
  createdAt: z.iso.datetime(),
})
export type DirectoryRole = z.infer<typeof directoryRole>

export const directoryRoleDraft = z.strictObject({
  name,
  permissions: z.array(directoryPermission).max(directoryPermissions.length),
  email: email.nullish(),
  licenseId: z.uuid().nullish(),
})
export type DirectoryRoleDraft = z.infer<typeof directoryRoleDraft>

export const invitationLink = z.object({ ticket: z.string(), expiresAt: z.iso.datetime() })
export type InvitationLink = z.infer<typeof invitationLink>

const cell = z.string().max(500)
/**
 * One line of a list of people (product 12.109). Its values are text as somebody has typed it, because each fault is
 * answered for its line. `line`: its number in the file, which begins with 1.
 */
export const personLine = z.strictObject({
  line: z.number().int().min(1),
  email: cell,
  name: cell.optional(),
  seat: cell.optional(),
  permissions: z.array(cell).max(50).optional(),
  /** Id or product of a licence of the directory. Absent or empty: every licence of the directory. */
  licence: cell.optional(),
})
export type PersonLine = z.infer<typeof personLine>

/** A list of people who get a seat. `dryRun`: nothing is changed, and the answer says what would be. */
export const peopleList = z.strictObject({
  people: z.array(personLine).min(1).max(limits.peopleMax),
  dryRun: z.boolean(),
})
export type PeopleList = z.infer<typeof peopleList>

/** Whether mails of this server are sent, kept in the inbox of its own computer, or not written at all. */
export const mailFate = z.enum(['sent', 'kept', 'none'])
export type MailFate = z.infer<typeof mailFate>

/**
 * What happens with each line. `new`: the person gets a seat. `present`: the person has a seat or an invitation, and
 * nothing is changed. `refused`: `fault` says why. `mail`: what happens with the invitations.
 */
export const peopleAnswer = z.object({
  lines: z.array(
    z.object({
      line: z.number().int(),
      email: z.string(),
      outcome: z.enum(['new', 'present', 'refused']),
      fault: z.string().optional(),
    }),
  ),
  mail: mailFate,
})
export type PeopleAnswer = z.infer<typeof peopleAnswer>

/** The filters with which seats (roles) are searched. The query contains them as JSON text (product 12.15). */
export const roleSearch = z.strictObject({
  name: z.string().max(limits.nameMax).optional(),
  email: z.string().max(254).optional(),
  status: roleStatus.optional(),
  permission: directoryPermission.optional(),
})
export type RoleSearch = z.infer<typeof roleSearch>

export const directoryUser = z.object({ userId: z.uuid(), email: z.string(), roleId: z.uuid(), role: z.string() })
export type DirectoryUser = z.infer<typeof directoryUser>

export const knownSeat = z.object({ directoryId: z.uuid(), name: z.string(), roleId: z.uuid(), role: z.string() })
export type KnownSeat = z.infer<typeof knownSeat>

export const invitation = z.object({
  directoryId: z.uuid(),
  directoryName: z.string(),
  role: z.string(),
  permissions: z.array(directoryPermission),
})
export type Invitation = z.infer<typeof invitation>
