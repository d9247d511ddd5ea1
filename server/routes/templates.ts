import type { endpoints } from '../../lib/contracts/index.ts'
import { generateExamples } from '../services/examples.ts'
import { generateFields, nameFields } from '../services/fields.ts'
import {
  generateLayout,
  getVersion,
  listLayoutGroups,
  listVersions,
  restoreVersion,
  shareLayout,
  waitForLayout,
} from '../services/layouts/index.ts'
import { listModels } from '../services/models.ts'
import type { Handlers } from './handler.ts'

export const templateHandlers: Handlers<(typeof endpoints)['templates'], 'user'> = {
  listLayoutGroups: ({ context, principal }) => listLayoutGroups(context, principal),
  listLayoutVersions: ({ context, principal, params, query }) => listVersions(context, principal, params.id, query),
  getLayoutVersion: ({ context, principal, params }) => getVersion(context, principal, params.id, params.version),
  restoreLayoutVersion: ({ context, principal, params }) =>
    restoreVersion(context, principal, params.id, params.version),
  shareLayout: ({ context, principal, params, body }) => shareLayout(context, principal, params.id, body),
  generateLayout: {
    create: ({ context, principal, body }) => generateLayout(context, principal, body),
    afterwards: async ({ context, principal, query, signal }, created) =>
      query.wait === 0 ? created : waitForLayout(context, principal, created._id, query.wait, signal),
  },
  generateFields: ({ context, principal, body, signal }) => generateFields(context, principal, body.input, signal),
  nameFields: ({ context, principal, body, signal }) => nameFields(context, principal, body, signal),
  generateExamples: ({ context, principal, body, signal }) => generateExamples(context, principal, body, signal),
  listModels: ({ context, principal, query }) => listModels(context, principal, query.key),
}
