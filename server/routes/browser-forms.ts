import type { FastifyInstance } from 'fastify'

/** Makes a scope accept only URL-encoded forms, which a browser sends for a page of another site. */
export function takeBrowserForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  )
}
