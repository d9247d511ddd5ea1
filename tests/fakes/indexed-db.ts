import { vi } from 'vitest'

/**
 * The part of IndexedDB that the package `idb` and the store of recordings use, in memory. Node has no IndexedDB.
 * Transactions run one after another. A transaction ends when it has no request left. If one request fails, all changes
 * of its transaction are undone.
 */

const rankOf = (key: unknown): number => (Array.isArray(key) ? 3 : typeof key === 'string' ? 2 : 1)

/** The order of keys in IndexedDB: numbers, then strings, then arrays. */
function compare(a: unknown, b: unknown): number {
  if (rankOf(a) !== rankOf(b)) return rankOf(a) - rankOf(b)
  if (!Array.isArray(a) || !Array.isArray(b)) return (a as string) < (b as string) ? -1 : a === b ? 0 : 1
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compare(a[at], b[at])
    if (order !== 0) return order
  }
  return a.length - b.length
}

type Rows = Map<string, { key: unknown; value: unknown }>
interface Table {
  keyPath: string | null
  indexes: Map<string, string>
  rows: Rows
}
interface Data {
  version: number
  tables: Map<string, Table>
}

class Range {
  readonly lower: unknown
  readonly upper: unknown
  constructor(lower: unknown, upper: unknown) {
    this.lower = lower
    this.upper = upper
  }
  static bound = (lower: unknown, upper: unknown) => new Range(lower, upper)
  has = (key: unknown) => compare(key, this.lower) >= 0 && compare(key, this.upper) <= 0
}

class Request extends EventTarget {
  result: unknown
  error: unknown = null
  transaction: unknown = null
}

class Cursor {
  readonly key: unknown
  constructor(key: unknown) {
    this.key = key
  }
  advance() {}
  continue() {}
  continuePrimaryKey() {}
}

class Transaction extends EventTarget {
  readonly objectStoreNames: string[]
  error: unknown = null
  readonly #tables: Map<string, Table>
  readonly #waiting: { request: Request; task: () => unknown }[] = []
  constructor(names: string[], tables: Map<string, Table>) {
    super()
    this.objectStoreNames = names
    this.#tables = tables
  }
  objectStore(name: string) {
    const table = this.#tables.get(name)
    if (table === undefined || !this.objectStoreNames.includes(name)) throw new DOMException(name, 'NotFoundError')
    return new ObjectStore(table, this)
  }
  ask(task: () => unknown): Request {
    const request = new Request()
    this.#waiting.push({ request, task })
    return request
  }
  async run(): Promise<void> {
    const before = new Map([...this.#tables].map(([name, { rows }]) => [name, new Map(rows)]))
    await new Promise(setImmediate)
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { request, task } = next
      try {
        request.result = task()
        request.dispatchEvent(new Event('success'))
      } catch (error) {
        request.error = error
        this.error = error
        for (const [name, rows] of before) Object.assign(this.#tables.get(name) ?? {}, { rows })
        request.dispatchEvent(new Event('error'))
        this.dispatchEvent(new Event('abort'))
        return
      }
      await new Promise(setImmediate)
    }
    this.dispatchEvent(new Event('complete'))
  }
}

class Source {
  readonly table: Table
  readonly transaction: Transaction
  constructor(table: Table, transaction: Transaction) {
    this.table = table
    this.transaction = transaction
  }
  protected sorted(range: unknown): { key: unknown; order: unknown; value: unknown }[] {
    return [...this.table.rows.values()]
      .map(({ key, value }) => ({ key, value, order: this.orderOf(key, value) }))
      .filter(
        ({ order }) => range === undefined || (range instanceof Range ? range.has(order) : !compare(order, range)),
      )
      .sort((a, b) => compare(a.order, b.order))
  }
  protected orderOf(key: unknown, _value: unknown): unknown {
    return key
  }
  #ask = (task: () => unknown) => this.transaction.ask(task)
  get(key: unknown) {
    return this.#ask(() => structuredClone(this.sorted(key)[0]?.value))
  }
  getKey(key: unknown) {
    return this.#ask(() => this.sorted(key)[0]?.key)
  }
  getAll(range?: unknown, most?: number) {
    return this.#ask(() =>
      structuredClone(
        this.sorted(range)
          .slice(0, most)
          .map(({ value }) => value),
      ),
    )
  }
  getAllKeys(range?: unknown, most?: number) {
    return this.#ask(() =>
      this.sorted(range)
        .slice(0, most)
        .map(({ key }) => key),
    )
  }
  count(range?: unknown) {
    return this.#ask(() => this.sorted(range).length)
  }
  openKeyCursor(range: unknown, direction: 'next' | 'prev') {
    return this.#ask(() => {
      const found = this.sorted(range).at(direction === 'prev' ? -1 : 0)
      return found === undefined ? null : new Cursor(found.key)
    })
  }
}

