import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { limits, loadPhoneNumbers, seatHeader } from '../lib/contracts/index.ts'
import type { AttemptLimits } from './auth/attempt-limits.ts'
import { createAttempts } from './auth/attempts.ts'
import { withinRanges } from './auth/network.ts'
import { type Clock, systemClock } from './clock.ts'
import { dutiesOf } from './config/roles.ts'
import type { Config } from './config.ts'
import { registerDemo } from './demo.ts'
import {
  messageWork,
  originProofs,
  type Resolve,
  type ResolveText,
  resolveByDns,
  resolveTextByDns,
} from './effects/index.ts'
import { openThreads } from './generation/index.ts'
import type { Generate } from './generation/request.ts'
import type { Writer } from './generation/writer.ts'
import { withoutHeaders } from './log-headers.ts'
import { createMetrics, type Metrics } from './metrics/index.ts'
import { describeFailure } from './problem.ts'
import { type Billing, openStripe } from './providers/billing/index.ts'
import { createIdentities } from './providers/identity/index.ts'
import type { SpeechChoice } from './providers/speech/index.ts'
import { serveAll } from './routes/all.ts'
import { headAnswers } from './routes/answer-headers.ts'
import { limitConnections } from './routes/connections.ts'
import { serveDocument } from './routes/document.ts'
import { drainOnClose, refuseWhileClosing } from './routes/draining.ts'
import { serveEmbed } from './routes/embed.ts'
import { serveExtensionPackage } from './routes/extension-package.ts'
import { answerFailures, Misfit } from './routes/failures.ts'
import { takeJson } from './routes/json.ts'
import { servePortal } from './routes/portal.ts'
import { serveSecurityTxt } from './routes/security-txt.ts'
import { serveStatus } from './routes/status.ts'
import { serveTranscription } from './routes/transcription.ts'
import { answerBadAddress, answerBrokenRequest } from './routes/unreadable.ts'
import { countError } from './services/access/meters.ts'
import { settlingWork } from './services/billing/index.ts'
import { generationWork } from './services/generation-job/index.ts'
import { startHousekeeping } from './services/housekeeping.ts'
import { contextOf, type Services } from './services/index.ts'
import { createJobs, type Jobs, waitingJobs } from './services/jobs/index.ts'
import { layoutWork } from './services/layout-job/index.ts'
import { createUploads, uploadsPerPerson } from './services/recordings/uploads.ts'
import { watchSharedAddresses } from './services/shared-addresses.ts'
import { clearSpool, transcriptFileWork } from './services/transcript-files/index.ts'
import { webhookWork } from './services/webhooks/index.ts'
import type { Store } from './store/index.ts'
import { createSoundMemory } from './transcription/index.ts'

export interface AppDeps {
  config: Config
  store: Store
  speech: SpeechChoice
  generate: Generate
  writers: (slot: number) => Writer
  log: Logger
  clock?: Clock
  attempts?: AttemptLimits
  billing?: Billing
  /** Aborts when the server is about to stop. From then on, it is not ready, but still serves every request. */
  leaving?: AbortSignal
  metrics?: Metrics
  /** Resolves the host names in the addresses of webhooks and of proofs of origins. Absent: uses DNS. */
  resolveName?: Resolve
  /** Reads the TXT records that prove origins. Absent: uses DNS. */
  resolveText?: ResolveText
}

const headersMs = 15_000
/** Maximum time in ms for receiving a whole request. It is enough for a file of 180 MB over a slow line. */
const requestMs = 30 * 60_000
/**
 * Time in ms after which a connection without traffic is closed. It is longer than the 10 minutes that the client waits
 * for a response.
 */
const idleMs = 11 * 60_000

/**
 * If `trustProxy` is a number, trusts only that many proxies, counted from this server. So an address that the client
 * itself wrote into X-Forwarded-For is never used.
 */
const trustedProxies = ({ trustProxy }: Config) =>
  typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy

