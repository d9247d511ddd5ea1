import type { Logger } from 'pino'

const depthMax = 6

/** Copies a value without any key named `headers`, because headers contain tokens, API keys and cookies. */
function stripped(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > depthMax) return undefined
  if (Array.isArray(value)) return value.map((item) => stripped(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  // An instance of a class, such as an error, is not copied: its serializer in the logger needs the instance itself.
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      /^(raw)?headers$/i.test(key) ? [] : [[key, stripped(item, depth + 1)]],
    ),
  )
}

/** A logger that never writes headers, because libraries may log whole requests. */
export const withoutHeaders = (log: Logger): Logger =>
  log.child({}, { formatters: { log: (line) => stripped(line) as Record<string, unknown> } })