class Index extends Source {
  readonly #path: string
  constructor(table: Table, transaction: Transaction, path: string) {
    super(table, transaction)
    this.#path = path
  }
  protected override orderOf(_key: unknown, value: unknown) {
    return (value as Record<string, unknown>)[this.#path]
  }
}

class ObjectStore extends Source {
  createIndex(name: string, path: string) {
    this.table.indexes.set(name, path)
    return this.index(name)
  }
  index(name: string) {
    return new Index(this.table, this.transaction, this.table.indexes.get(name) ?? '')
  }
  put(value: unknown, key?: unknown) {
    const copy = structuredClone(value)
    return this.transaction.ask(() => {
      const { keyPath, rows } = this.table
      const own = keyPath === null ? key : (copy as Record<string, unknown>)[keyPath]
      if (disk.refuses(own)) throw new DOMException('The disk is full.', 'QuotaExceededError')
      rows.set(JSON.stringify(own), { key: own, value: copy })
    })
  }
  delete(range: unknown) {
    return this.transaction.ask(() => {
      for (const { key } of this.sorted(range)) this.table.rows.delete(JSON.stringify(key))
    })
  }
}

class Database extends EventTarget {
  readonly #data: Data
  constructor(data: Data) {
    super()
    this.#data = data
  }
  createObjectStore(name: string, { keyPath = null }: { keyPath?: string | null } = {}) {
    if (this.#data.tables.has(name)) throw new DOMException(name, 'ConstraintError')
    const table: Table = { keyPath, indexes: new Map(), rows: new Map() }
    this.#data.tables.set(name, table)
    return new ObjectStore(table, new Transaction([name], this.#data.tables))
  }
  transaction(names: string | string[]) {
    const transaction = new Transaction([names].flat(), this.#data.tables)
    last = last.then(() => transaction.run())
    return transaction
  }
}

let last: Promise<void> = Promise.resolve()
const databases = new Map<string, Data>()
const connections: Database[] = []

/** The state of the disk. Tests change it. */
export const disk = {
  /** True for keys that cannot be written. */
  refuses: (_key: unknown): boolean => false,
  /** If true, the next opening of a database fails and sets this property to false. */
  failsToOpen: false,
  /** Number of connections that were opened. */
  opened: () => connections.length,
  /** Closes all connections, as a browser does that deletes its data. */
  terminate() {
    for (const one of connections) one.dispatchEvent(new Event('close'))
  },
}

function open(name: string, version: number): Request {
  const request = new Request()
  setImmediate(() => {
    if (disk.failsToOpen) {
      disk.failsToOpen = false
      request.error = new DOMException('The disk is away.', 'UnknownError')
      request.dispatchEvent(new Event('error'))
      return
    }
    const data = databases.get(name) ?? { version: 0, tables: new Map() }
    databases.set(name, data)
    const database = new Database(data)
    request.result = database
    if (data.version < version) {
      request.transaction = new Transaction([], data.tables)
      const upgrade = Object.assign(new Event('upgradeneeded'), { oldVersion: data.version, newVersion: version })
      data.version = version
      request.dispatchEvent(upgrade)
    }
    connections.push(database)
    request.dispatchEvent(new Event('success'))
  })
  return request
}

/** Replaces the globals of IndexedDB by this fake, with empty databases. */
export function fakeIndexedDb(): void {
  databases.clear()
  connections.length = 0
  Object.assign(disk, { refuses: () => false, failsToOpen: false })
  const globals = {
    indexedDB: { open },
    IDBKeyRange: Range,
    IDBRequest: Request,
    IDBCursor: Cursor,
    IDBIndex: Index,
    IDBObjectStore: ObjectStore,
    IDBTransaction: Transaction,
    IDBDatabase: Database,
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
}
