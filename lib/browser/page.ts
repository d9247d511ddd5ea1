import type { SavedField } from '../page/form/saved-form.ts'
import { planFill } from '../page/plan/plan.ts'
import type {
  FilledRecord,
  FillPlan,
  FillResult,
  FocusedField,
  FocusRefusal,
  PagePatient,
  PageReading,
  PageValue,
  Receipt,
  RecordAgain,
  WrittenField,
  WrittenFill,
} from '../page/shapes.ts'
import { onKeys } from './commands.ts'
import { currentTab, watchCurrentTab } from './current-tab.ts'
import { background, broadcasts, unlessUnheard } from './messages.ts'
import { observable } from './observable.ts'
import { organisationPolicy } from './policy.ts'
import { storedAgreed } from './stored.ts'

type PageState =
  | { status: 'reading' }
  | { status: 'ready'; reading: PageReading }
  | { status: 'unreadable'; message: string; line?: string }

interface PlanFor {
  patient?: PagePatient | null
  saved?: readonly SavedField[]
}

/**
 * Maximum number of keys in `storedAgreed`. Each key stands for one change of a form that the clinician has accepted.
 * The oldest keys are deleted, and the clinician is then asked again about these changes.
 */
const agreedMost = 500

const unreadable = 'Chartside cannot see this page. Open a chart, then click the Chartside button in the toolbar.'

async function tabId(): Promise<number> {
  const tab = await currentTab()
  if (!tab) throw new Error(unreadable)
  return tab.tabId
}

export function createPage() {
  /** The id of the tab whose page the state describes. Null: there is no tab. Undefined: no tab was looked up yet. */
  let shownTab: number | null | undefined
  /**
   * Each reading gets a number when it begins, starting with 1. `lookedUp`: the number of the reading that set
   * `shownTab`. `shownNumber`: the number of the reading whose result is in the state.
   */
  let [lookedUp, shownNumber] = [0, 0]
  let readings = 0

  /**
   * Reads the page and shows it in the state. A reading takes up to 6 s. In this time, the user may open another tab,
   * and the reading of that tab may end first. The state then ignores the result of the older reading. Otherwise a
   * recording that begins now would belong to the patient of the earlier page.
   */
  async function read(): Promise<PageReading> {
    readings += 1
    const number = readings
    const tab = (await currentTab())?.tabId ?? null
    if (number > lookedUp) {
      lookedUp = number
      if (tab !== shownTab) state.set({ status: 'reading' })
      shownTab = tab
    }
    const show = (newState: PageState) => {
      if (tab !== shownTab || number < shownNumber) return
      shownNumber = number
      state.set(newState)
    }
    try {
      const reading = tab === null ? null : await background.sendMessage('page.read', { tabId: tab })
      if (!reading) throw new Error(unreadable)
      show({ status: 'ready', reading })
      return reading
    } catch (error) {
      // The class of an error is lost in a message of the extension, but its properties are not.
      const line: unknown = Reflect.get(Object(error), 'line')
      const isRefused = error instanceof Error && typeof line === 'string'
      show({ status: 'unreadable', ...(isRefused ? { message: error.message, line } : { message: unreadable }) })
      throw error
    }
  }

  const state = observable<PageState>({ status: 'reading' }, () => {
    // If a reading fails, `read` has already put the failure into the state, so the error is ignored here.
    const refresh = () => void read().catch(() => undefined)
    refresh()
    const ends = [
      watchCurrentTab(refresh),
      broadcasts.onMessage('page.changed', refresh),
      // When the policy changes, read the page again. If the page is not allowed any more, the panel must not show its
      // content.
      organisationPolicy.watch(refresh),
    ]
    return () => {
      for (const end of ends) end()
    }
  })

  return {
    subscribe: state.subscribe,
    read,
    /** Reads the page again and returns what a fill would write. Writes nothing to the page. */
    async plan(values: PageValue[], whose: PlanFor = {}): Promise<{ plan: FillPlan; reading: PageReading }> {
      const reading = await read()
      return { plan: planFill(reading, values, whose), reading }
    },
    async fill(plan: FillPlan, confirmedPatient: string | null): Promise<FillResult> {
      return background.sendMessage('page.fill', { tabId: await tabId(), plan, confirmedPatient })
    },
    carry(plan: FillPlan, name: string, value: string[], confirmedPatient: string | null) {
      const { nonce, url, patient, encounter } = plan
      const carried = { nonce, url, patient, encounter, name, value }
      const tab = tabId()
      return {
        dropped: tab.then((id) => background.sendMessage('page.carry', { tabId: id, carried, confirmedPatient })),
        letGo: () =>
          void tab.then((id) => background.sendMessage('page.letGo', { tabId: id, nonce })).catch(unlessUnheard),
      }
    },
    async point(fieldId: string): Promise<boolean> {
      const { nonce } = await read()
      return background.sendMessage('page.point', { tabId: await tabId(), nonce, fieldId })
    },
    async undo({ nonce, fillId }: WrittenFill): Promise<Receipt[]> {
      return background.sendMessage('page.undo', { tabId: await tabId(), nonce, fillId })
    },
    async undoField({ nonce, fieldId }: WrittenField): Promise<Receipt[]> {
      return background.sendMessage('page.undoField', { tabId: await tabId(), nonce, fieldId })
    },
    async compare(nonce: string, record: FilledRecord): Promise<RecordAgain | null> {
      return background.sendMessage('page.compare', { tabId: await tabId(), nonce, record })
    },
    async focused(nonce: string): Promise<FocusedField | FocusRefusal> {
      return background.sendMessage('page.focused', { tabId: await tabId(), nonce })
    },
    onKeys,
    async wasAgreed(state: string): Promise<boolean> {
      return (await storedAgreed.read()).includes(state)
    },
    async agree(state: string): Promise<void> {
      const agreedKeys = (await storedAgreed.read()).filter((each) => each !== state)
      await storedAgreed.write([...agreedKeys, state].slice(-agreedMost))
    },
  }
}
