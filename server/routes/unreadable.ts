import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { plainHeaders } from './answer-headers.ts'

/** Answers a malformed URL with `no_such_call`. The response does not repeat the URL. */
export function answerBadAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = new Problem('no_such_call')
  void reply
    .code(status)
    .header('x-request-id', request.id)
    .headers(plainHeaders)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/**
 * Writes the response for invalid HTTP directly to the socket, because Fastify has no request and no reply object in
 * this case.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, message, code } =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? { status: 431, message: 'The headers of this request are too large. Send smaller headers.', code: 'too_large' }
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? { status: 408, message: 'The request did not arrive in time. Send it again.', code: 'invalid_request' }
        : { status: 400, message: 'The request is not valid HTTP.', code: 'invalid_request' }
  const body = JSON.stringify({ message, code })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    ...Object.entries(plainHeaders).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
