import { randomUUID } from 'node:crypto'
import type { ErrorBody, Session } from '../../lib/contracts/index.ts'
import { accountsAt } from './accounts.ts'

/** The response to a call. */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the expected properties and fails if they are missing
  body: any
}

export interface Asking {
  token?: string
  body?: unknown
  /** Sent unchanged instead of `body`. */
  raw?: string
  headers?: Record<string, string>
}

/** Makes one call over real HTTP. */
export async function ask(url: string, call: string, { token, body, raw, headers = {} }: Asking = {}): Promise<Answer> {
  const [method, path] = call.split(' ')
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${url}${path}`, {
    method: method ?? 'GET',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** Status and code of a refusal. */
export const refusal = ({ status, body }: Answer): [number, ErrorBody['code']] => [status, body.code]

export const password = 'correct horse battery'

/** Creates a new person. Returns their session. */
export async function newPerson(url: string): Promise<Session & { email: string }> {
  const email = `person-${randomUUID()}@clinic.example`
  const create = accountsAt.get(url)
  if (create !== undefined) return { ...(await create(email)), email }
  const { status, body } = await ask(url, 'POST /api/user/register', { body: { email, password } })
  if (status !== 201) throw new Error(`Registering answered ${status}.`)
  return { ...body, email }
}

let lastPhone = 0
/** A phone number that no other test of this file uses. */
export const somePhone = (): string => `+1202555${String(++lastPhone).padStart(4, '0')}`

/** A small layout with one text field and one Yes/No field. */
export const smallLayout = {
  name: 'Progress note',
  fields: [
    { id: 'mood', name: 'Mood', type: 'string' },
    { id: 'sleeps', name: 'Sleeps well', type: 'boolean' },
  ],
}
