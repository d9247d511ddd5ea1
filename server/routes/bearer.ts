import type { endpoints } from '../../lib/contracts/index.ts'
import { type ApiKey, customerNamedBy } from '../authority/index.ts'
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
    customer: inQuery,
    act: ({ context, principal, params }) => getOutput(context, principal, params.id),
  },
  listOutputs: {
    customer: inQuery,
    act: ({ context, principal, query }) => listOutputs(context, principal, query),
  },
  deleteOutput: {
    customer: inQuery,
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
    customer: inQuery,
    act: ({ context, principal, params }) => getTemplate(context, principal, params.id),
  },
  listTemplates: {
    customer: inQuery,
    act: ({ context, principal, query }) => listTemplates(context, principal, query),
  },
  deleteTemplate: {
    customer: inQuery,
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
    customer: inQuery,
    act: ({ context, principal, params }) => readTranscript(context, principal, params.id),
  },
  listSubmittedTranscripts: {
    customer: inQuery,
    act: ({ context, principal, query }) => listTranscripts(context, principal, query),
  },
  deleteSubmittedTranscript: {
    customer: inQuery,
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
