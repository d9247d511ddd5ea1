import { randomUUID } from 'node:crypto'
import { proofRecordName, proofRecordPrefix } from '../../lib/contracts/index.ts'
import { administrator, asking, type Someone, someone } from './administrator.ts'
import { type Answer, ask } from './ask.ts'
import type { TestServer } from './start-server.ts'

/** A developer organisation with an owner and a key of each kind. */
export interface Partner {
  accessId: string
  owner: Someone
  live: string
  test: string
}

/** Returns the body of an answer. Throws if the call was refused. */
export function good({ status, body }: Answer) {
  if (status >= 300) throw new Error(`The call answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Creates a developer organisation through public calls, as an administrator and its owner do. */
export const newPartner = async (server: TestServer, limits: object = {}): Promise<Partner> =>
  partnerBy(server, await administrator(server), limits)

/** The same, by an administrator who exists. `server` may run in another process. */
export async function partnerBy(
  server: Pick<TestServer, 'url'>,
  admin: Pick<Someone, 'token'>,
  limits: object = {},
): Promise<Partner> {
  const owner = await someone(server)
  const organization = { name: `Partner ${randomUUID()}` }
  const { accessId } = good(
    await asking(server, admin)('POST /api/admin/access/add', { organization, limits, ownerEmail: owner.email }),
  )
  const call = asking(server, owner)
  good(await call(`POST /api/user/access/invites/accept/${accessId}`))
  const key = async (test: boolean) =>
    good(await call(`POST /api/user/access/keys/add/${accessId}`, { name: 'Server', test })).key as string
  return { accessId, owner, live: await key(false), test: await key(true) }
}

/** Returns a function that makes calls with a bearer token: a key, or a customer token. */
export const bearing =
  ({ url }: Pick<TestServer, 'url'>, token: string) =>
  (call: string, body?: object, headers = {}): Promise<Answer> =>
    ask(url, call, { token, headers, ...(body === undefined ? {} : { body }) })

/** Returns a function that makes calls with a key in the header `key`. */
export const keying =
  ({ url }: Pick<TestServer, 'url'>, key: string) =>
  (call: string, body?: object, headers = {}): Promise<Answer> =>
    ask(url, call, { headers: { key, ...headers }, ...(body === undefined ? {} : { body }) })

/** Issues a customer token. */
export const tokenOf = async (
  server: Pick<TestServer, 'url'>,
  key: string,
  customerIdentifier: string,
  userIdentifier?: string,
): Promise<string> =>
  good(await keying(server, key)('POST /api/key/token/authenticate', { customerIdentifier, userIdentifier })).token

/** The proofs that the tests publish for origins, in place of DNS. `deps` is for `startTestServer`. */
export function fakeProofs() {
  const records = new Map<string, string[]>()
  /** Publishes that an origin belongs to these developer organisations. */
  const publish = (origin: string, owners: readonly Partner[]) =>
    records.set(
      proofRecordName(origin),
      owners.map(({ accessId }) => `${proofRecordPrefix}${accessId}`),
    )
  return {
    deps: { resolveName: async () => [], resolveText: async (name: string) => records.get(name) ?? [] },
    publish,
    /** Publishes the proof of a listed origin, for this developer organisation alone, and has it checked. */
    async prove(server: TestServer, partner: Partner, origin: string): Promise<void> {
      const { accessId, owner } = partner
      publish(origin, [partner])
      good(await asking(server, owner)(`POST /api/user/access/origins/check/${accessId}`, { origin }))
    },
  }
}
