import { type Client, type ClientOptions, createClient } from '../../lib/api/index.ts'
import { background } from '../../lib/browser/messages.ts'
import { createDoor, createLedger } from '../../lib/egress/index.ts'
import { createSocket, type SocketOptions, type TranscriptionSocket } from '../../lib/transcript/socket/socket.ts'

/** The way out of this page. It has no settings, so it asks the service worker which hosts are named there. */
const door = createDoor({
  ledger: createLedger(),
  refusal: (url) => background.sendMessage('egress.refusal', { url }),
})

/** The same as `createClient`, through the door. */
export const openClient = (options: Omit<ClientOptions, 'fetch' | 'send'>): Client =>
  createClient({ ...options, send: door.send })

/** The same as `createSocket`, through the door. */
export const openSocket = (options: Omit<SocketOptions, 'WebSocket'>): TranscriptionSocket =>
  createSocket({ ...options, WebSocket: door.WebSocket })

/** Closes every open connection to a host that is not named any more. */
export const closeRefused = (): Promise<void> => door.closeRefused()
