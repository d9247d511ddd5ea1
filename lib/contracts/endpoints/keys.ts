import { endpoint } from '../endpoint.ts'
import {
  authenticateRequest,
  customerToken,
  meterAnswer,
  meterRequest,
  rateAnswer,
  rateRequest,
  tokenMeterRequest,
  tokenRateRequest,
  tokenRequest,
  verifiedKey,
  verifiedToken,
} from '../keys.ts'

/** Calls with a key in the header `key` (product 12.70). */
export const keyEndpoints = {
  verifyKey: endpoint({
    method: 'GET',
    path: '/key/verify',
    audience: 'key',
    summary: 'Whether the key holds, and whose it is.',
    response: verifiedKey,
  }),
  rateKey: endpoint({
    method: 'POST',
    path: '/key/rate',
    audience: 'key',
    summary: 'Takes a share of the rate limit of the organisation. If it does not fit, nothing is taken.',
    body: rateRequest,
    response: rateAnswer,
  }),
  meterKey: endpoint({
    method: 'POST',
    path: '/key/meter',
    audience: 'key',
    summary: 'Counts use exactly, and answers the total of this calendar month (UTC). Honours Idempotency-Key.',
    body: meterRequest,
    response: meterAnswer,
    status: 201,
    errors: ['no_credit', 'idempotency_mismatch'],
  }),
  authenticateToken: endpoint({
    method: 'POST',
    path: '/key/token/authenticate',
    audience: 'key',
    summary:
      'Issues a customer token for an hour. A customer or user that does not exist yet is created. Honours Idempotency-Key: a repeated call gets another token.',
    body: authenticateRequest,
    response: customerToken,
    status: 201,
    errors: ['no_credit', 'idempotency_mismatch'],
  }),
  verifyCustomerToken: endpoint({
    method: 'POST',
    path: '/key/token/verify',
    audience: 'key',
    summary: 'Whose token it is, with its parameters. Tokens of other organisations are not found.',
    body: tokenRequest,
    response: verifiedToken,
    errors: ['not_found'],
  }),
  rateToken: endpoint({
    method: 'POST',
    path: '/key/token/rate',
    audience: 'key',
    summary: 'Takes a share of the rate limit of the customer of this token.',
    body: tokenRateRequest,
    response: rateAnswer,
    errors: ['not_found'],
  }),
  meterToken: endpoint({
    method: 'POST',
    path: '/key/token/meter',
    audience: 'key',
    summary:
      'Counts use of the customer of this token. Answers the total of the organisation. Honours Idempotency-Key.',
    body: tokenMeterRequest,
    response: meterAnswer,
    status: 201,
    errors: ['not_found', 'no_credit', 'idempotency_mismatch'],
  }),
} as const
