import type { AccountState } from '../../../components/account/port.ts'
import { defaultSettings, type Settings } from '../../../components/account/settings-port.ts'
import type { PageState } from '../../../components/page/port.ts'
import type { SitesState } from '../../../components/page/sites-port.ts'
import type { Ports } from '../../../components/ports.tsx'
import { noSources, type SourcesState } from '../../../components/recording/sources-port.ts'
import { createSubscribable } from '../../../components/subscribable.ts'
import type { UnsavedTemplate } from '../../../components/template/draft-port.ts'
import type { KeptLayouts } from '../../../components/template/layout-port.ts'
import { createClient, createSignIn } from '../../../lib/api/index.ts'
import type { FormEdit, Provider } from '../../../lib/contracts/index.ts'
import { dayFirstFormat } from '../../../lib/page/dates.ts'
import { planFill } from '../../../lib/page/plan/plan.ts'
import type {
  FillPlan,
  FillResult,
  FocusedField,
  FocusRefusal,
  PageReading,
  Receipt,
} from '../../../lib/page/shapes.ts'
import { noPolicy, readPolicy } from '../../../lib/policy/index.ts'
import type { KnownVisit } from '../../../lib/transcript/known-visit.ts'
import {
  idleRecording,
  type MissingAudio,
  type RecordingState,
  type UnfinishedRecording,
} from '../../../lib/transcript/recording-state.ts'
import * as data from './data.ts'
import { memoryServer, type ServerTraits } from './server.ts'

/** The initial state of one screen. */
export interface Scene extends ServerTraits {
  account?: AccountState
  /** Providers with which people can sign in. */
  providers?: Provider[]
  /** The email that stands in the sign-in form. */
  typedEmail?: string
  page?: PageState
  recording?: RecordingState
  sources?: Partial<SourcesState>
  settings?: Partial<Settings>
  /** The policy that the browser's administrator has set. */
  policy?: object
  /** True: the browser has not delivered the policy yet. */
  awaitsPolicy?: true
  /** The directory in which the user works, as far as this device knows. */
  currentDirectoryId?: string
  plan?: FillPlan
  /** Hosts whose pages the extension reads without a click, because the clinician has chosen this (see `KeepSite`). */
  keptSites?: string[]
  /** What the dates of a host begin with, as the clinician has chosen. */
  dayOrders?: SitesState['dayOrders']
  /** The field of the page that has the focus, or why nothing can be dictated into it. */
  focused?: FocusedField | FocusRefusal
  /** The page does not keep the values that are written into it. */
  unkept?: boolean
  /** Recordings found after a crash. With `stuck`, their transcription never ends. */
  waiting?: UnfinishedRecording[]
  stuck?: boolean
  /**
   * The result of finishing a recording in this scene: the parts that could not be read from the disk and were not
   * sent.
   */
  missing?: MissingAudio[]
  draft?: string
  /** The texts of panels that were closed with their window. */
  lostDrafts?: string[]
  /** What this computer knows of the visits that were recorded on it. */
  visits?: KnownVisit[]
  /** True if the settings page finds work that has not reached the server. */
  unsentWork?: boolean
  /** The list of templates as stored on this device. */
  lastList?: KeptLayouts
  /** Shows the screens of templates in their own tab. */
  inTab?: boolean
}

let formEditsKept: FormEdit[] = []
const formEditsHeard = new Set<(edits: FormEdit[]) => void>()

/**
 * Returns the receipt of a value that was dropped on a field of a plan. Without `fieldId`, on the first field. Returns
 * null if the plan does not have the field.
 */
function dropOn({ writes }: FillPlan, fieldId: string | null): Receipt | null {
  const write = fieldId ? writes.find((each) => each.fieldId === fieldId) : writes[0]
  if (!write) return null
  const { irreversible, ...rest } = write
  return irreversible ? { ...data.unkeptOf(rest), outcome: 'refused', reason: 'irreversible' } : data.receiptOf(rest)
}

