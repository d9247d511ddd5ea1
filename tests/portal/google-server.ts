import { freePort } from '../fakes/free-port.ts'
import { startIdentityProvider } from '../fakes/identity-provider.ts'
import { startMailServer } from '../fakes/mail-server.ts'
import { startTestServer } from '../server/start-server.ts'

/** Starts a server that sends real mails and lets people sign in with Google. `env`: further settings. */
export async function startGoogleServer(env: Record<string, string> = {}) {
  const mail = await startMailServer()
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const redirectUri = `${publicUrl}/api/user/oauth/google/callback`
  const google = await startIdentityProvider({ clientId: 'google-id', redirectUri, pkce: true })
  const server = await startTestServer({
    env: {
      ...env,
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      MAIL_URL: mail.url,
      MAIL_FROM: 'scribe@clinic.example',
      GOOGLE_CLIENT_ID: 'google-id',
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
    },
  })
  return {
    mail,
    google,
    server,
    async close() {
      await server.close()
      await google.close()
      await mail.close()
    },
  }
}
