import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { customerOutput, type Endpoint, seatHeader, session } from '../../lib/contracts/index.ts'
import { setCookie } from '../auth/cookie.ts'
import { watchSession } from '../auth/sessions/index.ts'
import { type CallName, type Principal, type PrincipalOf, requireSeat, resolvePrincipal } from '../authority/index.ts'
import { Problem } from '../problem.ts'
import { contextOf, liveServices, type Services } from '../services/index.ts'
import { toFhirDocument } from '../services/platform/fhir.ts'
import { awaitBody } from './body.ts'
import { takeBrowserForms } from './browser-forms.ts'
import { eventStream } from './event-stream.ts'
import type { Call, Creating, ForCustomer, Handler, Handlers } from './handler.ts'
import { once, onceRead } from './idempotency.ts'
import { filesOf, takeForms } from './multipart.ts'
import { documented, fhirType } from './schema.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the request. Set in `onRequest`, before the request is validated. */
    principal: Principal | null
  }
}

const workOf = (handler: AnyHandler): Exclude<AnyHandler, ForCustomer<Endpoint, Principal>> =>
  typeof handler === 'object' && 'act' in handler ? (handler.act as unknown as Creating<Endpoint, Principal>) : handler

// The type `Handlers` makes sure that each endpoint has a handler of the right type. The code below serves all
// endpoints, so it uses the general type `Endpoint` instead of the type of one endpoint.
type AnyCall = Call<Endpoint, Principal>
type AnyHandler = Handler<Endpoint, Principal>

export interface ServeOptions {
  services: Services
  closing: AbortSignal
}

export function serve<Group extends Record<string, Endpoint>, Audience extends keyof PrincipalOf>(
  app: FastifyInstance,
  group: Group,
  handlers: Handlers<Group, Audience>,
  options: ServeOptions,
): void {
  const serveSome = (scope: FastifyInstance, isServed: (endpoint: Endpoint) => boolean) => {
    for (const [name, endpoint] of Object.entries(group)) {
      const handler = handlers[name as keyof Group] as unknown as AnyHandler
      if (isServed(endpoint)) serveOne(scope, name as CallName, endpoint, handler, options)
    }
  }
  const isBrowserForm = ({ kind, method }: Endpoint) => kind === 'redirect' && method === 'POST'
  /** Serves the endpoints of this kind, whose bodies are read in their own way. */
  const serveKind = (isOfKind: (endpoint: Endpoint) => boolean, takeBodies: (scope: FastifyInstance) => unknown) => {
    if (!Object.values(group).some(isOfKind)) return
    app.register(async (scope) => {
      await takeBodies(scope)
      serveSome(scope, isOfKind)
    })
  }
  serveSome(app, (endpoint) => endpoint.kind !== 'multipart' && endpoint.kind !== 'signed' && !isBrowserForm(endpoint))
  serveKind(({ kind }) => kind === 'signed', takeBytes)
  serveKind(({ kind }) => kind === 'multipart', takeForms)
  serveKind(isBrowserForm, takeBrowserForms)
}

