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

export const openClient = (options: Omit<ClientOptions, 'fetch' | 'send'>): Client =>
  createClient({ ...options, send: door.send })

export const openSocket = (options: Omit<SocketOptions, 'WebSocket'>): TranscriptionSocket =>
  createSocket({ ...options, WebSocket: door.WebSocket })

export const closeRefused = (): Promise<void> => door.closeRefused()
