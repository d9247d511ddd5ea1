/** The browser's own answers come in a moment; after this nobody is kept waiting for one. */
export const answerWithinMs = 10_000

/** What is answered in time. Rejects with a TimeoutError otherwise; an answer that comes after all is given to `letGo`. */
export async function within<Answer>(
  asked: Promise<Answer>,
  letGo: (answer: Answer) => void = () => {},
  ms = answerWithinMs,
): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    asked.then(letGo, () => undefined)
    late.reject(new DOMException('The browser does not answer.', 'TimeoutError'))
  }, ms)
  try {
    return await Promise.race([asked, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
