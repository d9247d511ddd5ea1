import type { Account } from '../../../lib/contracts/index.ts'
import * as data from './data.ts'

export interface AccountTraits {
  /** An administrator acts as the user. */
  acting?: boolean
  /** The account has a phone. */
  phone?: boolean
  /** The second factor that is on. */
  factor?: 'email' | 'phone'
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/**
 * An in-memory server for the calls with which users read and change their own account. Returns null for every other
 * call.
 */
export function accountServer(traits: AccountTraits): (request: Request, path: string) => Promise<Response | null> {
  let own: Account = {
    ...data.account,
    ...(traits.phone === true ? { phone: data.phone } : {}),
    ...(traits.acting === true ? { actingAdministrator: true } : {}),
    twoFactor: { email: traits.factor === 'email', phone: traits.factor === 'phone' },
  }
  let asked = ''
  const changed = (account: Account) => {
    own = account
    return json(own)
  }
  const wrongPassword = async (request: Request) => {
    const { password, currentPassword = password } = (await request.clone().json()) as Record<string, string>
    const message = 'The password is wrong.'
    return currentPassword === data.password ? null : json({ message, code: 'wrong_credentials' }, 401)
  }
  const wrongCode = async (request: Request) => {
    const { code } = (await request.json()) as Record<string, string>
    return code === data.code ? null : json({ message: data.wrongCode, code: 'wrong_code' }, 400)
  }
  /** Starts the verification of the phone or the email address in the request. */
  const start = async (request: Request, name: 'phone' | 'email') => {
    const refused = await wrongPassword(request)
    if (refused) return refused
    asked = ((await request.json()) as Record<string, string>)[name] ?? ''
    return json({ ticket: 'ticket' })
  }
  return async (request, path) => {
    switch (`${request.method} ${path}`) {
      case 'GET /user/account':
        return json(own)
      case 'GET /user/account/acting':
        return json({ items: data.actingEntries, total: data.actingEntries.length, offset: 0, limit: 100 })
      case 'GET /user/account/identities':
        return json({ password: true, identities: [] })
      case 'POST /user/account': {
        const { style } = (await request.clone().json()) as Partial<Account>
        return style === undefined ? ((await wrongPassword(request)) ?? json(own)) : changed({ ...own, style })
      }
      case 'GET /user/lookup/settings/self':
        return json({ settings: [] })
      case 'POST /user/examples/generate':
        return json({ results: [data.writtenExample] })
      case 'DELETE /user/account':
        return (await wrongPassword(request)) ?? json({})
      case 'POST /user/account/export':
        return new Response('zip', { headers: { 'content-type': 'application/zip' } })
      case 'PUT /user/account/register-phone':
        return start(request, 'phone')
      case 'POST /user/account/register-phone':
        return (await wrongCode(request)) ?? changed({ ...own, phone: asked })
      case 'DELETE /user/account/register-phone':
        return json({})
      case 'DELETE /user/account/phone': {
        const { phone: _, ...rest } = own
        return changed(rest)
      }
      case 'PUT /user/account/alternative-email':
        asked = ((await request.json()) as { email: string }).email
        return json({ ticket: 'ticket' })
      case 'POST /user/account/alternative-email':
        return (await wrongCode(request)) ?? changed({ ...own, alternativeEmail: asked })
      case 'DELETE /user/account/alternative-email': {
        const { alternativeEmail: _, ...rest } = own
        return changed(rest)
      }
      case 'PUT /user/account/email':
        return start(request, 'email')
      case 'POST /user/account/email':
        return (await wrongCode(request)) ?? changed({ ...own, email: asked })
      case 'POST /user/account/2fa/email':
        return (await wrongPassword(request)) ?? changed({ ...own, twoFactor: { email: true, phone: false } })
      case 'POST /user/account/2fa/phone':
        return (await wrongPassword(request)) ?? changed({ ...own, twoFactor: { email: false, phone: true } })
      case 'DELETE /user/account/2fa':
        return (await wrongPassword(request)) ?? changed({ ...own, twoFactor: { email: false, phone: false } })
    }
    return null
  }
}
