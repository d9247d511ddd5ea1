import type { FastifyInstance } from 'fastify'

/**
 * Makes a Fastify scope accept only URL-encoded forms. A sign-in provider, such as Apple, makes the browser send its
 * answer as such a form.
 */
export function takeBrowserForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, callback) =>
    callback(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  )
}
