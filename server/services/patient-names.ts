import { createHmac, randomBytes } from 'node:crypto'
import { and, arrayContains, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PatientSearch } from '../../lib/contracts/index.ts'
import type { Caller } from '../authority/index.ts'
import { places } from '../store/places.ts'
import { directories, type outputs, type transcripts, users } from '../store/schema/index.ts'
import type { Context } from './index.ts'
import { matches } from './lists.ts'

const keyBytes = 32
const markBytes = 8
/** Longer beginnings of a part of a name are compared by their first characters. */
const beginningMax = 20
const wordsMax = 10

const combining = /[\u0300-\u036f]/g
const apostrophes = /['’ʼ`]/g

/** Returns the parts of a name or of a search, in lower case and without accents: "O’Brien, Zoë" → obrien, zoe. */
export const partsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(combining, '')
    .replace(apostrophes, '')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const markOf = (key: Buffer, kind: 'part' | 'name', text: string) =>
  createHmac('sha256', key).update(`${kind}:${text}`).digest().subarray(0, markBytes).toString('base64url')

const beginningMark = (key: Buffer, part: string) => markOf(key, 'part', [...part].slice(0, beginningMax).join(''))
const nameMark = (key: Buffer, parts: readonly string[]) => markOf(key, 'name', [...parts].sort().join(' '))

/** Returns the marks of a name: of each beginning of each part, and of the whole name in any order of its parts. */
function marksOfName(key: Buffer, name: string): string[] {
  const parts = partsOf(name)
  const beginnings = parts.flatMap((part) => {
    const letters = [...part].slice(0, beginningMax)
    return letters
      .map((_, at) => letters.slice(0, at + 1).join(''))
      .filter(({ length }) => length > 1 || part.length === 1)
  })
  return [...new Set(beginnings.map((one) => beginningMark(key, one))), nameMark(key, parts)]
}

type Deps = Pick<Context, 'database' | 'store'>
/** The person, and the directory in which the person acts: each has a key of its own. */
interface KeyHolders {
  userId: string | null
  directoryId: string | null
}

const holderTables = [
  { table: users, idOf: ({ userId }: KeyHolders) => userId },
  { table: directories, idOf: ({ directoryId }: KeyHolders) => directoryId },
] as const

/** Returns the keys of the person and the directory. `make`: makes the keys that are missing. */
async function nameKeys({ database, store }: Deps, holders: KeyHolders, make: boolean): Promise<Buffer[]> {
  const { encryption } = store
  const keys: Buffer[] = []
  for (const { table, idOf } of holderTables) {
    const id = idOf(holders)
    if (id === null) continue
    const [row] = await database.select({ sealed: table.nameKey }).from(table).where(eq(table.id, id))
    let sealed = row?.sealed ?? null
    if (sealed === null && make) {
      const fresh = encryption.seal(places.nameKey(id), randomBytes(keyBytes).toString('base64'))
      // Another server may make the key at the same time. Then both use the first one.
      await database
        .update(table)
        .set({ nameKey: fresh })
        .where(and(eq(table.id, id), isNull(table.nameKey)))
      const [made] = await database.select({ sealed: table.nameKey }).from(table).where(eq(table.id, id))
      sealed = made?.sealed ?? null
    }
    if (sealed !== null) keys.push(Buffer.from(encryption.unseal(places.nameKey(id), sealed) as string, 'base64'))
  }
  return keys
}

/** The columns that are stored with the name of a patient (product 12.111). */
export interface NamedPatient {
  patientName: Buffer | null
  nameMarks: string[] | null
}

const nobody: NamedPatient = { patientName: null, nameMarks: null }

/**
 * Returns the columns for a patient's name. Both are null without a name, and for the things of a customer, which nobody
 * searches by name. `place` is that of the encrypted name (see `places`).
 */
export async function namedPatient(
  deps: Deps,
  holders: KeyHolders,
  place: string,
  name: string | undefined,
): Promise<NamedPatient> {
  const text = name?.trim() ?? ''
  if (text === '' || holders.userId === null) return nobody
  const keys = await nameKeys(deps, holders, true)
  return {
    patientName: deps.store.encryption.seal(place, text),
    nameMarks: keys.flatMap((key) => marksOfName(key, text)),
  }
}

/** Returns the name as an optional property. */
export const openName = (
  { store }: Pick<Context, 'store'>,
  place: string,
  patientName: Buffer | null,
): { patientName?: string } =>
  patientName === null ? {} : { patientName: store.encryption.unseal(place, patientName) as string }

type Named = typeof outputs | typeof transcripts

const holdersOf = (caller: Caller): KeyHolders =>
  caller.kind === 'customer'
    ? { userId: null, directoryId: null }
    : { userId: caller.userId, directoryId: caller.directory?.id ?? null }

/**
 * Returns the SQL condition for a search: each word occurs in the title or the number, or begins a part of the name; the
 * thing is of this patient; and it was made in this time.
 */
export async function isFound(
  deps: Deps,
  caller: Caller,
  table: Named,
  { search = '', patient, from, to }: Omit<PatientSearch, 'offset' | 'limit'>,
): Promise<SQL | undefined> {
  const inTime = and(
    from === undefined ? undefined : gte(table.createdAt, new Date(from)),
    to === undefined ? undefined : lt(table.createdAt, new Date(to)),
  )
  const words = search.split(/\s+/).filter(Boolean).slice(0, wordsMax)
  if (words.length === 0 && patient === undefined) return inTime
  const keys = await nameKeys(deps, holdersOf(caller), false)
  const hasMarks = (marksOf: (key: Buffer) => string[]) =>
    keys.map((key) => arrayContains(table.nameMarks, marksOf(key)))
  const isWord = (word: string) => {
    const parts = partsOf(word)
    const begins = parts.length === 0 ? [] : hasMarks((key) => parts.map((part) => beginningMark(key, part)))
    return or(matches(word, table.title, table.patientId), ...begins)
  }
  return and(inTime, ...words.map(isWord), patient === undefined ? undefined : isOfPatient(table, patient, hasMarks))
}

function isOfPatient(
  table: Named,
  { name = '', identifier = '' }: NonNullable<PatientSearch['patient']>,
  hasMarks: (marksOf: (key: Buffer) => string[]) => SQL[],
): SQL | undefined {
  const parts = partsOf(name)
  const isNamed = parts.length === 0 ? sql`false` : or(sql`false`, ...hasMarks((key) => [nameMark(key, parts)]))
  if (identifier === '') return isNamed
  const hasNoNumber = or(isNull(table.patientId), eq(table.patientId, ''))
  return or(eq(table.patientId, identifier), and(hasNoNumber, isNamed))
}
