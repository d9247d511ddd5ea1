import type { endpoints } from '../../lib/contracts/index.ts'
import { type ApiKey, type Customer, customerNamedBy, customerOfThing, type Thing } from '../authority/index.ts'
import { Problem } from '../problem.ts'
import { authenticateCustomer, verifyToken } from '../services/access/tokens.ts'
import type { Context } from '../services/index.ts'
import {
  deleteOutput,
  editOutput,
  generateOutput,
  getOutput,
  listOutputs,
  waitForOutput,
} from '../services/platform/outputs.ts'
import { deleteTemplate, getTemplate, listTemplates, submitTemplate } from '../services/platform/templates.ts'
import {
  deleteTranscript,
  listTranscripts,
  readTranscript,
  retryFileOf,
  submitText,
} from '../services/platform/transcripts.ts'
import { receiveFile } from './customer.ts'
import type { Handlers } from './handler.ts'

interface Named {
  customer_id: string
  user_id?: string | undefined
}

type Asked = { context: Context; principal: ApiKey }

const customerOf = ({ context, principal }: Asked, { customer_id, user_id }: Named) =>
  customerNamedBy(context.database, principal, { customerIdentifier: customer_id, userIdentifier: user_id })

/**
 * The two functions with which handlers find the customer of a call. `inQuery`: the query names the customer. `inBody`:
 * the body names the customer.
 */
const inQuery = (call: Asked & { query: Named }) => customerOf(call, call.query)
const inBody = (call: Asked & { body: Named }) => customerOf(call, call.body)

type PerhapsNamed = Partial<Named>

/** Throws `invalid_request` for a user without a customer, because only a customer makes a user known. */
function refuseUserAlone({ customer_id, user_id }: PerhapsNamed): void {
  if (customer_id !== undefined || user_id === undefined) return
  const message = 'Send customer_id too.'
  throw new Problem('invalid_request', message, [{ path: 'query.customer_id', message }])
}

/** The customer that the query names or, without one, the owner of the thing (product 12.72). */
const inQueryOrOwner =
  (thing: Thing) =>
  (call: Asked & { query: PerhapsNamed; params: { id: string } }): Promise<Customer> => {
    const { customer_id, ...user } = call.query
    refuseUserAlone(call.query)
    return customer_id === undefined
      ? customerOfThing(call.context.database, call.principal, thing, call.params.id)
      : customerOf(call, { customer_id, ...user })
  }

/** The customer that the query names, or the key itself, for the things of all its customers. */
const readerOf = async (call: Asked & { query: PerhapsNamed }): Promise<Customer | ApiKey> => {
  const { customer_id, user_id } = call.query
  refuseUserAlone(call.query)
  return customer_id === undefined ? call.principal : customerOf(call, { customer_id, user_id })
}

function rest<Request extends Named>({ customer_id: _, user_id: __, ...request }: Request) {
  return request
}

export const bearerHandlers: Handlers<(typeof endpoints)['bearer'], 'bearer'> = {
  generateOutput: {
    customer: inBody,
    act: {
      create: ({ context, principal, body }) => generateOutput(context, principal, rest(body)),
      afterwards: async ({ context, principal, query, signal }, created) =>
        query.wait === 0 ? created : waitForOutput(context, principal, created.id, query.wait, signal),
    },
  },
  getOutput: {
    customer: inQueryOrOwner('output'),
    act: ({ context, principal, params }) => getOutput(context, principal, params.id),
  },
  listOutputs: async (call) => listOutputs(call.context, await readerOf(call), call.query),
  deleteOutput: {
    customer: inQueryOrOwner('output'),
    act: async ({ context, principal, params }) => {
      await deleteOutput(context, principal, params.id)
      return {}
    },
  },
  editOutput: {
    customer: inQuery,
    act: ({ context, principal, params, body }) => editOutput(context, principal, params.id, body),
  },

  submitTemplate: {
    customer: inBody,
    act: { create: ({ context, principal, body }) => submitTemplate(context, principal, rest(body)) },
  },
  getTemplate: {
    customer: inQueryOrOwner('template'),
    act: ({ context, principal, params }) => getTemplate(context, principal, params.id),
  },
  listTemplates: async (call) => listTemplates(call.context, await readerOf(call), call.query),
  deleteTemplate: {
    customer: inQueryOrOwner('template'),
    act: async ({ context, principal, params }) => {
      await deleteTemplate(context, principal, params.id)
      return {}
    },
  },

  submitTranscript: {
    customer: inBody,
    act: { create: ({ context, principal, body }) => submitText(context, principal, rest(body)) },
  },
  submitFile: {
    customer: inQuery,
    act: { receive: (call) => receiveFile(call, call.query) },
  },
  retryFile: {
    customer: inQuery,
    act: ({ context, principal, params }) => retryFileOf(context, principal, params.id),
  },
  getSubmittedTranscript: {
    customer: inQueryOrOwner('transcript'),
    act: ({ context, principal, params }) => readTranscript(context, principal, params.id),
  },
  listSubmittedTranscripts: async (call) => listTranscripts(call.context, await readerOf(call), call.query),
  deleteSubmittedTranscript: {
    customer: inQueryOrOwner('transcript'),
    act: async ({ context, principal, params }) => {
      await deleteTranscript(context, principal, params.id)
      return {}
    },
  },

  authenticateCustomer: {
    create: ({ context, principal, body }) => authenticateCustomer(context, principal, body),
    repeat: ({ context, principal, body }) => authenticateCustomer(context, principal, body),
  },
  verifyCustomer: ({ context, principal, body }) => verifyToken(context, principal, body.token),
}
