import type { WrittenMessage } from './written.ts'

/** A message was not sent. `isFinal` is true if it can never be sent, so that it is not tried again. */
export class DeliveryFailed extends Error {
  override name = 'DeliveryFailed'
  readonly isFinal: boolean
  /** Code of the service or of the network, for the log. */
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