export const routeOf = (path: Endpoint['path']): string => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`

function serveOne(
  app: FastifyInstance,
  name: CallName,
  endpoint: Endpoint,
  routeHandler: AnyHandler,
  options: ServeOptions,
) {
  const handler = workOf(routeHandler)
  const { services, closing } = options
  const ownServices = () => (endpoint.live ? liveServices(services) : services)
  const creates = typeof handler === 'object' && ('create' in handler || 'prepare' in handler)
  if ((endpoint.repeatable && endpoint.kind !== 'multipart') !== creates) {
    throw new Error(`${name}: a call that accepts an Idempotency-Key creates or receives, and no other call creates.`)
  }
  if (endpoint.status === 201 && !creates) throw new Error(`${name}: a call that answers 201 creates.`)
  if ((endpoint.kind === 'multipart') !== (typeof handler === 'object' && 'receive' in handler)) {
    throw new Error(`${name}: a call that takes a form receives files, and no other does.`)
  }
  if ((endpoint.kind === 'file') !== (typeof handler === 'object' && 'file' in handler)) {
    throw new Error(`${name}: a call that answers a file sends it, and no other does.`)
  }
  if ((endpoint.kind === 'redirect') !== (typeof handler === 'object' && 'redirect' in handler)) {
    throw new Error(`${name}: a call that answers a redirect redirects, and no other does.`)
  }
  if ((endpoint.kind === 'signed') !== (typeof handler === 'object' && 'verify' in handler)) {
    throw new Error(`${name}: a signed call verifies its bytes, and no other does.`)
  }
  app.route({
    method: endpoint.method,
    url: routeOf(endpoint.path),
    schema: documented(name, endpoint),
    onRequest: async (request: FastifyRequest) => {
      // Calls are counted before the body is read, so that invalid requests count too.
      if (endpoint.audience === 'public') await services.attempts.countStranger(request.ip)
      request.principal = await resolvePrincipal(name, endpoint, request, ownServices())
      noteAddress(request, services)
      requireSeat(endpoint, request.principal, request.headers[seatHeader])
      if (endpoint.rate === 'expensive') await countExpensive(request.principal, services)
    },
    ...(endpoint.kind === 'multipart' ? {} : awaitBody(endpoint)),
    preHandler: endpoint.body === undefined && endpoint.kind !== 'signed' ? [refuseBody] : [],
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { principal, params, query, body, headers } = request
      if (principal === null) throw new Error('A handler ran before its caller was settled.')
      const signal = AbortSignal.any([closing, hangUp(reply)])
      const baseCall: AnyCall = {
        principal,
        params,
        query,
        body: body ?? undefined,
        headers,
        context: contextOf(ownServices()),
        signal,
      } as AnyCall
      const call: AnyCall =
        typeof routeHandler === 'object' && 'act' in routeHandler
          ? { ...baseCall, principal: await routeHandler.customer(baseCall) }
          : baseCall
      reply.header('cache-control', 'no-store').code(endpoint.status)
      if (typeof handler === 'function') {
        const answer = await handler(call)
        if (principal.kind === 'stranger') await giveBack(answer, principal.address, services)
        if (!endpoint.fhir || !request.headers.accept?.includes(fhirType)) return answer
        return reply.type(fhirType).send(toFhirDocument(customerOutput.parse(answer)))
      }
      if ('open' in handler) {
        const { answer, cookie } = await handler.open(call)
        setCookie(request, reply, cookie)
        return answer
      }
      if ('verify' in handler) return handler.verify({ ...call, raw: Buffer.isBuffer(body) ? body : Buffer.alloc(0) })
      const key = request.headers['idempotency-key']
      const keyed = { name, key: typeof key === 'string' ? key : undefined }
      if ('receive' in handler) {
        return handler.receive({ ...call, files: filesOf(request, signal), once: onceRead(call, keyed) })
      }
      if ('events' in handler) {
        const sessionSignal = whileSignedIn(signal, principal, services)
        return eventStream(reply, endpoint, await handler.events({ ...call, signal: sessionSignal }), sessionSignal)
      }
      if ('redirect' in handler) return reply.redirect((await handler.redirect(call)).toString(), 303)
      if ('file' in handler) {
        const fileSignal = whileSignedIn(signal, principal, services)
        const { name: fileName, type, bytes } = await handler.file({ ...call, signal: fileSignal })
        fileSignal.addEventListener('abort', () => bytes.destroy(), { once: true })
        return reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`).send(bytes)
      }
      if ('prepare' in handler) return once(call, await handler.prepare(call), keyed)
      const created = await once(call, handler, keyed)
      return handler.afterwards === undefined ? created : handler.afterwards(call, created)
    },
  })
}

function noteAddress({ principal, headers, socket }: FastifyRequest, { sharedAddresses }: Services): void {
  if (principal?.kind !== 'person') return
  const { userId, address } = principal
  sharedAddresses.note({ userId, address, peerAddress: socket.remoteAddress, headers })
}

/** Gives the point of a public call back that has answered a session, because its caller is no stranger. */
async function giveBack(answer: unknown, address: string, { attempts }: Services): Promise<void> {
  const parsed = session.safeParse(answer)
  if (parsed.data?.userId !== undefined) await attempts.strangerProved(parsed.data.userId, address)
}

async function countExpensive(principal: Principal, { attempts }: Services): Promise<void> {
  if (principal.kind === 'person') await attempts.countExpensive(principal.userId)
  else if (principal.kind !== 'stranger') await attempts.countExpensiveOf(principal.accessId)
}

/**
 * Makes a Fastify scope keep JSON bodies as bytes. The sender has signed these bytes. JSON that is parsed and written
 * again may have other bytes, and then the signature would not match.
 */
function takeBytes(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, callback) =>
    callback(null, body),
  )
}

/** Throws `invalid_request` if a call that takes no body gets one. An empty object is accepted. */
async function refuseBody({ body }: FastifyRequest): Promise<void> {
  if (body === undefined || body === null) return
  if (typeof body === 'object' && Object.keys(body).length === 0) return
  throw new Problem('invalid_request', undefined, [
    { path: 'body', message: 'This call does not accept a request body. Send the request without a body.' },
  ])
}

/**
 * Returns a signal that also aborts when the session of the caller ends. Otherwise an open stream would continue to
 * send data after the user has signed out.
 */
function whileSignedIn(signal: AbortSignal, principal: Principal, { store }: Services): AbortSignal {
  if (principal.kind !== 'person') return signal
  const sessionEnd = new AbortController()
  const stop = watchSession(store, principal.familyId, () => sessionEnd.abort())
  signal.addEventListener('abort', stop, { once: true })
  return AbortSignal.any([signal, sessionEnd.signal])
}

/**
 * The abort reason that all requests share. A new `DOMException` for each request would collect a stack trace. This
 * would take longer than a simple handler needs for the whole request.
 */
const responseEnded = new DOMException('The response has ended, so the server stopped this request.', 'AbortError')

/** Returns a signal that aborts when the response is sent or its connection closes. */
function hangUp(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort(responseEnded))
  return controller.signal
}
