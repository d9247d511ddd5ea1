import type { CustomerNamed, endpoints } from '../../lib/contracts/index.ts'
import { customerNamedBy, type Member } from '../authority/index.ts'
import {
  addCustomer,
  addCustomerUser,
  getCustomer,
  getCustomerUser,
  listCustomers,
  listCustomerUsers,
  removeCustomer,
  removeCustomerUser,
} from '../services/access/customers.ts'
import { generateExamples } from '../services/examples.ts'
import type { Context } from '../services/index.ts'
import {
  changeTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  submitTemplate,
} from '../services/platform/templates.ts'
import type { Handlers } from './handler.ts'

const customerOf = ({ context, principal }: { context: Context; principal: Member }, whom: CustomerNamed) =>
  customerNamedBy(context.database, principal, whom)

const userOf = ({ identifier, customerIdentifier }: { identifier: string; customerIdentifier: string }) => ({
  customerIdentifier,
  userIdentifier: identifier,
})

export const resellerHandlers: Handlers<(typeof endpoints)['reseller'], 'reseller'> = {
  listCustomers: ({ context, principal, query }) => listCustomers(context, principal, query),
  getCustomer: ({ context, principal, params }) => getCustomer(context, principal, params.identifier),
  addCustomer: { create: ({ context, principal, body }) => addCustomer(context, principal, body.identifier) },
  removeCustomer: async ({ context, principal, params }) => {
    await removeCustomer(context, principal, params.identifier)
    return {}
  },

  listResellerTemplates: {
    customer: (call) => {
      const { userIdentifier } = call.query
      return customerOf(call, { customerIdentifier: call.params.customerIdentifier, userIdentifier })
    },
    act: ({ context, principal, query }) => listTemplates(context, principal, query),
  },
  getResellerTemplate: {
    customer: (call) => customerOf(call, call.query),
    act: ({ context, principal, params }) => getTemplate(context, principal, params.identifier),
  },
  addResellerTemplate: {
    customer: (call) => customerOf(call, call.body),
    act: {
      create: ({ context, principal, body: { customerIdentifier: _, userIdentifier: __, ...draft } }) =>
        submitTemplate(context, principal, draft),
    },
  },
  changeResellerTemplate: {
    customer: (call) => customerOf(call, call.body),
    act: ({ context, principal, params, body: { customerIdentifier: _, userIdentifier: __, ...draft } }) =>
      changeTemplate(context, principal, params.identifier, draft),
  },
  removeResellerTemplate: {
    customer: (call) => customerOf(call, call.query),
    act: async ({ context, principal, params }) => {
      await deleteTemplate(context, principal, params.identifier)
      return {}
    },
  },
  generateResellerExample: ({ context, principal: { userId }, body, signal }) =>
    generateExamples(context, { userId, directory: null }, body, signal),

  listCustomerUsers: ({ context, principal, params, query }) =>
    listCustomerUsers(context, principal, params.customerIdentifier, query),
  getCustomerUser: ({ context, principal, params }) => getCustomerUser(context, principal, userOf(params)),
  addCustomerUser: {
    customer: (call) => customerOf(call, { customerIdentifier: call.params.customerIdentifier }),
    act: { create: ({ context, principal, body }) => addCustomerUser(context, principal, body.identifier) },
  },
  removeCustomerUser: async ({ context, principal, params }) => {
    await removeCustomerUser(context, principal, userOf(params))
    return {}
  },
}
