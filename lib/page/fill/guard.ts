import { adapterFor } from '../adapters/index.ts'
import { sitePatient } from '../adapters/site-rules.ts'
import { type Control, documentsOf, isEditable, isReadOnly, isShown, isTicked } from '../controls/controls.ts'
import { currentValue, type ScannedField } from '../controls/fields.ts'
import { isDrawn } from '../controls/lists.ts'
import { type Lock, lockReason } from '../form/patient.ts'
import { urlOf } from '../natives.ts'
import { addressOf, type Scan, scan } from '../scan/scan.ts'
import type { PageField, PagePorts, RefusalReason } from '../shapes.ts'
import { createPins, type Pin, type Pins } from './pins.ts'

export interface Clock {
  nowMs(): number
  /** Resolves after `ms`. Even with 0 ms, at least one task of the page runs first. */
  wait(ms: number): Promise<void>
}

/** Waits for one task. `setTimeout` is not used because browsers delay nested timers by at least 4 ms. */
const oneTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

export const pageClock: Clock = {
  nowMs: () => performance.now(),
  wait: (ms) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : oneTask()),
}

const longestMs = 3000
/**
 * How long, in milliseconds, the form must not change after a write to a control whose value the page saves at once.
 * After the save, the page may replace the form within this time.
 */
const savedQuietMs = 600
/**
 * If more than this time, in milliseconds, has passed since the last wait, the fill waits once, so that the page can
 * render.
 */
const sliceMs = 12

/** Attributes that identify the field of a control. A change of any other attribute requires no new scan. */
const telling = new Set(
  'id name for type multiple contenteditable maxlength placeholder title src aria-label aria-labelledby data-date-format'.split(
    ' ',
  ),
)

export interface TargetField extends ScannedField {
  control: Control
}

export interface Target {
  field: PageField
  found: TargetField
}

/**
 * Returns true if the node is inside the form, or in another document or shadow root of the page, such as an iframe.
 * Calls `Node.prototype.contains` because a form control named `contains` would hide the method.
 */
const isInside = (root: Element, target: Node): boolean =>
  Node.prototype.contains.call(root, target) ||
  Node.prototype.getRootNode.call(root) !== Node.prototype.getRootNode.call(target)

export interface PageAccess {
  clock: Clock
  ports: PagePorts
}

/**
 * The current state of the page during a fill. The fill checks it in the same task as every write, and again after
 * every wait, because the page may have changed.
 */
export interface PageGuard {
  /** The reason why nothing more may be written. Null: writing is allowed. */
  halted(): RefusalReason | null
  /**
   * Selector of controls that must not be pressed. It is `*` if the page was never scanned, so that nothing can be
   * pressed.
   */
  forbidden(): string
  isOpen(): boolean
  pins: Pick<Pins, 'add' | 'noteWrite'>
  scan(isAnew?: boolean): Scan | null
  target(fieldId: string): Target | RefusalReason
  /**
   * Waits until the form has not changed for the time that a write to `scannedField` needs (see `neededFor`), but at
   * most 3 s. `scannedField` is null if the wait does not concern one field. `atLeastMs` is the minimum of the needed
   * time, in milliseconds. Even if the needed time is 0, at least one task of the page runs.
   */
  rest(scannedField: ScannedField | null, atLeastMs?: number): Promise<void>
  breathe(scannedField: ScannedField, atLeastMs?: number): Promise<void>
  until(so: () => boolean, limitMs: number): Promise<void>
  close(): void
}

/**
 * Starts to observe a page for a fill. Scanning a whole form before every write would be slow, so one scan is reused
 * until the page structure changes. Address, patient and visit are read again before every write.
 */
