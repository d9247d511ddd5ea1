import { z } from 'zod'
import { email } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { field } from '../field.ts'
import { fieldNamesRequest } from '../field-names.ts'
import { fieldsRequest, layout, layoutRequest, layoutVersion, layoutVersionSummary } from '../layout.ts'
import { limits } from '../limits.ts'
import { listOf, listQuery } from '../list.ts'
import { model } from '../model.ts'
import { exampleResult, templateGenerationRequest } from '../template.ts'

const byId = z.strictObject({ id: z.uuid() })
const byVersion = byId.extend({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})

export const templateEndpoints = {
  listLayoutGroups: endpoint({
    method: 'GET',
    path: '/user/layouts/groups',
    audience: 'user',
    summary: 'The groups of the layouts one can see, by name, with how many stand in each.',
    response: z.object({ groups: z.array(z.object({ name: z.string(), count: z.number().int() })) }),
  }),
  listLayoutVersions: endpoint({
    method: 'GET',
    path: '/user/layouts/{id}/versions',
    audience: 'user',
    summary: 'Every state a layout was saved in, newest first. For its owner and its editors.',
    params: byId,
    query: listQuery.omit({ search: true }),
    response: listOf(layoutVersionSummary),
    errors: ['not_found', 'forbidden'],
  }),
  getLayoutVersion: endpoint({
    method: 'GET',
    path: '/user/layouts/{id}/versions/{version}',
    audience: 'user',
    summary: 'One earlier state of a layout.',
    params: byVersion,
    response: layoutVersion,
    errors: ['not_found', 'forbidden'],
  }),
  restoreLayoutVersion: endpoint({
    method: 'POST',
    path: '/user/layouts/{id}/versions/{version}/restore',
    audience: 'user',
    summary: 'Saves an earlier state as the newest version; what stood before stays a version too.',
    params: byVersion,
    response: layout,
    errors: ['not_found', 'forbidden', 'locked'],
  }),
  shareLayout: endpoint({
    method: 'PUT',
    path: '/user/layouts/{id}/editors',
    audience: 'user',
    summary:
      'Names who may edit a layout besides its owner; only the owner may. Editors save, they do not delete. `directory` shares the layout with the directory in which one acts, or with none; left out, this stays as it is.',
    params: byId,
    body: z.strictObject({ editors: z.array(email).max(100), directory: z.boolean().optional() }),
    response: layout,
    errors: ['not_found', 'forbidden'],
  }),
  generateLayout: endpoint({
    method: 'POST',
    path: '/user/layouts/generate',
    audience: 'user',
    rate: 'expensive',
    summary:
      'Starts making a layout from a description or an example note. Answers at once with status `generating`; `wait` waits. Honours Idempotency-Key.',
    query: z.strictObject({ wait: z.coerce.number().min(0).max(60).default(0) }),
    body: layoutRequest,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: layout,
    status: 201,
    errors: ['idempotency_mismatch'],
  }),
  generateFields: endpoint({
    method: 'POST',
    path: '/user/fields/generate',
    audience: 'user',
    rate: 'expensive',
    summary: 'Proposes fields for a description. None fit: an empty list.',
    body: fieldsRequest,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: z.object({ fields: z.array(field).max(limits.fieldsMax) }),
    errors: ['model_failed'],
  }),
  nameFields: endpoint({
    method: 'POST',
    path: '/user/fields/names',
    audience: 'user',
    rate: 'expensive',
    summary:
      'Proposes names for fields of a form whose labels are in doubt, one for each field, in their order. A name has only words of the page. Null: the words of the page give no name, or there is no language model.',
    body: fieldNamesRequest,
    response: z.object({ names: z.array(z.string().nullable()) }),
    errors: ['model_failed'],
  }),
  generateExamples: endpoint({
    method: 'POST',
    path: '/user/examples/generate',
    audience: 'user',
    rate: 'expensive',
    summary: 'Fills a template from a transcript, to show what it gives. Keeps nothing and costs no credit.',
    body: templateGenerationRequest,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: z.object({ results: z.array(exampleResult) }),
    errors: ['nothing_said', 'model_failed'],
  }),
  listModels: endpoint({
    method: 'GET',
    path: '/user/models',
    audience: 'user',
    summary: 'The models a field may choose. `key` keeps those with this slot, name, model id or provider.',
    query: z.strictObject({ key: z.string().max(limits.nameMax).optional() }),
    response: z.object({ models: z.array(model) }),
  }),
} as const
