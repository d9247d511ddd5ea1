import { type Client, createClient } from '../../lib/api/index.ts'
import { publicEndpoints } from '../../lib/contracts/index.ts'
import { demoUser } from '../../server/services/demo-user.ts'

/** Returns an API client that is signed in with the account of the demo, in a session of its own. */
export async function asPerson(serverUrl: string): Promise<Client> {
  const open = createClient({ baseUrl: () => serverUrl, credential: () => 'none' })
  const session = await open.call(publicEndpoints.loginEmail, {
    body: { email: demoUser.email, password: demoUser.password },
  })
  if (!('accessToken' in session)) throw new Error('The demo account asks for a second factor.')
  return createClient({
    baseUrl: () => serverUrl,
    credential: () => ({ authorization: `Bearer ${session.accessToken}`, key: '' }),
  })
}
