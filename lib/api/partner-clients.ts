import {
  accessEndpoints,
  bearerEndpoints,
  customerEndpoints,
  type Endpoint,
  type EndpointInput,
  type EndpointResponse,
  keyEndpoints,
  resellerEndpoints,
  webhookEndpoints,
} from '../contracts/index.ts'
import { type CallOptions, type Client, type ClientOptions, type Credential, createClient } from './client.ts'

/**
 * The type of a client: one method for each endpoint of the group (product 12.80). A method has the parameters and the
 * answer of its endpoint. It throws an `ApiError` if the call fails.
 */
export type Calls<Group extends Record<string, Endpoint>> = {
  readonly [Name in keyof Group]: (
    input: EndpointInput<Group[Name]>,
    options?: CallOptions,
  ) => Promise<EndpointResponse<Group[Name]>>
}

function callsOf<Group extends Record<string, Endpoint>>(client: Client, group: Group): Calls<Group> {
  const entries = Object.entries(group).map(([name, endpoint]) => [
    name,
    (input: EndpointInput<Endpoint>, options?: CallOptions) => client.call(endpoint, input, options),
  ])
  // The cast is correct, because `entries` has one method for each endpoint of the group.
  return Object.fromEntries(entries) as Calls<Group>
}

/** A credential, or a function that returns the present credential. The function is called before each call. */
type Given = string | (() => string | Promise<string>)

export interface PartnerOptions extends Pick<ClientOptions, 'fetch' | 'isOnline'> {
  /** The server's address without a trailing slash, for example `https://scribe.example`. */
  baseUrl: string
}

const resolve = async (source: Given): Promise<string> => (typeof source === 'string' ? source : source())

function partnerClient(
  { baseUrl, ...otherOptions }: PartnerOptions,
  credential: () => Credential | Promise<Credential>,
): Client {
  return createClient({ ...otherOptions, baseUrl: () => baseUrl, credential })
}

/**
 * Client for calls with a customer token (product 12.70), for example from the page of a customer. Creates outputs from
 * templates and transcripts of one customer and user.
 */
export const createCustomerClient = (options: PartnerOptions & { token: Given }): Calls<typeof customerEndpoints> =>
  callsOf(
    partnerClient(options, async () => ({ authorization: `Bearer ${await resolve(options.token)}`, key: '' })),
    customerEndpoints,
  )

/**
 * Client for the members of a developer organisation. They manage its customers, users, templates, keys, members and
 * webhooks. `token`: the access token of a session, or `cookie` in a page of the portal's origin. With `cookie`, no
 * authorization header is sent.
 */
export const createUserClient = (
  options: PartnerOptions & { token: Given | 'cookie' },
): Calls<typeof accessEndpoints & typeof resellerEndpoints & typeof webhookEndpoints> =>
  callsOf(
    partnerClient(options, async () =>
      options.token === 'cookie' ? 'cookie' : { authorization: `Bearer ${await resolve(options.token)}`, key: '' },
    ),
    { ...accessEndpoints, ...resellerEndpoints, ...webhookEndpoints },
  )

/**
 * Client for the own server of a developer organisation, with an API key as bearer token (product 12.72). Each call
 * names the customer. Never use the key in a browser, because its user could read the key.
 */
export const createBearerClient = (options: PartnerOptions & { key: Given }): Calls<typeof bearerEndpoints> =>
  callsOf(
    partnerClient(options, async () => ({ authorization: `Bearer ${await resolve(options.key)}`, key: '' })),
    bearerEndpoints,
  )

/**
 * Client for the own server of a developer organisation, with an API key. Its calls check keys, create and check
 * customer tokens, add use to the meters of the month, and count use against a limit per minute.
 */
export const createKeyClient = (options: PartnerOptions & { key: Given }): Calls<typeof keyEndpoints> =>
  callsOf(
    partnerClient(options, async () => ({ authorization: '', key: await resolve(options.key) })),
    keyEndpoints,
  )
