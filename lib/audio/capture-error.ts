const messages = {
  unsupported: 'AudioContext is not supported',
  failed: 'Failed to initialize audio context or stream',
  'microphone-denied':
    'Chartside is not allowed to use the microphone. Open the welcome page and allow the microphone there.',
  'microphone-missing': 'No microphone was found. Plug in a microphone and record again.',
} as const

export type CaptureErrorCode = keyof typeof messages

/**
 * Thrown if capture could not start. The message can be shown to the user. The messages of `unsupported` and `failed`
 * are prescribed by product 5.11.
 */
export class CaptureError extends Error {
  override readonly name = 'CaptureError'
  readonly code: CaptureErrorCode

  constructor(code: CaptureErrorCode, options?: ErrorOptions) {
    super(messages[code], options)
    this.code = code
  }
}
