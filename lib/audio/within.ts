/** Longest wait for an answer of the browser, in milliseconds. Normally the browser answers at once. */
export const answerWithinMs = 10_000

/**
 * Resolves with the result of `asked` if it arrives within `ms` milliseconds. Otherwise rejects with a TimeoutError; a
 * result that arrives later is passed to `letGo`, which must release it.
 */
export async function within<Answer>(
  asked: Promise<Answer>,
  letGo: (answer: Answer) => void = () => {},
  ms = answerWithinMs,
): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    asked.then(letGo, () => undefined)
    late.reject(
      new DOMException(
        'The browser does not answer. Try again. If this does not help, restart the browser.',
        'TimeoutError',
      ),
    )
  }, ms)
  try {
    return await Promise.race([asked, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
