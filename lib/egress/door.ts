import { refusedError } from '../api/index.ts'
import { type EgressKind, kindOf } from './kinds.ts'
import type { Grow, Ledger } from './ledger.ts'

interface SocketLike {
  send(data: string | Int16Array<ArrayBuffer>): void
  close(): void
  addEventListener(type: 'open' | 'close', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

export interface DoorPorts {
  ledger: Pick<Ledger, 'begin'>
  /** Returns why nothing may be sent to this address, as a sentence for the user. Null: sending is allowed. */
  refusal(url: string): Promise<string | null>
}

/**
 * The only way in which the extension sends requests and opens WebSockets. It refuses addresses for which `refusal`
 * returns a reason. It lists all other requests in the ledger, which shows the user what was sent.
 */
export interface Door {
  /**
   * Sends a request. `body`: the body of the request, from which its size in the ledger is computed. Rejects with an
   * `ApiError` if the address is refused. Otherwise resolves and rejects like `fetch`.
   */
  send(request: Request, body?: unknown): Promise<Response>
  /**
   * Writes an entry into the ledger without sending anything. Call this function before the browser opens a page for
   * the user, such as the portal. `refusal` is not called, because the user has asked for the page.
   */
  list(what: { url: string; kind: EgressKind; bytes: number }): Promise<void>
  /**
   * Closes every open connection to a host that is refused now. Call this function when the policy or the settings have
   * changed.
   */
  closeRefused(): Promise<void>
  /** A WebSocket class. The socket connects only after its entry in the ledger is written. */
  WebSocket: new (
    url: string,
    protocols: string[],
  ) => SocketLike
}

const encoder = new TextEncoder()
const growEveryMs = 1000

/** Returns the size of a body in bytes. A form has the size of all its parts, without their headers. */
export function sizeOf(body: unknown): number {
  if (body === undefined || body === null) return 0
  if (!(body instanceof FormData)) return encoder.encode(typeof body === 'string' ? body : JSON.stringify(body)).length
  return [...body.values()].reduce((sum, part) => sum + (typeof part === 'string' ? sizeOf(part) : part.size), 0)
}

export function createDoor({ ledger, refusal }: DoorPorts): Door {
  const pass = async (url: string, kind: EgressKind, bytes: number): Promise<Grow> => {
    const reason = await refusal(url)
    if (reason !== null) throw refusedError(url, new Error(reason))
    return ledger.begin({ host: new URL(url).host, kind, bytes })
  }

  const sockets = new Map<WebSocket, string>()

  class ListedSocket implements SocketLike {
    readonly #listeners: [type: string, listener: EventListener][] = []
    #socket: WebSocket | null = null
    #closed = false
    #unlisted = 0
    #grow: Grow = async () => undefined
    #timer: ReturnType<typeof setTimeout> | null = null

    constructor(url: string, protocols: string[]) {
      if (!URL.canParse(url)) throw new SyntaxError('The address of the socket is not valid.')
      void pass(url, kindOf(new URL(url).pathname), 0).then(
        (grow) => {
          this.#grow = grow
          if (this.#closed) return
          const socket = new WebSocket(url, protocols)
          sockets.set(socket, url)
          socket.addEventListener('close', () => sockets.delete(socket))
          this.#socket = socket
          for (const listener of this.#listeners) this.#socket.addEventListener(...listener)
          this.#socket.addEventListener('close', () => this.#list())
        },
        () => this.#tellClosed(),
      )
    }

    addEventListener(type: 'open' | 'close', listener: () => void): void
    addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
    addEventListener(...listener: unknown[]): void {
      const entry = listener as [string, EventListener]
      this.#listeners.push(entry)
      this.#socket?.addEventListener(...entry)
    }

    send(data: string | Int16Array<ArrayBuffer>): void {
      this.#socket?.send(data)
      this.#unlisted += typeof data === 'string' ? sizeOf(data) : data.byteLength
      this.#timer ??= setTimeout(() => this.#list(), growEveryMs)
    }

    close(): void {
      this.#closed = true
      this.#socket?.close()
      this.#list()
    }

    #list(): void {
      if (this.#timer !== null) clearTimeout(this.#timer)
      this.#timer = null
      const bytes = this.#unlisted
      this.#unlisted = 0
      if (bytes > 0) void this.#grow(bytes)
    }

    /**
     * Tells the listeners of a refused socket that the connection was lost. The listeners then ask for a new ticket.
     * The request for the ticket is refused, too, and the refusal has a message for the user.
     */
    #tellClosed(): void {
      for (const [type, listener] of this.#listeners) {
        if (type === 'close') listener(new Event('close'))
      }
    }
  }

  return {
    WebSocket: ListedSocket,
    async closeRefused() {
      for (const [socket, url] of [...sockets]) if ((await refusal(url)) !== null) socket.close()
    },
    async list({ url, kind, bytes }) {
      await ledger.begin({ host: new URL(url).host, kind, bytes })
    },
    async send(request, body) {
      await pass(request.url, kindOf(new URL(request.url).pathname), sizeOf(body))
      return fetch(request)
    },
  }
}
