import { type Client, type ClientOptions, createClient } from '../../lib/api/index.ts'
import { background } from '../../lib/browser/messages.ts'
import { createDoor, createLedger } from '../../lib/egress/index.ts'
import { createSocket, type SocketOptions, type TranscriptionSocket } from '../../lib/transcript/socket/socket.ts'

/**
 * Sends every request of the offscreen page, and refuses requests to hosts that the policy and the settings do not
 * allow. The offscreen page cannot read the policy and the settings, so `refusal` asks the service worker.
 */
const door = createDoor({
  ledger: createLedger(),
  refusal: (url) => background.sendMessage('egress.refusal', { url }),
})

/** Creates a client whose requests go through `door`, which checks and records them. */
export const openClient = (options: Omit<ClientOptions, 'fetch' | 'send'>): Client =>
  createClient({ ...options, send: door.send })

/** Creates a socket whose connections go through `door`, which checks and records them. */
export const openSocket = (options: Omit<SocketOptions, 'WebSocket'>): TranscriptionSocket =>
  createSocket({ ...options, WebSocket: door.WebSocket })

/** Closes every open connection to a host that the policy and the settings do not allow any more. */
export const closeRefused = (): Promise<void> => door.closeRefused()