/** All ports in memory. */
export function memoryPorts(scene: Scene): Ports {
  const fetch = memoryServer(scene)
  const client = createClient({
    baseUrl: () => 'http://server.example',
    credential: () => ({ authorization: 'Bearer t', key: '' }),
    fetch,
  })
  const account = createSubscribable<AccountState>(scene.account ?? { status: 'signed-in', email: data.email })
  const settings = createSubscribable<Settings>({
    ...defaultSettings,
    serverUrl: 'http://127.0.0.1:8787',
    ...scene.settings,
  })
  const page = createSubscribable<PageState>(scene.page ?? { status: 'ready', reading: data.reading })
  // The test sends the event `stage.page` to open another page beside the panel.
  let openedPage: PageReading | null = null
  addEventListener('stage.page', (event) => {
    const reading = (event as CustomEvent<PageReading>).detail
    openedPage = reading
    page.set({ status: 'ready', reading })
  })
  const sites = createSubscribable<SitesState>({ kept: scene.keptSites ?? [], dayOrders: scene.dayOrders ?? {} })
  const recorder = createSubscribable<RecordingState>(scene.recording ?? idleRecording)
  const sources = createSubscribable<SourcesState>({
    ...noSources,
    devices: [
      { deviceId: 'jabra', label: 'Jabra Evolve2', browserAudio: false },
      { deviceId: 'built-in', label: 'Built-in microphone', browserAudio: false },
      { deviceId: 'browser-audio', label: 'Sound of this tab', browserAudio: true },
    ],
    tab: { tabId: 1, title: 'Telehealth visit' },
    ...scene.sources,
  })
  let waiting = scene.waiting ?? []
  const taken = (id: string) => {
    waiting = waiting.filter((each) => each.id !== id)
  }
  let draft = scene.draft ?? ''
  let lost = (scene.lostDrafts ?? []).map((text, at) => ({ id: `lost-${at}`, text }))
  let visits = scene.visits ?? []
  let lastList = scene.lastList ?? null
  const templateDrafts = new Map<string, UnsavedTemplate>()
  /** Paths that were opened in a new tab. Tests read them. */
  const opened: string[] = []
  /** The requests to the page, in order. Tests read them. */
  const pageAsked: unknown[][] = []
  const agreed = new Set<string>()
  let lastFill = data.plan.writes.slice(1).map(data.receiptOf)
  Object.assign(window, { opened, pageAsked })
  return {
    client,
    account: {
      ...account,
      demo: scene.typedEmail === undefined ? null : { email: scene.typedEmail, password: '' },
      ...createSignIn({
        client,
        device: 'Chartside panel',
        emailOf: async () => data.email,
        enter: async (email) => account.set({ status: 'signed-in', email }),
        page: {
          allow: async () => true,
          open: async ({ state }) => `https://panel.example/oauth#oauth=secret-of-${state}`,
        },
      }),
      async emailChanged(email) {
        account.set({ status: 'signed-in', email })
      },
      async signOut() {
        account.set({ status: 'signed-out', ended: false })
      },
    },
    policy: createSubscribable({
      ...(scene.policy === undefined ? noPolicy : readPolicy(scene.policy)),
      version: '1.0.0',
      ...(scene.awaitsPolicy ? { awaited: true as const } : {}),
      ...(scene.currentDirectoryId === undefined ? {} : { currentDirectoryId: scene.currentDirectoryId }),
    }),
    settings: {
      ...settings,
      async update(change) {
        settings.set({ ...settings.get(), ...change })
      },
      hasUnsentWork: async () => scene.unsentWork ?? false,
      async checkServer() {
        if (scene.away) throw new Error('Nothing answers there.')
        return { name: 'Chartside', version: '0.1.0', providers: scene.providers ?? [] }
      },
      openOptions() {},
    },
    sources: { ...sources, openWelcome() {} },
    page: {
      ...page,
      async read() {
        if (openedPage) page.set({ status: 'ready', reading: openedPage })
        const now = page.get()
        if (now.status !== 'ready') throw new Error('The page cannot be read.')
        return now.reading
      },
      async plan(values, whose) {
        pageAsked.push(['plan', whose])
        const reading = await this.read()
        const plan = reading.fields.length > 0 ? planFill(reading, values, whose) : data.plan
        return { plan: scene.plan ?? plan, reading }
      },
      async fill(plan) {
        pageAsked.push(['fill', plan.writes.map(({ label, irreversible }) => [label, irreversible ?? ''])])
        lastFill = plan.writes.map(scene.unkept ? data.unkeptOf : data.receiptOf)
        return { receipts: lastFill, fillId: scene.unkept ? null : 'fill' }
      },
      async point(fieldId) {
        pageAsked.push(['point', fieldId])
        return true
      },
      carry(plan, name, value, confirmedPatient) {
        pageAsked.push(['carry', { name, value, confirmedPatient, patient: plan.patient }])
        let letGo = () => {}
        const dropped = new Promise<FillResult | null>((resolve) => {
          letGo = () => {
            pageAsked.push(['let-go', name])
            resolve(null)
          }
          // The test sends the event `stage.drop` to drop the value on a field of the plan, by default on the first
          // one.
          const drop = (event: Event) => {
            const receipt = dropOn(plan, (event as CustomEvent<string>).detail)
            resolve(receipt && { receipts: [receipt], fillId: receipt.outcome === 'written' ? 'drag' : null })
          }
          addEventListener('stage.drop', drop, { once: true })
        })
        return { dropped, letGo }
      },
      async wasAgreed(state) {
        return agreed.has(state)
      },
      async agree(state) {
        pageAsked.push(['agree', state])
        agreed.add(state)
      },
      async undo({ nonce, fillId }) {
        pageAsked.push(['undo', nonce, fillId])
        return lastFill.map(data.undoneOf)
      },
      focused: async () => scene.focused ?? { fieldId: 'mood', label: 'Mood', caret: null },
      onKeys(command, listener) {
        addEventListener(`stage.${command}`, listener)
        return () => removeEventListener(`stage.${command}`, listener)
      },
      async compare(_nonce, { values }) {
        const shown = ['kept', 'changed', 'not-shown'] as const
        return values.map(({ fieldId }, at) => ({ fieldId, shown: shown[at % shown.length] ?? 'kept' }))
      },
      async undoField({ nonce, fieldId }) {
        pageAsked.push(['undo-field', nonce, fieldId])
        const receipts = lastFill.filter((each) => each.fieldId === fieldId).map(data.undoneOf)
        return receipts
      },
    },
    sites: {
      ...sites,
      async keep(host) {
        sites.set({ ...sites.get(), kept: [...sites.get().kept, host] })
        return true
      },
      async forget(host) {
        sites.set({ ...sites.get(), kept: sites.get().kept.filter((each) => each !== host) })
      },
      async orderDates(host, order) {
        const { [host]: _, ...others } = sites.get().dayOrders
        sites.set({ ...sites.get(), dayOrders: order === null ? others : { ...others, [host]: order } })
        // The page is read with the choice from now on.
        const now = page.get()
        if (now.status !== 'ready' || order === null) return
        const fields = now.reading.fields.map(({ orderUnknown, ...field }) =>
          orderUnknown && field.format && order === 'day' ? { ...field, format: dayFirstFormat(field.format) } : field,
        )
        page.set({ status: 'ready', reading: { ...now.reading, fields } })
      },
    },
    recorder: {
      ...recorder,
      async start(options) {
        const { patient, place } = options
        // Tests read it.
        Object.assign(window, { started: options })
        const begun = place === 'dictation' ? data.dictating : { ...data.recording, turns: [] }
        recorder.set({ ...begun, elapsedMs: 0, patient })
      },
      async pause() {
        recorder.set({ ...recorder.get(), phase: 'paused' })
      },
      async resume() {
        recorder.set({ ...recorder.get(), phase: 'recording' })
      },
      async stop() {
        const { place, turns } = recorder.get()
        recorder.set(idleRecording)
        const words = { transactionId: data.ids.take, turns: place === 'dictation' ? turns : data.turns }
        return scene.missing ? { ...words, missing: scene.missing } : words
      },
      sendLater: async () => undefined,
      claim: async () => null,
      async discard() {
        recorder.set(idleRecording)
      },
      async leave() {
        recorder.set(idleRecording)
      },
      async useMicrophone(id) {
        const { label } = sources.get().devices.find(({ deviceId }) => deviceId === id) ?? {
          label: 'Built-in microphone',
        }
        recorder.set({ ...recorder.get(), microphone: { id, label, fallback: false } })
      },
      async addTab() {
        const { tab: _, ...problems } = recorder.get().problems
        recorder.set({ ...recorder.get(), levels: { microphone: 0.3, tab: 0.2 }, problems })
      },
      async setGain(gain) {
        recorder.set({ ...recorder.get(), gain })
      },
    },
    recovery: {
      list: async () => waiting,
      async transcribe(id, onProgress) {
        onProgress?.(0.4)
        if (scene.stuck) await new Promise(() => undefined)
        taken(id)
        return { transactionId: id, turns: data.turns }
      },
      async resume(id) {
        const { patient } = waiting.find((each) => each.id === id) ?? { patient: null }
        taken(id)
        recorder.set({ ...data.recording, patient })
      },
      async erase(id) {
        taken(id)
      },
      async copy(id) {
        waiting = waiting.map((each) => (each.id === id ? { ...each, copiedAt: data.at(0) } : each))
        return new Blob(['a copy'])
      },
      bringBack: async () => 1,
      subscribe: () => () => undefined,
    },
    installUpdate: async () => 'none',
    knownDirectory: { read: async () => null, write: async () => undefined },
    draft: {
      async read() {
        return draft
      },
      erasedAt: async () => null,
      async write(_, text) {
        draft = text
      },
      async erase() {
        draft = ''
      },
      lost: async () => lost,
      async take(id) {
        const found = lost.find((one) => one.id === id)
        lost = lost.filter((one) => one !== found)
        return found?.text ?? null
      },
    },
    visits: {
      read: async () => visits,
      async add(_, visit) {
        visits = [...visits, visit]
      },
    },
    templates: {
      lastList: {
        read: async () => lastList,
        async write(kept) {
          lastList = kept
        },
      },
      draft: (_email, layoutId) => ({
        load: async () => templateDrafts.get(layoutId) ?? null,
        async save(unsaved) {
          templateDrafts.set(layoutId, structuredClone(unsaved))
        },
        async clear() {
          templateDrafts.delete(layoutId)
        },
      }),
      formEdits: () => ({
        read: async () => formEditsKept,
        async change(update) {
          formEditsKept = update(formEditsKept)
          for (const listener of formEditsHeard) listener(formEditsKept)
        },
        watch(listener) {
          formEditsHeard.add(listener)
          return () => formEditsHeard.delete(listener)
        },
      }),
      ...(scene.inTab ? {} : { openInTab: (path: string) => void opened.push(path) }),
    },
    examples: async () => data.examples,
  }
}
