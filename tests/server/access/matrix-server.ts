import type { Endpoint } from '../../../lib/contracts/index.ts'
import { attemptLimits } from '../../../server/auth/attempt-limits.ts'
import { embeddedWriter } from '../../../server/generation/index.ts'
import { createScriptedEngine } from '../../../server/providers/speech/scripted.ts'
import { startMailServer } from '../../fakes/mail-server.ts'
import { startFakeStripe } from '../../fakes/stripe-server.ts'
import { startTwilioServer } from '../../fakes/twilio-server.ts'
import { stripeSettings } from '../billing.ts'
import { startProviders } from '../providers.ts'
import { stating } from '../scripted-writer.ts'
import { startTestServer, type TestServer } from '../start-server.ts'
import type { Case } from './cases.ts'
import { makeWorld, type Owned, type World } from './world.ts'

/** A server on which every call of a person can succeed, with the people of the tests. */
export interface MatrixServer {
  server: TestServer
  world: World
  close: () => Promise<void>
}

export async function startMatrixServer(): Promise<MatrixServer> {
  const mail = await startMailServer()
  const providers = await startProviders()
  const twilio = await startTwilioServer()
  const stripe = await startFakeStripe(() => new Date())
  const server = await startTestServer({
    env: {
      ...providers.env,
      ...twilio.env,
      ...stripeSettings(stripe),
      MAIL_URL: mail.url,
      MAIL_FROM: 'scribe@clinic.example',
    },
    deps: {
      generate: stating,
      speech: { engine: createScriptedEngine([]), message: null },
      writers: () => embeddedWriter,
      attempts: { ...attemptLimits, expensivePerPerson: 10_000 },
    },
  })
  return {
    server,
    world: await makeWorld(server, stripe),
    async close() {
      await server.close()
      await mail.close()
      await providers.close()
      await twilio.close()
      await stripe.close()
    },
  }
}

/** Makes a call on the rows of the owner, with this token or with these headers. */
export async function callOn(
  { url }: TestServer,
  endpoint: Endpoint,
  made: Case,
  owned: Owned,
  credential: string | null | Record<string, string>,
) {
  const params = made.params?.(owned) ?? {}
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => String(params[key]))
  const query = made.query?.(owned)
  const form = made.form?.(owned)
  const body = made.body?.(owned)
  const content = new FormData()
  for (const [key, part] of Object.entries(form ?? {}))
    content.set(key, typeof part === 'string' ? part : new Blob([part], { type: 'application/octet-stream' }))
  const response = await fetch(`${url}/api${path}${query === undefined ? '' : `?${query}`}`, {
    method: endpoint.method,
    headers: {
      ...(made.fromPortal === true ? { origin: url } : {}),
      ...(typeof credential === 'string' ? { authorization: `Bearer ${credential}` } : credential),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(form !== undefined ? { body: content } : body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  return { status: response.status, text: await response.text() }
}
