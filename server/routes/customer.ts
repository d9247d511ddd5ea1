import type { endpoints } from '../../lib/contracts/index.ts'
import type { Customer } from '../authority/index.ts'
import { createCustomerTicket } from '../services/access/embedding.ts'
import { addLog } from '../services/access/logs.ts'
import { generateExamples } from '../services/examples.ts'
import { generateFields } from '../services/fields.ts'
import type { Once } from '../services/idempotency.ts'
import type { Context } from '../services/index.ts'
import { getConfig } from '../services/platform/config.ts'
import { editOutput, generateOutput, getOutput, listOutputs, waitForOutput } from '../services/platform/outputs.ts'
import { getTemplate, listTemplates, submitTemplate } from '../services/platform/templates.ts'
import {
  changeTranscript,
  listTranscripts,
  readTranscript,
  submitFileOf,
  submitText,
} from '../services/platform/transcripts.ts'
import type { Handlers } from './handler.ts'
import type { FilePart } from './multipart.ts'
import { missingFile } from './transcript-files.ts'

interface Upload {
  context: Context
  principal: Customer
  signal: AbortSignal
  files: AsyncIterable<FilePart>
  once: Once
}

/**
 * Reads the file of a form, and makes a transcript from the file. Throws `too_many_requests` if too many uploads of the
 * customer's user are running. Each user is counted separately, so that the uploads of one user do not block
 * the uploads of another user.
 */
export async function receiveFile(
  { context, principal, signal, files, once }: Upload,
  query: Parameters<typeof submitFileOf>[2],
) {
  const release = context.fileUploads.begin(`${principal.customerId}/${principal.customerUserId ?? ''}`)
  try {
    for await (const { name, bytes } of files) {
      if (name !== 'file') throw missingFile()
      return await submitFileOf(context, principal, query, bytes, once, signal)
    }
    throw missingFile()
  } finally {
    release()
  }
}

export const customerHandlers: Handlers<(typeof endpoints)['customer'], 'customer'> = {
  logInfo: { create: ({ context, principal, body }) => addLog(context, principal, 'info', body) },
  logWarn: { create: ({ context, principal, body }) => addLog(context, principal, 'warn', body) },
  logError: { create: ({ context, principal, body }) => addLog(context, principal, 'error', body) },
  getCustomerConfig: ({ context, principal }) => getConfig(context, principal),

  listCustomerTemplates: ({ context, principal, query }) => listTemplates(context, principal, query),
  getCustomerTemplate: ({ context, principal, params }) => getTemplate(context, principal, params.templateIdentifier),
  submitCustomerTemplate: { create: ({ context, principal, body }) => submitTemplate(context, principal, body) },
  generateCustomerExample: ({ context, principal, body, signal }) => generateExamples(context, principal, body, signal),
  generateCustomerFields: ({ context, principal, body, signal }) =>
    generateFields(context, principal, body.input, signal),
  createCustomerTicket: {
    create: ({ context, principal, headers }) => createCustomerTicket(context, principal, headers),
    repeat: ({ context, principal, headers }) => createCustomerTicket(context, principal, headers),
  },

  listCustomerTranscripts: ({ context, principal, query }) => listTranscripts(context, principal, query),
  getCustomerTranscript: ({ context, principal, params }) =>
    readTranscript(context, principal, params.transcriptIdentifier),
  submitCustomerText: { create: ({ context, principal, body }) => submitText(context, principal, body) },
  submitCustomerFile: { receive: (call) => receiveFile(call, call.query) },
  changeCustomerTranscript: ({ context, principal, params, body }) =>
    changeTranscript(context, principal, params.transcriptIdentifier, body),

  listCustomerOutputs: ({ context, principal, query }) => listOutputs(context, principal, query),
  generateCustomerOutput: {
    create: ({ context, principal, body }) => generateOutput(context, principal, body),
    afterwards: async ({ context, principal, query, signal }, created) =>
      query.wait === 0 ? created : waitForOutput(context, principal, created.id, query.wait, signal),
  },
  getCustomerOutput: ({ context, principal, params }) => getOutput(context, principal, params.outputIdentifier),
  editCustomerOutput: ({ context, principal, params, body }) =>
    editOutput(context, principal, params.outputIdentifier, body),
}