/**
 * Creates the HTTP server without listening. Closing the server stops its jobs, but does not close `store`: the caller
 * must close it.
 */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, store, speech, generate, writers, clock = systemClock, metrics = createMetrics() } = deps
  const leaving = deps.leaving ?? new AbortController().signal
  const log = withoutHeaders(deps.log)
  await loadPhoneNumbers()
  // `createJobs` needs the job types (`Work`) that are created below, and the job types need `jobs.enqueue`. This
  // wrapper can be created first, because it reads `jobs` only when `enqueue` is called.
  const queue: Pick<Jobs, 'enqueue'> = { enqueue: (...job) => jobs.enqueue(...job) }
  const files = transcriptFileWork({
    config,
    store,
    speech,
    dataFolder: config.dataFolder,
    clock,
    log,
    jobs: queue,
  })
  const isTrusted = withinRanges(config.trustedNetworks)
  const threads = openThreads(config.computingMaxMs)
  const working = { ...deps, clock, metrics, jobs: queue, computing: threads.open }
  const resolve = deps.resolveName ?? resolveByDns()
  const sending = webhookWork({ config, store, jobs: queue, clock, resolve, log })
  const works = [generationWork(working), layoutWork(working), files, sending]
  const messages = messageWork({ config, store, clock, log })
  if (messages !== null) works.push(messages)
  const billing = deps.billing ?? (config.stripe === null ? null : openStripe(config.stripe))
  if (billing !== null) works.push(settlingWork({ store, config, clock, log, billing, jobs: queue }))
  const duties = dutiesOf[config.role]
  const memory = createSoundMemory(config.liveSoundMaxBytes)
  const jobs: Jobs = createJobs({ store, log, works, isWorking: duties.jobs })
  metrics.observe({ pools: store.pools, runningJobs: jobs.running, waitingJobs: () => waitingJobs(store.database) })
  const uploads = createUploads(uploadsPerPerson)
  const fileUploads = createUploads(uploadsPerPerson, 'files')
  const services: Services = {
    config,
    store,
    speech,
    generate,
    writers,
    computing: threads.open,
    jobs,
    attempts: createAttempts(store, deps.attempts ?? config.limits.attempts, { isTrusted, onLimit: metrics.limitHit }),
    identities: createIdentities(config.identity),
    sharedAddresses: watchSharedAddresses({ config, clock, log }),
    uploads,
    fileUploads,
    billing,
    originProofs: originProofs({
      resolve,
      resolveText: deps.resolveText ?? resolveTextByDns(),
      privateRanges: config.webhookPrivateRanges,
    }),
    clock,
    metrics,
    log,
  }
  const closing = new AbortController()

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyMaxBytes,
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
    http: { headersTimeout: headersMs },
    trustProxy: trustedProxies(config),
    forceCloseConnections: 'idle',
    // `refuseWhileClosing` answers the requests that arrive while the server closes. Fastify's own answer (503) has no
    // request id, no retry time and no CORS headers.
    return503OnClosing: false,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: limits.identifierMax * 4 },
  }) as unknown as FastifyInstance
  app.decorateRequest('principal', null)
  app.decorateRequest('problemCode', null)
  limitConnections(app, config, isTrusted)
  answerFailures(app)
  nameCalls(app)
  headAnswers(app)
  logCalls(app, metrics)
  letGo(app, leaving)
  countErrors(app, services)
  validateWithZod(app)
  takeJson(app)

  drainOnClose(app, () => closing.abort())
  app.addHook('onReady', async () => {
    await clearSpool(config.dataFolder, clock.now()).catch((error: unknown) =>
      log.warn(describeFailure(error), 'files left behind were not cleared away'),
    )
    await jobs.start()
  })
  const stopHousekeeping = duties.jobs ? startHousekeeping(services) : () => {}
  app.addHook('onClose', async () => {
    stopHousekeeping()
    await jobs.stop()
    await threads.close()
  })

  await app.register(cookie)
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'key', 'refresh-token', 'device', seatHeader],
    exposedHeaders: ['retry-after', 'x-request-id'],
    strictPreflight: false,
    maxAge: 86_400,
  })
  refuseWhileClosing(app, closing.signal)
  await serveTranscription(app, services, closing.signal, memory)

  // A server with other duties answers calls also while it takes no further recordings.
  const isFull = () => config.role === 'live' && memory.isFull()
  await app.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: {
        directives: {
          'upgrade-insecure-requests': null,
          'base-uri': ["'none'"],
          // The embedded frame has a policy of its own.
          'frame-ancestors': ["'none'"],
          // By default, helmet also allows fonts and styles of any HTTPS site.
          'font-src': ["'self'", 'data:'],
          'style-src': ["'self'", "'unsafe-inline'"],
          // Of the policies, `components/ui/trusted-types.ts` makes one, and DOMPurify the other.
          'require-trusted-types-for': ["'script'"],
          'trusted-types': ['default', 'dompurify'],
        },
      },
      // `headAnswers` sets it for every answer over TLS.
      strictTransportSecurity: false,
      // Other pages may call the API with CORS, but may not load an answer as a picture or a script.
      crossOriginResourcePolicy: { policy: 'same-origin' },
    })
    if (duties.calls) await serveDocument(scope, config.publicUrl)
    await scope.register(async (probes) => serveStatus(probes, services, leaving, isFull))
    if (!duties.calls) return
    serveAll(scope, { services, closing: closing.signal })
    serveSecurityTxt(scope, services)
    await servePortal(scope)
    await serveEmbed(scope, services)
    await serveExtensionPackage(scope, services)
  })
  if (config.demo) registerDemo(app)
  return app
}

/** Asks clients to open another connection, which then leads to another server, while the server is about to stop. */
function letGo(app: FastifyInstance, leaving: AbortSignal): void {
  app.addHook('onRequest', async (_, reply) => {
    if (leaving.aborted) reply.header('connection', 'close')
  })
}

function logCalls(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.url ?? 'no such call'
    const ms = Math.round(reply.elapsedTime)
    metrics.call(call, request.method, reply.statusCode, reply.elapsedTime / 1000)
    request.log.info({ method: request.method, call, status: reply.statusCode, ms }, 'call')
  })
}

/**
 * Sends the id of the request in the header `x-request-id`. The server's log has the same id, so that a reported
 * failure can be found.
 */
function nameCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}

function countErrors(app: FastifyInstance, services: Services): void {
  app.addHook('onResponse', async ({ principal, problemCode, log }) => {
    if (problemCode === null || (principal?.kind !== 'key' && principal?.kind !== 'customer')) return
    const caller = { ...principal, customerId: principal.kind === 'customer' ? principal.customerId : undefined }
    await countError(contextOf(services), caller, problemCode).catch((error: unknown) =>
      log.warn(describeFailure(error), 'a failed call was not counted'),
    )
  })
}

function validateWithZod(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => (data) => {
    const result = (schema as z.ZodType).safeParse(data)
    return result.success ? { value: result.data } : { error: new Misfit(result.error.issues) }
  })
  app.setSerializerCompiler(serializerCompiler)
}
