import { readFile } from 'node:fs/promises'
import type { Page } from 'puppeteer'
import { z } from 'zod'
import { type EgressPlace, kindOf } from '../../lib/egress/index.ts'
import type { DemoBrowser } from '../../scripts/demo/browser.ts'

/** A request or connection of the extension, as the browser itself has logged it. */
export interface SeenRequest {
  host: string
  kind: string
}

export interface LedgerAt {
  places: EgressPlace[]
  /** Epoch milliseconds. */
  readAt: number
}

const constants = z.object({
  constants: z.object({
    timeTickOffset: z.coerce.number(),
    logEventTypes: z.object({ URL_REQUEST_START_JOB: z.number() }),
  }),
})
const started = z.object({
  type: z.number(),
  time: z.coerce.number(),
  source: z.object({ id: z.number() }),
  params: z.object({ url: z.string(), method: z.string(), initiator: z.string(), request_type: z.string() }),
})

/**
 * The `kind` that `seenRequests` returns for a page that the extension opens in a tab or window. The ledger, which is
 * the extension's own list of its requests, lists such a page as 'portal' or 'provider'.
 */
const openedPage = 'opened page'

/**
 * Returns what the extension has requested until `untilMs` (epoch time), from a log that Chromium has written:
 *
 * - the requests and connections of its own pages. Preflights (OPTIONS) are left out, because they carry no data of the
 *   extension;
 * - the pages that it has opened in a tab or window. If such a page redirects, Chromium logs each redirect as a request
 *   of the extension, but the server of the page has chosen the address. So only the first address is returned.
 *
 * The log of a browser that was killed is incomplete JSON, so it is read line by line.
 */
export async function seenRequests(file: string, untilMs: number): Promise<SeenRequest[]> {
  const [first = '', ...lines] = (await readFile(file, 'utf8')).split('\n')
  const { timeTickOffset, logEventTypes } = constants.parse(JSON.parse(`${first.replace(/,\s*$/, '')}}`)).constants
  const openedPages = new Set<number>()
  return lines.flatMap((line) => {
    const event = started.safeParse(parsed(line.replace(/[,\]}]*\s*$/, (end) => end.replace(/,$|\],?.*$/, ''))))
    if (!event.success || event.data.type !== logEventTypes.URL_REQUEST_START_JOB) return []
    const { time, params, source } = event.data
    const { protocol, host, pathname } = new URL(params.url)
    const isOurs = params.initiator.startsWith('chrome-extension://') && protocol !== 'chrome-extension:'
    if (!isOurs || params.method === 'OPTIONS' || time + timeTickOffset > untilMs) return []
    if (!/^(?:http|ws)s?:$/.test(protocol)) return []
    if (params.request_type !== 'main frame') return [{ host, kind: kindOf(pathname) }]
    if (openedPages.has(source.id)) return []
    openedPages.add(source.id)
    return [{ host, kind: openedPage }]
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Opens a page of the extension, reads the ledger from the database of the extension, and closes the page. */
export async function readLedger({
  browser,
  extensionId,
}: Pick<DemoBrowser, 'browser' | 'extensionId'>): Promise<LedgerAt> {
  const page = await browser.newPage()
  // The welcome page of the extension sends no requests when it opens. Another page could add requests to the ledger
  // that is read here.
  await page.goto(`chrome-extension://${extensionId}/welcome.html`)
  const reading = await readLedgerIn(page)
  await page.close()
  return reading
}

/** Reads the ledger in an open page of the extension. */
export async function readLedgerIn(page: Page): Promise<LedgerAt> {
  const readAt = Date.now()
  const places = await page.evaluate(
    () =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('chartside.egress')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('places').objectStore('places').getAll()
          all.onerror = () => reject(all.error)
          all.onsuccess = () => resolve(all.result)
        }
      }),
  )
  return { places: places as EgressPlace[], readAt }
}

/** Returns the requests that the ledger does not list, or lists less often than they were seen. */
export function unlisted(seen: readonly SeenRequest[], { places }: LedgerAt): string[] {
  const counts = new Map<string, number>()
  for (const { host, kind } of seen) counts.set(`${host} ${kind}`, (counts.get(`${host} ${kind}`) ?? 0) + 1)
  return [...counts].flatMap(([place, count]) => {
    const listed = places
      .filter(({ host, kind }) => place === `${host} ${kind === 'portal' || kind === 'provider' ? openedPage : kind}`)
      .reduce((total, { requests }) => total + requests, 0)
    return count > listed ? [`${place}: seen ${count}, listed ${listed}`] : []
  })
}

/** Throws if the browser has seen a request that the ledger does not list (product 13.8). */
export function demandListed(seen: readonly SeenRequest[], reading: LedgerAt): void {
  const missing = unlisted(seen, reading)
  if (missing.length > 0) throw new Error(`The ledger does not list these requests: ${missing.join('; ')}.`)
}
