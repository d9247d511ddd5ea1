import type { FastifyInstance } from 'fastify'

/** Makes a scope accept the forms that a browser sends for a page of another site, and nothing else. */
export function takeBrowserForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  )
}
