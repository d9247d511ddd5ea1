import type { WrittenMessage } from './written.ts'

/**
 * Thrown if a message was not sent. `isFinal`: the message can never be sent, for example to an invalid number, so it
 * is not tried again.
 */
export class DeliveryFailed extends Error {
  override name = 'DeliveryFailed'
  readonly isFinal: boolean
  readonly code: string

  constructor(code: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super('The message was not sent.', { cause })
    this.code = code
    this.isFinal = isFinal
  }
}

export interface Transport {
  /**
   * Resolves when the service has accepted the message. Rejects with `DeliveryFailed`, or with any error if the signal
   * has aborted. `id` is the id of the message. It is the same at every attempt. A mail contains the id in its
   * Message-ID, so that a mail program recognises a mail that was sent twice.
   */
  send(message: WrittenMessage, delivery: { id: string; signal: AbortSignal }): Promise<void>
}
