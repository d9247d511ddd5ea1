import { adapterFor } from '../adapters/index.ts'
import { memoryIfAny } from '../ask.ts'
import { rulesMeet, sitePatient } from '../form/site-rules.ts'
import { documentsOf, isDrawn, isEditable, isReadOnly, isShown, isTicked } from '../scan/controls.ts'
import type { Found } from '../scan/found.ts'
import { addressOf, type Scan, scan } from '../scan/scan.ts'
import { standing } from '../scan/value.ts'
import type { PageField, PagePatient, RefusalReason } from '../shapes.ts'
import type { Clock } from './clock.ts'
import { type Lock, lockReason } from './lock.ts'

/** However restless a page is, a fill does not wait longer for it. */
const longestMs = 3000
/** A control that saved itself may have the form drawn anew within this time. */
const savedQuietMs = 600
/** A page is not kept from drawing for longer than this. */
const sliceMs = 12

/** Changes of these can give a control another meaning; of other attributes they cannot. */
const telling = new Set(
  'id name for type multiple contenteditable maxlength placeholder title src aria-label aria-labelledby data-date-format'.split(
    ' ',
  ),
)

/** A field and the controls it stands in now. */
export interface Target {
  field: PageField
  found: Found
}

/** Whether something happened in a form, or in a document inside the page that holds it. A form may have a control called `contains`. */
const isInside = (root: Element, target: Node): boolean =>
  Node.prototype.contains.call(root, target) ||
  Node.prototype.getRootNode.call(root) !== Node.prototype.getRootNode.call(target)

/** The patient where the site's rules say they stand. */
const ruledPatient = (document: Document, where: URL): PagePatient | null => {
  const ports = memoryIfAny()?.ports
  return ports?.siteRules && rulesMeet(ports.siteRules, where.hostname) ? sitePatient(document, ports) : null
}

/** What filling sees of a page: looked at in the same task as every write, and again after every wait. */
export interface Eye {
  /** Why nothing may be written any more. */
  halted(): RefusalReason | null
  /** What must not be pressed in this page; everything, where it was never seen. */
  forbidden(): string
  /** A field of the page as it is now; a reason where it may not be written; null where it is gone or all is halted. */
  target(fieldId: string): Target | RefusalReason | null
  /** Waits until the form stands still for as long as this field needs, 3 s at most; one task always passes. */
  rest(found: Found | null, atLeastMs?: number): Promise<void>
  /** The same, but where nothing needs waiting for, only what the page does at once passes, and a task now and then. */
  breathe(found: Found, atLeastMs?: number): Promise<void>
  /** Waits until something is so, or the time is over. */
  until(so: () => boolean, limitMs: number): Promise<void>
  close(): void
}

/**
 * Opens an eye on a page. Reading a whole form anew for every write would be slow; so a scan is kept for as long as the
 * page's structure stands, while address, patient and form are read again at every look.
 */
export function openEye(document: Document, lock: Lock, clock: Clock): Eye {
  let kept: Scan | null = null
  let stopped: RefusalReason | null = null
  let stale = true
  /** Something around the form changed its looks: another form may stand there now. */
  let touched = true
  let url = ''
  let changedMs = clock.nowMs()
  let restedMs = changedMs
  const seen = new Set<Node>()

  const note = (records: MutationRecord[]): void => {
    for (const { type, target, attributeName } of records) {
      if (!kept?.form || isInside(kept.form.root, target)) changedMs = clock.nowMs()
      if (!kept?.form || !Node.prototype.contains.call(kept.form.root, target)) touched = true
      if (stale || (type === 'attributes' && !telling.has(attributeName ?? ''))) continue
      // What is written into an editor changes its inside and nothing else.
      stale = !kept?.fields.some(({ found }) =>
        found.controls.some((each) => isEditable(each) && each.contains(target)),
      )
    }
  }
  const observer = new MutationObserver(note)
  const watch = (root: Node): void => {
    if (seen.has(root)) return
    seen.add(root)
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  }

  /** Whether the kept scan still tells the truth of a field; one that is shown no more may belong to a closed tab. */
  const stands = ({ controls, opener }: Found): boolean =>
    controls.every(
      (control) =>
        control.isConnected &&
        control.ownerDocument.defaultView !== null &&
        (opener !== undefined || isTicked(control) || isShown(control) || isDrawn(control)),
    )

  const rescan = (): Scan => {
    stale = false
    touched = false
    url = document.URL
    kept = scan(document, url)
    for (const each of documentsOf(document)) watch(each)
    for (const { found } of kept.fields) for (const control of found.controls) watch(control.getRootNode())
    return kept
  }

  /** The kept scan with what must be compared read afresh; a whole new one where the page is another. */
  const fresh = (): Scan => {
    note(observer.takeRecords())
    if (!kept || stale || document.URL !== url) return rescan()
    const where = new URL(url)
    const { adapter } = kept
    if (touched) {
      touched = false
      const form = adapter.form(document)
      if (
        adapterFor(document, where) !== adapter ||
        form?.root !== kept.form?.root ||
        form?.signed !== kept.form?.signed
      )
        return rescan()
    }
    const patient = adapter.patient(document, where) ?? ruledPatient(document, where)
    kept = { ...kept, patient, address: addressOf(document, url) }
    return kept
  }

  const look = (): Scan | null => {
    if (stopped) return null
    const now = fresh()
    stopped = lockReason(now, lock)
    return stopped ? null : now
  }

  /** How long the form must stand still after this field was written. */
  const neededFor = (found: Found | null, atLeastMs: number): number => {
    const { savesItself, quietMs } = kept?.adapter ?? { savesItself: undefined, quietMs: 0 }
    const saves = savesItself !== undefined && found?.controls.some((control) => control.matches(savesItself))
    return Math.max(atLeastMs, saves ? savedQuietMs : quietMs)
  }

  const rest = async (found: Found | null, atLeastMs = 0): Promise<void> => {
    const neededMs = neededFor(found, atLeastMs)
    const startMs = clock.nowMs()
    changedMs = startMs
    do {
      await clock.wait(Math.max(0, changedMs + neededMs - clock.nowMs()))
    } while (clock.nowMs() - changedMs < neededMs && clock.nowMs() - startMs < longestMs)
    restedMs = clock.nowMs()
  }

  return {
    halted: () => stopped,
    forbidden: () => kept?.adapter.forbidden ?? '*',
    target(fieldId) {
      let now = look()
      let target = now?.fields.find(({ field }) => field.id === fieldId)
      if (now && target && !stands(target.found)) {
        stale = true
        now = look()
        target = now?.fields.find(({ field }) => field.id === fieldId)
      }
      if (!now || !target) return null
      const { field, found } = target
      if (field.locked) return field.locked
      if (found.controls.every(isReadOnly)) return 'read-only'
      const { forbidden } = now.adapter
      if (found.controls.some((control) => control.matches(forbidden))) return 'read-only'
      return { field: { ...field, value: standing(found) }, found }
    },
    rest,
    async breathe(found, atLeastMs = 0) {
      // Frameworks draw within the same task; a whole one for each of 200 fields is a drawn picture for each.
      if (neededFor(found, atLeastMs) > 0 || clock.nowMs() - restedMs > sliceMs) await rest(found, atLeastMs)
    },
    async until(so, limitMs) {
      const startMs = clock.nowMs()
      while (!so() && clock.nowMs() - startMs < limitMs) await clock.wait(20)
    },
    close: () => observer.disconnect(),
  }
}
