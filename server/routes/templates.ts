import type { endpoints } from '../../lib/contracts/index.ts'
import { generateExamples } from '../services/examples.ts'
import { generateFields } from '../services/fields.ts'
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

/** Handlers that manage and generate templates. */
export const templateHandlers: Handlers<(typeof endpoints)['templates'], 'user'> = {
  listLayoutGroups: ({ context, actor }) => listLayoutGroups(context, actor),
  listLayoutVersions: ({ context, actor, params, query }) => listVersions(context, actor, params.id, query),
  getLayoutVersion: ({ context, actor, params }) => getVersion(context, actor, params.id, params.version),
  restoreLayoutVersion: ({ context, actor, params }) => restoreVersion(context, actor, params.id, params.version),
  shareLayout: ({ context, actor, params, body }) => shareLayout(context, actor, params.id, body.editors),
  generateLayout: {
    create: ({ context, actor, body }) => generateLayout(context, actor, body),
    afterwards: async ({ context, actor, query, signal }, created) =>
      query.wait === 0 ? created : waitForLayout(context, actor, created._id, query.wait, signal),
  },
  generateFields: ({ context, body, signal }) => generateFields(context, body.input, signal),
  generateExamples: ({ context, body, signal }) => generateExamples(context, body, signal),
  listModels: ({ context, query }) => listModels(context, query.key),
}
