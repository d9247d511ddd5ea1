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
  words: 'transcripts and typed words',
  files: 'files',
  notes: 'notes',
  templates: 'templates',
  keys: 'keys of recordings',
  'sign-in': 'sign-in',
  account: 'your account',
  organisation: 'your organisation',
  administration: 'administration',
  developer: 'calls of developers',
  'site-rules': 'request for site rules',
  ticket: 'permission to record',
  check: 'check of the server',
  portal: 'portal opened in a tab',
  provider: 'sign-in page of a provider',
  page: 'values written into a page',
  other: 'other requests',
}
const remainders: Record<Remainder['what'], string> = {
  mark: 'a mark that it was erased',
  log: 'entries in the log, without words',
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

/** One line about a place to which data was sent: how often, how much, and when last. */
export const placeWords = ({ kind, requests, bytes, lastAt }: LedgerReading['places'][number]): string =>
  `${kinds[kind]}: ${requests} ${requests === 1 ? 'time' : 'times'}, ${sizeWords(bytes)}, last ${timeWords(new Date(lastAt).toISOString())}`

/** Sentences that say which parts of a recording were erased, and which parts the server keeps. */
export function erasureWords({ key, words, told, serverUrl }: ErasureRecord): string {
  const destroyed =
    key === 'local'
      ? 'The only key was destroyed.'
      : told === null
        ? 'The copy of the key on this computer was destroyed. The server does not know yet. It is told when it can be reached.'
        : 'The copy of the key on this computer was destroyed, and the server never opens the key again.'
  const also = words ? ' The transcript was erased, too.' : ''
  if (told === null) return destroyed
  if (told.remains === null) return `${destroyed}${also} The server does not say what remains.`
  if (told.remains.length === 0) return `${destroyed} The server has stored none of it.`
  const remains = told.remains.map(
    ({ what, until }) => `${remainders[what]} (${until === null ? 'no end is set' : `until ${dayWords(until)}`})`,
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
      erasures: erasures.map(({ at, told, ...erasure }) => ({
        ...erasure,
        at: iso(at),
        told: told && { ...told, at: iso(told.at) },
      })),
    },
    null,
    2,
  )
}
