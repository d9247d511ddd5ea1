import { browser } from 'wxt/browser'
import { z } from 'zod'
import {
  type FormEdit,
  formEdits,
  layout,
  type Session,
  session,
  siteRules,
  type Template,
  template,
} from '../contracts/index.ts'
import { type PanelCommand, panelCommands } from '../contracts/panel-command.ts'
import type { Person } from '../contracts/person.ts'
import type { DayOrder } from '../page/dates.ts'
import type { Encounter } from '../page/form/encounter.ts'
import type { PolicyReading } from '../policy/index.ts'
import { type KnownDirectory, knownDirectory } from './known-directory.ts'
import { organisationPolicy } from './policy.ts'
import { isOpenToPages, openValue, type SealedValue, sealedValue, sealValue } from './sealed.ts'

/**
 * Checks only the top-level fields. A deeper check is not needed, because the extension itself wrote this value in the
 * same browser session.
 */
const encounter = z.custom<Encounter>(
  (value) =>
    z.looseObject({ source: z.string(), id: z.string(), parts: z.array(z.unknown()) }).safeParse(value).success,
)

/**
 * One value in the extension's storage, validated on every read. An invalid value counts as absent. `session`: the
 * value is only in memory, until the browser closes. WXT's own typed storage is not used, because it does not validate
 * the stored values.
 */
function stored<Shape extends z.ZodType>(
  key: string,
  shape: Shape,
  absent: () => z.output<Shape>,
  area: 'local' | 'session' = 'local',
) {
  const parse = (value: unknown) => {
    const parsed = shape.safeParse(value)
    return parsed.success ? parsed.data : absent()
  }
  return {
    async read(): Promise<z.output<Shape>> {
      return parse((await browser.storage[area].get(key))[key])
    },
    async write(value: z.input<Shape>): Promise<void> {
      await browser.storage[area].set({ [key]: value })
    },
    async remove(): Promise<void> {
      await browser.storage[area].remove(key)
    },
    watch(listener: (value: z.output<Shape>) => void): () => void {
      const onChange = (changes: Record<string, { newValue?: unknown }>, areaName: string) => {
        const change = changes[key]
        if (areaName === area && change) listener(parse(change.newValue))
      }
      browser.storage.onChanged.addListener(onChange)
      return () => browser.storage.onChanged.removeListener(onChange)
    },
  }
}

const settings = z.object({
  /** The address of the server, without a trailing slash. A package of an organisation knows no other address. */
  serverUrl: z
    .url()
    .default(import.meta.env.WXT_ORGANISATION_SERVER || import.meta.env.WXT_SERVER_URL || 'http://127.0.0.1:8787'),
  microphoneId: z.string().nullable().default(null),
  /** The gain of the microphone, 0 to 2 (product 14.1). */
  gain: z.number().min(0).max(2).default(1),
  language: z.string().nullable().default(null),
  colorScheme: z.enum(['auto', 'light', 'dark']).default('auto'),
})
type OwnSettings = z.output<typeof settings>
export type Settings = OwnSettings & { language: string }

const ownSettings = stored('settings', settings, () => settings.parse({}))

const governed = (
  userSettings: OwnSettings,
  { policy }: PolicyReading,
  directory: KnownDirectory | null,
): Settings => ({
  ...userSettings,
  ...(policy.serverUrl ? { serverUrl: policy.serverUrl } : {}),
  language: userSettings.language ?? directory?.language ?? 'en',
})

/**
 * The settings that apply now (product 13.2). A server address in the organisation's policy replaces the server address
 * in the user's own settings. The organisation's language applies if the user has chosen no language.
 */
export const storedSettings = {
  async read(): Promise<Settings> {
    const [userSettings, reading, directory] = await Promise.all([
      ownSettings.read(),
      organisationPolicy.read(),
      knownDirectory.read(),
    ])
    return governed(userSettings, reading, directory)
  },
  /**
   * Stores the user's own settings. Values that come from the organisation are not stored, so that the user's own
   * values apply again when the organisation sets none.
   */
  async write(newSettings: Settings): Promise<void> {
    const [userSettings, { policy }, oldSettings] = await Promise.all([
      ownSettings.read(),
      organisationPolicy.read(),
      storedSettings.read(),
    ])
    await ownSettings.write({
      ...newSettings,
      ...(policy.serverUrl ? { serverUrl: userSettings.serverUrl } : {}),
      language: newSettings.language === oldSettings.language ? userSettings.language : newSettings.language,
    })
  },
  watch(listener: (value: Settings) => void): () => void {
    const tell = () => void storedSettings.read().then(listener)
    const ends = [ownSettings.watch(tell), organisationPolicy.watch(tell), knownDirectory.watch(tell)]
    return () => {
      for (const end of ends) end()
    }
  },
}

/** The stored session and the server that issued it. Content scripts cannot read the session (see `keepFromPages`). */
const keptSession = session.extend({
  /**
   * The server that issued the session. Absent if an earlier version of the extension has stored the session. The
   * session then belongs to the server in the settings.
   */
  serverUrl: z.string().optional(),
})
type KeptSession = z.output<typeof keptSession>
const sessionKey = 'session'
const sessionAtRest = stored(
  sessionKey,
  z.union([sealedValue, keptSession]).nullable(),
  (): SealedValue | KeptSession | null => null,
)

