import { randomUUID } from 'node:crypto'
import type { LoggerOptions } from 'pino'
import { productVersion } from './product.ts'

/** What of a line of the log may leave the server. Each of them stands in the code, or is a number or a random id. */
const allowed = ['failure', 'code', 'because', 'stage', 'call', 'method', 'status', 'provider', 'kind', 'slot', 'reqId']
const errorLevel = 50
const perMinute = 20
const withinMs = 5_000

interface Destination {
  url: string
  key: string
}

/** Reads an address of Sentry, `https://KEY@HOST/PROJECT`. Null if it is none. */
export function readErrorUrl(text: string): Destination | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const [, path = '', project] = /^(.*)\/(\d+)$/.exec(url?.pathname ?? '') ?? []
  if (url === null || !/^https?:$/.test(url.protocol) || url.username === '' || project === undefined) return null
  return { url: `${url.protocol}//${url.host}${path}/api/${project}/envelope/`, key: url.username }
}

/**
 * Returns options for pino that also send each line of the level error to a service with the protocol of Sentry (product
 * 15.7). Sent are the message, which stands in the code, the fields of `allowed`, and where in the code it happened. At
 * most 20 lines a minute are sent. A service that is away changes nothing for the server.
 */
export function errorHook(destination: Destination | null): Pick<LoggerOptions, 'hooks'> {
  if (destination === null) return {}
  let minute = 0
  let sent = 0
  const send = (fields: Record<string, unknown>, message: string) => {
    const now = Date.now()
    if (Math.floor(now / 60_000) !== minute) [minute, sent] = [Math.floor(now / 60_000), 0]
    if (sent++ >= perMinute) return
    fetch(destination.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=chartside/${productVersion}, sentry_key=${destination.key}`,
      },
      body: envelopeOf(fields, message, new Date(now)),
      signal: AbortSignal.timeout(withinMs),
    }).then(
      (answer) => answer.body?.cancel(),
      () => undefined,
    )
  }
  return {
    hooks: {
      logMethod(parts, method, level) {
        method.apply(this, parts)
        if (level < errorLevel) return
        const [fields, message] = parts as unknown[]
        const own = typeof fields === 'object' && fields !== null ? fields : {}
        const words = typeof fields === 'string' ? fields : typeof message === 'string' ? message : 'error'
        send({ ...this.bindings(), ...own }, words)
      },
    },
  }
}

function envelopeOf(fields: Record<string, unknown>, message: string, at: Date): string {
  const id = randomUUID().replaceAll('-', '')
  const tags = Object.fromEntries(
    allowed.flatMap((name) =>
      ['string', 'number'].includes(typeof fields[name]) ? [[name, String(fields[name])]] : [],
    ),
  )
  const places = Array.isArray(fields.at) ? fields.at.filter((one) => typeof one === 'string') : []
  // Sentry wants the place of the error last.
  const frames = places.reverse().map((place) => {
    const [, name, file = '', line] = /^at (?:(.+?) \()?(?:file:\/\/)?(.+?):(\d+):\d+\)?$/.exec(place) ?? []
    return { function: name ?? '?', filename: file, lineno: Number(line ?? 0) }
  })
  const event = {
    event_id: id,
    timestamp: at.getTime() / 1000,
    platform: 'node',
    level: 'error',
    release: `chartside@${productVersion}`,
    logentry: { formatted: message },
    tags,
    exception: { values: [{ type: tags.failure ?? 'Error', value: message, stacktrace: { frames } }] },
  }
  return [{ event_id: id, sent_at: at.toISOString() }, { type: 'event' }, event]
    .map((part) => JSON.stringify(part))
    .join('\n')
}
