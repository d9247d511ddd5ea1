/**
 * Longest wait for an answer of the browser, in milliseconds. A browser normally answers at once, unless its audio
 * system hangs.
 */
export const answerWithinMs = 10_000

/**
 * Resolves with the result of `request`, or rejects with a TimeoutError after `ms` milliseconds. A result that arrives
 * after that is passed to `letGo`, which must release it, for example an open microphone.
 */
export async function within<Answer>(
  request: Promise<Answer>,
  letGo: (answer: Answer) => void = () => {},
  ms = answerWithinMs,
): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    request.then(letGo, () => undefined)
    late.reject(
      new DOMException(
        'The browser does not answer. Try again. If this does not help, restart the browser.',
        'TimeoutError',
      ),
    )
  }, ms)
  try {
    return await Promise.race([request, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
