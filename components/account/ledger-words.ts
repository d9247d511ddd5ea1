import type { Remainder } from '../../lib/contracts/recording-key.ts'
import type { EgressKind, EgressReading } from '../../lib/egress/index.ts'
import type { ErasureRecord } from '../../lib/transcript/journal/index.ts'
import { dayWords, timeWords } from '../ui/dates.ts'

/** The records of all data that left the browser, and of what was erased. The settings page shows and exports them. */
export interface LedgerReading extends EgressReading {
  erasures: ErasureRecord[]
}

export interface LedgerPort {
  /** Rejects when the disk fails. */
  read(): Promise<LedgerReading>
}

const kinds: Record<EgressKind, string> = {
  sound: 'sound of recordings',
  words: 'transcripts and typed text',
  files: 'files',
  notes: 'notes',
  templates: 'templates',
  keys: 'keys of recordings',
  'sign-in': 'sign-in',
  account: 'your account',
  organisation: 'your organisation',
  administration: 'administration',
  developer: 'calls of developers',
  'site-rules': 'request for the instructions for reading EHR pages',
  ticket: 'permission to record',
  check: 'check whether the server answers',
  portal: 'sign-in link for the portal',
  provider: 'sign-in page of Google, Microsoft or Apple',
  page: 'values written into a page',
  other: 'other requests',
}
const remainders: Record<Remainder['what'], string> = {
  mark: 'the information that this recording was erased',
  log: 'technical log entries, without any text of the session',
  transcript: 'the transcript',
  notes: 'a note',
}

const byteUnits = ['bytes', 'KB', 'MB', 'GB']

/** A size such as "3.4 MB". Takes bytes. */
export function sizeWords(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** power
  return `${power > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${byteUnits[power]}`
}

/** One line about a kind of data that was sent to a host: number of requests, size, and time of the last request. */
export const placeWords = ({ kind, requests, bytes, lastAt }: LedgerReading['places'][number]): string =>
  `${kinds[kind]}: ${requests} ${requests === 1 ? 'time' : 'times'}, ${sizeWords(bytes)}, last ${timeWords(new Date(lastAt).toISOString())}`

/**
 * Returns sentences about an erased recording: which encryption key was destroyed, whether the transcript was erased,
 * and what the server still keeps.
 */
export function erasureWords({ key, words, told: notice, serverUrl }: ErasureRecord): string {
  const destroyed =
    key === 'local'
      ? 'The only encryption key of this recording was destroyed, so nobody can open the recording again.'
      : notice === null
        ? 'The copy of the encryption key on this computer was destroyed. Chartside will tell the server to erase the recording as soon as the server can be reached.'
        : 'The copy of the encryption key on this computer was destroyed. The server will never use its copy of the key again, so nobody can open the recording again.'
  const also = words ? ' The transcript was erased, too.' : ''
  if (notice === null) return destroyed
  if (notice.remains === null)
    return `${destroyed}${also} The server did not say what it still keeps of this recording. To find out, ask your administrator.`
  if (notice.remains.length === 0) return `${destroyed} The server has stored nothing of this recording.`
  const remains = notice.remains.map(
    ({ what, until: endTime }) =>
      `${remainders[what]} (${endTime === null ? 'with no time limit' : `until ${dayWords(endTime)}`})`,
  )
  return `${destroyed}${also} What remains at ${new URL(serverUrl).host}: ${remains.join(', ')}.`
}

/** The whole ledger as JSON, for an administrator. Times are in ISO 8601. */
export function ledgerFile({ places, entries, erasures }: LedgerReading): string {
  const iso = (at: number) => new Date(at).toISOString()
  return JSON.stringify(
    {
      places: places.map((place) => ({ ...place, firstAt: iso(place.firstAt), lastAt: iso(place.lastAt) })),
      entries: entries.map((entry) => ({ ...entry, at: iso(entry.at) })),
      erasures: erasures.map(({ at, told: notice, ...erasure }) => ({
        ...erasure,
        at: iso(at),
        told: notice && { ...notice, at: iso(notice.at) },
      })),
    },
    null,
    2,
  )
}
