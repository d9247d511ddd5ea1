import { z } from 'zod'
import { meaningOf } from '../../language/provider-words.ts'
import { EngineRefused } from '../engine.ts'

export const optionalParameters = ['response_format', 'timestamp_granularities', 'temperature', 'prompt'] as const
export type OptionalParameter = (typeof optionalParameters)[number]

/**
 * What a failed request says. `setting`: every request will be refused. `parameter`: the service does not know a
 * parameter. `busy`: the service is there, and will answer later. `utterance`: the service refuses this sound, and
 * would probably refuse it again. `fault`: the service, or the way to it, failed with this sound.
 */
export type RefusalKind = 'setting' | 'parameter' | 'busy' | 'utterance' | 'fault'

const reasonMax = 300
const body = z.object({
  error: z.union([z.string(), z.object({ message: z.string(), param: z.string().nullish() })]).optional(),
  detail: z
    .union([z.string(), z.array(z.object({ msg: z.string(), loc: z.array(z.unknown()).optional() }))])
    .optional(),
  message: z.string().optional(),
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly retryAfterMs: number | null
  readonly reason: string
  readonly parameters: readonly OptionalParameter[]
  readonly #text: string

  /** `secrets` are never repeated in the reason, which may be stored as it is. */
  constructor(status: number, text: string, retryAfter: string | null, secrets: readonly string[]) {
    super(`The transcription endpoint answered ${status}.`)
    this.status = status
    this.#text = text.slice(0, 10_000)
    const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null
    const { error, detail, message } = body.safeParse(jsonOf(text)).data ?? {}
    const ownReason =
      (typeof error === 'string' ? error : error?.message) ??
      (typeof detail === 'string' ? detail : detail?.[0]?.msg) ??
      message ??
      (/^\s*[<{[]/.test(text) ? '' : text)
    const reason = ownReason.trim().replace(/\s+/g, ' ').slice(0, reasonMax)
    this.reason = secrets.some((secret) => secret !== '' && reason.includes(secret)) ? '' : reason
    const param = typeof error === 'object' ? error.param : undefined
    const place = typeof detail === 'object' ? detail[0]?.loc?.join(' ') : undefined
    const parameterText = param ?? place ?? (/verbose_json/.test(ownReason) ? 'response_format' : ownReason)
    this.parameters = optionalParameters.filter((one) => parameterText.includes(one))
  }

  get kind(): RefusalKind {
    const { status } = this
    const meaning = meaningOf(this.#text)
    if (meaning === 'no-credit' || status === 401 || status === 402) return 'setting'
    if (status >= 500 && status !== 503) return 'fault'
    if ([408, 425, 429, 503].includes(status)) return 'busy'
    if (meaning === 'declined') return 'utterance'
    // A redirect is not followed: sound goes to the address of the settings only.
    if (status < 400 || [403, 404, 405, 410].includes(status)) return 'setting'
    if (meaning === 'wrong-key' || meaning === 'unknown-model') return 'setting'
    return this.parameters.length > 0 ? 'parameter' : 'utterance'
  }

  /** The sentence for people, if every request is refused. */
  asPermanent(): EngineRefused {
    const { status } = this
    const meaning = meaningOf(this.#text)
    const sentence =
      meaning === 'no-credit' || status === 402
        ? 'The account at the transcription service has no credit left. Add credit to the account.'
        : status === 401 || status === 403 || meaning === 'wrong-key'
          ? 'The transcription service does not accept the key. Check SPEECH_API_KEY.'
          : status < 400 || status === 404 || status === 405 || status === 410 || meaning === 'unknown-model'
            ? 'The transcription service has no such address or model. Check SPEECH_BASE_URL and SPEECH_MODEL.'
            : `The transcription service did not accept the sound (status ${status}). Look at the log of the service.`
    const why = this.reason === '' ? '' : ` The service says: “${this.reason}”`
    return new EngineRefused(`${sentence}${why}`, { cause: this })
  }
}

/** Returns what a failed request says. */
export const kindOf = (error: unknown): RefusalKind => (error instanceof Refusal ? error.kind : 'fault')
