import { readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const folder = new URL('../assets/demo/', import.meta.url)

const patients = new Map<string, Record<string, string>>([
  [
    '4812',
    {
      patientName: 'Maya Okafor',
      patientInitials: 'MO',
      patientMr: '004812',
      patientAge: '34',
      patientDob: '03/14/1992',
    },
  ],
  [
    '5120',
    {
      patientName: 'Daniel Reyes',
      patientInitials: 'DR',
      patientMr: '005120',
      patientAge: '41',
      patientDob: '09/02/1985',
    },
  ],
])

/**
 * Content-Security-Policy of the demo chart: the page may load only files of this server. `upgrade-insecure-requests`
 * is missing, because the demo has no TLS certificate.
 */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; form-action 'self'"

/**
 * Serves the demo chart at `GET /patients/{patientId}/patient_evaluations/{evaluationId}/edit`, accepts the requests
 * with which the controls of the chart save, and serves the files of the chart under `/demo/`. Every Host header is
 * accepted, because the browser of the demo maps the EHR's host name `demo.kipuworks.com` to this server. Only for demo
 * mode.
 */
export function registerDemo(app: FastifyInstance): void {
  app.register(async (scope) => {
    const page = await readFile(new URL('page/evaluation.html', folder), 'utf8')

    scope.register(fastifyStatic, { root: folder, prefix: '/demo/', decorateReply: false, index: false })

    scope.get<{ Params: { patientId: string; evaluationId: string } }>(
      '/patients/:patientId/patient_evaluations/:evaluationId/edit',
      async (request, reply) => {
        const patient = patients.get(request.params.patientId)
        if (!patient || !/^\d{1,9}$/.test(request.params.evaluationId)) return reply.callNotFound()
        const words: Record<string, string> = { ...patient, ...request.params }
        return reply
          .header('content-security-policy', pagePolicy)
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(page.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => words[name] ?? ''))
      },
    )

    // Some controls of the chart save automatically, as in the EHR. The server accepts these requests and discards the
    // data.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, _body, callback) => callback(null, null),
    )
    scope.post('/patients/:patientId/patient_evaluations/:evaluationId', async (_request, reply) =>
      reply.code(204).send(),
    )
  })
}