async function openSession(entry: SealedValue | KeptSession | null): Promise<KeptSession | null> {
  if (entry === null || !('sealed' in entry)) return entry
  return keptSession
    .nullable()
    .catch(null)
    .parse(await openValue(sessionKey, entry))
}

/** The session, encrypted where content scripts can read the storage. */
const anySession = {
  read: async () => openSession(await sessionAtRest.read()),
  write: async (session: KeptSession | null) =>
    sessionAtRest.write(session && isOpenToPages() ? await sealValue(sessionKey, session) : session),
  watch: (listener: (session: KeptSession | null) => void) =>
    sessionAtRest.watch((entry) => void openSession(entry).then(listener)),
}

/**
 * Returns the session only if the server in the settings has issued it, because its tokens must never be sent to
 * another server.
 */
async function ofThisServer(entry: KeptSession | null): Promise<Session | null> {
  if (entry === null) return null
  const { serverUrl, ...session } = entry
  return serverUrl === undefined || serverUrl === (await storedSettings.read()).serverUrl ? session : null
}

export const storedEnding = stored('session-ending', z.string(), () => '')

export const storedSession = {
  read: async (): Promise<Session | null> => ofThisServer(await anySession.read()),
  /**
   * Stores a session, or removes the stored session if `newSession` is null. `because`: why the server has ended the session,
   * as a sentence; '' if it has not. This reason stays stored until the next call.
   */
  async write(newSession: Session | null, because = ''): Promise<void> {
    // Write the reason before the session. When a page sees that the session is gone, it reads the reason at once.
    await storedEnding.write(because)
    // A session that an earlier version stored has no user id. When its tokens are renewed, the server sends the user
    // id.
    if (newSession?.userId !== undefined) await storedUserId.write(newSession.userId)
    await anySession.write(newSession && { ...newSession, serverUrl: (await storedSettings.read()).serverUrl })
  },
  watch: (listener: (held: Session | null) => void): (() => void) =>
    anySession.watch((entry) => void ofThisServer(entry).then(listener)),
  async isOfAnotherServer(): Promise<boolean> {
    const entry = await anySession.read()
    return entry !== null && (await ofThisServer(entry)) === null
  },
}

/** The email of the signed-in account, so that it can be shown without a request. */
export const storedEmail = stored('email', z.string(), () => '')

/**
 * The user id of the signed-in account. Empty: the server has not sent it. The id is not removed when the session
 * expires. Otherwise a running recording of this account would count as the recording of another person.
 */
export const storedUserId = stored('user-id', z.string(), () => '')

export async function readPerson(): Promise<Person | null> {
  const [email, userId] = await Promise.all([storedEmail.read(), storedUserId.read()])
  if (email === '') return null
  return userId === '' ? { email } : { email, userId }
}

const keptLayouts = z.object({ email: z.string(), keptAt: z.iso.datetime(), layouts: z.array(layout) })

export const storedLayouts = stored('layouts', keptLayouts.nullable(), (): z.output<typeof keptLayouts> | null => null)

/**
 * The keys (see `driftState`) of the form changes that the clinician has accepted. A form change is the difference
 * between a form and the template that was made from it. The clinician is not asked again about accepted changes. The
 * keys contain no patient data.
 */
export const storedAgreed = stored('agreed-forms', z.array(z.string()), (): string[] => [])

export const storedEncounters = stored('encounters', z.array(encounter), (): Encounter[] => [], 'session')

const keptSiteRules = z.object({ serverUrl: z.string(), askedAt: z.number(), rules: z.array(siteRules) })

export const storedSiteRules = stored(
  'site-rules',
  keptSiteRules.nullable(),
  (): z.output<typeof keptSiteRules> | null => null,
)

export const storedDayOrders = stored(
  'day-orders',
  z.record(z.string(), z.enum(['day', 'month'])),
  (): Record<string, DayOrder> => ({}),
)

/** The last press of the keys of a command. The panel that it opens reads it. */
export const storedKeyPress = stored(
  'key-press',
  z.object({ command: z.enum(panelCommands), tabId: z.number(), at: z.number() }).nullable(),
  (): { command: PanelCommand; tabId: number; at: number } | null => null,
  'session',
)

/** Unsaved changes of one user to one template. Kept on disk, because they must survive a browser restart. */
export const storedTemplateDraft = (email: string, layoutId: string) =>
  stored(
    `template-draft:${email}:${layoutId}`,
    z.object({ saved: template, edited: template }).nullable(),
    (): { saved: Template; edited: Template } | null => null,
  )

/**
 * The changes that one user has made to fields of page forms. They are kept on the disk, because they contain no
 * patient data and must survive a restart of the browser.
 */
export const storedFormEdits = (email: string) => stored(`form-edits:${email}`, formEdits, (): FormEdit[] => [])

/**
 * Prevents content scripts from reading the session: closes the local storage to them. Where the browser cannot, encrypts
 * a session that an earlier version has stored.
 */
export async function keepFromPages(): Promise<void> {
  if (isOpenToPages()) {
    const session = await anySession.read()
    if (session) await anySession.write(session)
  } else await browser.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' })
}