export function openPageGuard(
  document: Document,
  lock: Lock,
  { clock, ports }: PageAccess,
  questions: Map<string, Pin>,
): PageGuard {
  const pins = createPins(questions)
  let currentScan: Scan | null = null
  let current = ports
  let stopReason: RefusalReason | null = null
  let stale = true
  let touched = true
  let url = ''
  let changedMs = clock.nowMs()
  let restedMs = changedMs

  const note = (records: MutationRecord[]): void => {
    for (const { type, target, attributeName } of records) {
      if (!currentScan?.form || isInside(currentScan.form.root, target)) changedMs = clock.nowMs()
      // A changed attribute of the form element, such as `class`, can mean that the note is locked now. So read the
      // form again.
      const root = currentScan?.form?.root
      if (!root || target === root || !Node.prototype.contains.call(root, target)) touched = true
      if (stale || (type === 'attributes' && !telling.has(attributeName ?? ''))) continue
      stale = !currentScan?.fields.some(({ found: scannedField }) =>
        scannedField.controls.some((each) => isEditable(each) && each.contains(target)),
      )
    }
  }
  const observer = new MutationObserver(note)
  // A call for a node that is already observed changes nothing, so `rescan` calls this function for all nodes again.
  const watch = (root: Node): void =>
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })

  /**
   * Returns true if all controls of a field of the last scan are still in the page and can be answered. A hidden
   * control counts only if it is a check box or radio button, if a check box shows its field (`opener`), or if a
   * visible Chosen widget replaces it. Any other hidden control may belong to a closed tab of the form.
   */
  const stands = ({ controls, opener }: ScannedField): boolean =>
    controls.every(
      (control) =>
        control.isConnected &&
        control.ownerDocument.defaultView !== null &&
        (opener !== undefined || isTicked(control) || isShown(control) || isDrawn(control)),
    )

  const rescan = (): Scan => {
    stale = false
    touched = false
    url = urlOf(document)
    currentScan = scan(document, url, current)
    for (const each of documentsOf(document)) watch(each)
    for (const { found: scannedField } of currentScan.fields)
      for (const control of scannedField.controls) watch(control.getRootNode())
    return currentScan
  }

  const fresh = (): Scan => {
    note(observer.takeRecords())
    if (!currentScan || stale || urlOf(document) !== url) return rescan()
    const address = new URL(url)
    const { adapter } = currentScan
    // A script can set the hidden control that shows the visit. No observer reports this, so read the form each time.
    if (touched || currentScan.form?.encounter) {
      touched = false
      const form = adapter.form(document)
      if (
        adapterFor(document, address) !== adapter ||
        form?.root !== currentScan.form?.root ||
        form?.signed !== currentScan.form?.signed ||
        form?.encounter !== currentScan.form?.encounter
      )
        return rescan()
    }
    const patient = adapter.patient(document, address) ?? sitePatient(document, currentScan.ports)
    currentScan = { ...currentScan, patient, address: addressOf(document, url) }
    return currentScan
  }

  const look = (): Scan | null => {
    if (stopReason) return null
    const freshScan = fresh()
    stopReason = lockReason(freshScan, lock)
    return stopReason ? null : freshScan
  }

  const fieldOf = (fieldId: string): Scan['fields'][number] | RefusalReason => {
    const latestScan = look()
    return latestScan ? pins.fieldOf(latestScan.fields, fieldId) : (stopReason ?? 'not-found')
  }

  const forbidden = (): string => currentScan?.adapter.forbidden ?? '*'

  const neededFor = (scannedField: ScannedField | null, atLeastMs: number): number => {
    const { savesItself, quietMs } = currentScan?.adapter ?? { savesItself: undefined, quietMs: 0 }
    const saves = savesItself !== undefined && scannedField?.controls.some((control) => control.matches(savesItself))
    return Math.max(atLeastMs, saves ? savedQuietMs : quietMs)
  }

  const rest = async (scannedField: ScannedField | null, atLeastMs = 0): Promise<void> => {
    const neededMs = neededFor(scannedField, atLeastMs)
    const startMs = clock.nowMs()
    changedMs = startMs
    do {
      await clock.wait(Math.max(0, changedMs + neededMs - clock.nowMs()))
    } while (clock.nowMs() - changedMs < neededMs && clock.nowMs() - startMs < longestMs)
    restedMs = clock.nowMs()
  }

  return {
    pins,
    halted: () => stopReason,
    isOpen: () => look() !== null,
    scan(isAnew = false) {
      stale ||= isAnew
      // A scan with the same object would reuse fields that the page has enabled since.
      if (isAnew) current = { ...ports }
      const latestScan = look()
      if (latestScan) pins.meet(latestScan.fields)
      return latestScan
    },
    forbidden,
    target(fieldId) {
      let target = fieldOf(fieldId)
      if (typeof target !== 'string' && !stands(target.found)) {
        stale = true
        target = fieldOf(fieldId)
      }
      if (typeof target === 'string') return target
      const { field, found: scannedField } = target
      const [control] = scannedField.controls
      if (!control) return 'not-found'
      if (field.locked) return field.locked
      // A table is written as a whole, so one locked cell locks the table. Any other field is locked only if all of its
      // controls are locked.
      const lockedCount = scannedField.controls.filter(isReadOnly).length
      if (
        lockedCount > 0 &&
        (scannedField.kind === 'table' ||
          scannedField.parts !== undefined ||
          lockedCount === scannedField.controls.length)
      )
        return 'read-only'
      const untouchable = forbidden()
      if (scannedField.controls.some((each) => each.matches(untouchable))) return 'read-only'
      return { field: { ...field, value: currentValue(scannedField) }, found: { ...scannedField, control } }
    },
    rest,
    async breathe(scannedField, atLeastMs = 0) {
      // Do not wait after every write: frameworks usually render within the task of the write, and each wait may cost a
      // repaint. A form can have 200 fields.
      if (neededFor(scannedField, atLeastMs) > 0 || clock.nowMs() - restedMs > sliceMs)
        await rest(scannedField, atLeastMs)
    },
    async until(so, limitMs) {
      const startMs = clock.nowMs()
      while (!so() && clock.nowMs() - startMs < limitMs) await clock.wait(20)
    },
    close: () => observer.disconnect(),
  }
}
