import type { FastifyInstance } from 'fastify'

/**
 * Makes a scope accept URL-encoded forms only. A page of another site, such as a sign-in provider, makes the browser
 * send such a form.
 */
export function takeBrowserForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  )
}
