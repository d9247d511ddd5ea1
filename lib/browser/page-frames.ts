import { browser } from 'wxt/browser'
import { demand, policyAllows } from '../policy/index.ts'
import { hostOf, organisationPolicy } from './policy.ts'
import { isRefusal } from './refusal.ts'

/** Rejects with a message for the user if the work takes longer. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('The page did not answer in time. Reload the chart and try again.')),
      limitMs,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A frame of a tab in which `page-frame.js` answers messages. Do not store this object: a navigation can change the id
 * of the frame.
 */
interface Frame {
  frameId: number
  hostname: string
  nonce: string
}

/**
 * Returns the frames of a tab whose hosts the organisation allows. The policy applies to every page, whether the
 * manifest, the user's permission or a click lets the extension read it (product 13.3). Throws a `PolicyRefusal` for the
 * host of the tab if no frame is allowed.
 */
async function allowedFrames(tabId: number): Promise<{ tabId: number; allFrames: true } | Framed> {
  const reading = await organisationPolicy.read()
  demand(reading, { kind: 'work' })
  demand(reading, { kind: 'version' })
  if (reading.policy.ehrHosts === undefined && reading.directoryHosts === undefined) return { tabId, allFrames: true }
  // Read only the origin of each frame. A frame without an address, such as `about:blank`, has the origin of its
  // parent.
  const injections = await browser.scripting.executeScript({
    target: { tabId, allFrames: true },
    func: () => self.origin,
  })
  const frameIds = injections.flatMap(({ frameId, result }) =>
    typeof result === 'string' && policyAllows(reading, { kind: 'page', host: hostOf(result) }) === null
      ? [frameId]
      : [],
  )
  const top = injections.find(({ frameId }) => frameId === 0)?.result
  if (frameIds.length === 0) demand(reading, { kind: 'page', host: typeof top === 'string' ? hostOf(top) : '' })
  return { tabId, frameIds }
}

interface Framed {
  tabId: number
  frameIds: number[]
}

/** Injects `page-frame.js` into all allowed frames of a tab. Throws if the browser or the policy refuses. */
export async function framesIn(tabId: number): Promise<Frame[]> {
  const target = await allowedFrames(tabId)
  if ('frameIds' in target && target.frameIds.length === 0) return []
  const injected = await browser.scripting.executeScript({ target, files: ['/page-frame.js'] })
  return injected.flatMap(({ frameId, result }) =>
    result ? [{ frameId, ...(result as Pick<Frame, 'hostname' | 'nonce'>) }] : [],
  )
}

/**
 * Injects the script that reads the objects of rich-text editors and frameworks, which only the main world can access.
 * If the browser refuses it, the scan and the fill go on without this script.
 */
export async function injectEditors(tabId: number, frameId: number): Promise<void> {
  const target = { tabId, frameIds: [frameId] }
  try {
    await browser.scripting.executeScript({ target, files: ['/page-editors.js'], world: 'MAIN' })
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

/**
 * Returns the tab and the frame whose last scan has this nonce, so that a message can be sent there. Null: the page was
 * loaded again, or a later scan found changed content and got a new nonce.
 */
export async function frameOf(tabId: number, nonce: string): Promise<FoundFrame | null> {
  const frame = (await framesIn(tabId)).find((each) => each.nonce === nonce)
  return frame ? { tabId, frameId: frame.frameId, hostname: frame.hostname } : null
}

export interface FoundFrame {
  tabId: number
  frameId: number
  hostname: string
}
