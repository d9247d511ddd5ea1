import type { FastifyInstance } from 'fastify'
import type { Services } from '../services/index.ts'

const validDays = 180

/**
 * Serves `/.well-known/security.txt` (RFC 9116), if a contact is set. It says where people report a hole in this server.
 */
export function serveSecurityTxt(
  app: FastifyInstance,
  { config: { securityContact, publicUrl }, clock }: Pick<Services, 'config' | 'clock'>,
): void {
  if (securityContact === null) return
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_, reply) => {
    // The date is the same for a whole day, so that the text can be compared.
    const expires = clock.now()
    expires.setUTCHours(0, 0, 0, 0)
    expires.setUTCDate(expires.getUTCDate() + validDays)
    const lines = [`Contact: ${securityContact}`, `Expires: ${expires.toISOString()}`, 'Preferred-Languages: en']
    if (publicUrl !== null) lines.push(`Canonical: ${publicUrl}/.well-known/security.txt`)
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
