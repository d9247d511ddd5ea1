import type { Logger } from 'pino'

const depthMax = 6

/** The same without anything named `headers`: headers hold tokens, keys and cookies. */
function stripped(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > depthMax) return undefined
  if (Array.isArray(value)) return value.map((item) => stripped(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  // What has a class is written by its serializer.
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      /^(raw)?headers$/i.test(key) ? [] : [[key, stripped(item, depth + 1)]],
    ),
  )
}

/** A logger that writes no headers at any level, whoever logs them: libraries log requests as they please. */
export const withoutHeaders = (log: Logger): Logger =>
  log.child({}, { formatters: { log: (line) => stripped(line) as Record<string, unknown> } })
