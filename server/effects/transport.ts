import type { WrittenMessage } from './written.ts'

/**
 * Thrown if a message was not sent. `isFinal` is true if the message can never be sent, so that there is no further
 * attempt.
 */
export class DeliveryFailed extends Error {
  override name = 'DeliveryFailed'
  readonly isFinal: boolean
  /** Error code of the service or of the network, for the log. */
  readonly code: string

  constructor(code: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super('The message was not sent.', { cause })
    this.code = code
    this.isFinal = isFinal
  }
}

/** Sends the messages of one channel. */
export interface Transport {
  /**
   * Resolves when the service has accepted the message. Throws `DeliveryFailed`, or any error after the signal has
   * aborted. `id` is the same at every attempt.
   */
  send(message: WrittenMessage, delivery: { id: string; signal: AbortSignal }): Promise<void>
}
