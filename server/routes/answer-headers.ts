import type { FastifyInstance } from 'fastify'

const yearSeconds = 365 * 24 * 60 * 60

/**
 * Headers for an answer that is not a page, such as an error: browsers must not guess another type, load anything for
 * it, or show it in a frame. Routes that serve pages replace the policy.
 */
export const plainHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/**
 * Sets `plainHeaders` for every answer, also for those of unknown paths, and HSTS for those over TLS. HSTS does not name
 * subdomains, because they may belong to other services of the operator.
 */
export function headAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ protocol }, { raw }) => {
    // Helmet writes to the raw response too, so a later policy replaces this one.
    for (const [name, value] of Object.entries(plainHeaders)) raw.setHeader(name, value)
    if (protocol === 'https') raw.setHeader('strict-transport-security', `max-age=${yearSeconds}`)
  })
}
