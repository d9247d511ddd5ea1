import type { NatsConnection } from '@nats-io/transport-node'
import { createListeners, type Notifications } from './notifications.ts'

/** Servers of NATS, with the user and password or the token to sign in with. Empty: NATS asks for none. */
export interface NatsSettings {
  servers: string[]
  signIn: { user?: string; pass?: string; token?: string }
  tls: boolean
}

/** Reads `nats://user:password@host:4222,nats://host2:4222` (or `tls://`). Returns null for anything else. */
export function readNatsUrl(text: string): NatsSettings | null {
  const urls = text.split(',').map((part) => (URL.canParse(part.trim()) ? new URL(part.trim()) : null))
  const servers: string[] = []
  for (const url of urls) {
    if (url === null || !/^(?:nats|tls):$/.test(url.protocol) || url.hostname === '') return null
    servers.push(`${url.hostname}:${url.port || '4222'}`)
  }
  const [first] = urls
  const user = decodeURIComponent(first?.username ?? '')
  const pass = decodeURIComponent(first?.password ?? '')
  const signIn = pass !== '' ? { user, pass } : user !== '' ? { token: user } : {}
  return { servers, signIn, tls: urls.some((url) => url?.protocol === 'tls:') }
}

const subject = 'chartside.wake'
/** Sent after a reconnection instead of an id: this server may have sent notifications that NATS did not get. */
const all = '*'
const reconnectMs = 500
const connectWithinMs = 5_000
/** A notification that got lost is made up for after so long at most, for listeners that do not look by themselves. */
const wakeAllMs = 30_000
/** Three pings without an answer end a connection through which nothing passes. */
const pingMs = 5_000

const optionsOf = ({ servers, signIn, tls }: NatsSettings) => ({
  servers,
  ...signIn,
  ...(tls ? { tls: {} } : {}),
  name: 'chartside',
  timeout: connectWithinMs,
})

/** Connects to NATS once. Returns null, or why it cannot be used. */
export async function checkNats(settings: NatsSettings): Promise<string | null> {
  const { connect } = await import('@nats-io/transport-node')
  try {
    const connection = await connect({ ...optionsOf(settings), reconnect: false })
    await connection.close()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Notifications through NATS. Until NATS answers, and while it is away, `publish` reaches only this server; the others
 * then find changes by their regular searches.
 */
export async function createNatsNotifications(
  settings: NatsSettings,
  onLost: (error: Error) => void,
): Promise<Notifications & { publish(id: string): void }> {
  const { connect } = await import('@nats-io/transport-node')
  const { listen, wake, wakeAll } = createListeners()
  let connection: NatsConnection | null = null
  let timer: NodeJS.Timeout | undefined
  let isConnected = false
  let isClosed = false
  let hasMissed = false

  function send(text: string): void {
    // What is published while NATS is away would fill the memory. The message `all` replaces it.
    if (isConnected) connection?.publish(subject, text)
    else hasMissed = true
  }

  function resume(): void {
    isConnected = true
    hasMissed = false
    wakeAll()
    send(all)
  }

  async function follow(mine: NatsConnection): Promise<void> {
    for await (const { type } of mine.status()) {
      if (type === 'disconnect') {
        isConnected = false
        if (!isClosed) onLost(new Error('The connection to NATS broke.'))
      } else if (type === 'reconnect') resume()
    }
  }

  async function open(): Promise<void> {
    try {
      const mine = await connect({
        ...optionsOf(settings),
        noEcho: true,
        reconnectTimeWait: reconnectMs,
        maxReconnectAttempts: -1,
        pingInterval: pingMs,
        maxPingOut: 3,
      })
      if (isClosed) return await mine.close()
      connection = mine
      mine.subscribe(subject, {
        callback: (error, message) => {
          if (error !== null) return
          const id = message.string()
          if (id === all) wakeAll()
          else wake(id)
        },
      })
      void follow(mine)
      resume()
      // The client gives a connection up if NATS refuses its sign-in twice, for example while passwords change.
      void mine.closed().then((error) => retry(error ?? new Error('NATS closed the connection.')))
    } catch (error) {
      retry(error instanceof Error ? error : new Error('NATS did not answer.'))
    }
  }

  function retry(error: Error): void {
    isConnected = false
    if (isClosed) return
    onLost(error)
    timer = setTimeout(open, reconnectMs)
  }

  const opening = open()
  const regularly = setInterval(wakeAll, wakeAllMs)
  regularly.unref()
  return {
    listen,
    publish(id) {
      wake(id)
      send(id)
    },
    async close() {
      // A command of the command line may end before its connection stands. The others must still hear of its changes.
      if (hasMissed) await opening
      isClosed = true
      clearTimeout(timer)
      clearInterval(regularly)
      await (isConnected ? connection?.drain() : connection?.close())?.catch(() => {})
    },
  }
}
