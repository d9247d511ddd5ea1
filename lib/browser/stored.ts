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
import type { Encounter } from '../page/form/encounter.ts'

/** What the extension itself wrote a moment ago: known by its head. */
const encounter = z.custom<Encounter>(
  (value) =>
    z.looseObject({ source: z.string(), id: z.string(), parts: z.array(z.unknown()) }).safeParse(value).success,
)

/** One value kept in the extension's own storage, parsed at the door; what does not parse counts as absent. `session`: in memory, until the browser ends. */
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
    /** Calls at every change, wherever it was made; returns the way to stop it. */
    watch(listener: (value: z.output<Shape>) => void): () => void {
      const onChange = (changes: Record<string, { newValue?: unknown }>, changed: string) => {
        const change = changes[key]
        if (changed === area && change) listener(parse(change.newValue))
      }
      browser.storage.onChanged.addListener(onChange)
      return () => browser.storage.onChanged.removeListener(onChange)
    },
  }
}

const settings = z.object({
  /** Without a trailing slash. */
  serverUrl: z.url().default(import.meta.env.WXT_SERVER_URL || 'http://127.0.0.1:8787'),
  microphoneId: z.string().nullable().default(null),
  /** 0 to 2 (spec §9). */
  gain: z.number().min(0).max(2).default(1),
  language: z.string().default('en'),
  colorScheme: z.enum(['auto', 'light', 'dark']).default('auto'),
})
/** What the user chose for this browser. */
export type Settings = z.output<typeof settings>

export const storedSettings = stored('settings', settings, () => settings.parse({}))

/** The signed-in session; content scripts cannot reach it (see `keepFromPages`). */
const keptSession = session.extend({
  /** The server that issued it. Earlier versions do not write it: it is the server that was set then. */
  serverUrl: z.string().optional(),
})
const anySession = stored('session', keptSession.nullable(), (): z.output<typeof keptSession> | null => null)

/** The session, if it is one of the server that is set now: its tokens must never reach another server. */
async function ofThisServer(kept: z.output<typeof keptSession> | null): Promise<Session | null> {
  if (kept === null) return null
  const { serverUrl, ...held } = kept
  return serverUrl === undefined || serverUrl === (await storedSettings.read()).serverUrl ? held : null
}

export const storedSession = {
  read: async (): Promise<Session | null> => ofThisServer(await anySession.read()),
  async write(held: Session | null): Promise<void> {
    await anySession.write(held && { ...held, serverUrl: (await storedSettings.read()).serverUrl })
  },
  /** Calls at every change, wherever it was made; returns the way to stop it. */
  watch: (listener: (held: Session | null) => void): (() => void) =>
    anySession.watch((kept) => void ofThisServer(kept).then(listener)),
}

/** Whose session it is, to show it without asking the server. */
export const storedEmail = stored('email', z.string(), () => '')

/** What was typed and not yet sent, so that closing the panel loses nothing. It names a patient: it never touches the disk. */
export const storedDraft = stored('draft', z.string(), () => '', 'session')

const keptLayouts = z.object({ email: z.string(), keptAt: z.iso.datetime(), layouts: z.array(layout) })

/** The list of templates as it was last seen; what clinicians wrote of their notes, never of a patient. */
export const storedLayouts = stored('layouts', keptLayouts.nullable(), (): z.output<typeof keptLayouts> | null => null)

/** States of changed forms that the clinician said yes to, by name; forms' names, of no patient. */
export const storedAgreed = stored('agreed-forms', z.array(z.string()), (): string[] => [])

/** Documents of several pages, as far as they were seen: their questions, no answers; until the browser ends. */
export const storedEncounters = stored('encounters', z.array(encounter), (): Encounter[] => [], 'session')

const keptSiteRules = z.object({ serverUrl: z.string(), askedAt: z.number(), rules: z.array(siteRules) })

/** What a server told of EHR sites, and when it was asked (epoch ms); parsed again whenever it is read. */
export const storedSiteRules = stored(
  'site-rules',
  keptSiteRules.nullable(),
  (): z.output<typeof keptSiteRules> | null => null,
)

/** Unsaved changes of one person in one template: their own work, so it outlives the browser. */
export const storedTemplateDraft = (email: string, layoutId: string) =>
  stored(
    `template-draft:${email}:${layoutId}`,
    z.object({ saved: template, edited: template }).nullable(),
    (): { saved: Template; edited: Template } | null => null,
  )

/** What one person wrote about the fields of forms: their own work, of no patient, so it outlives the browser. */
export const storedFormEdits = (email: string) => stored(`form-edits:${email}`, formEdits, (): FormEdit[] => [])

/** Closes the extension's storage to content scripts: it holds the session. */
export async function keepFromPages(): Promise<void> {
  await browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
}
