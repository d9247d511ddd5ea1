import type { Endpoint } from '../endpoint.ts'
import { publicEndpoints } from './public.ts'
import { recordingEndpoints } from './recordings.ts'
import { templateEndpoints } from './templates.ts'
import { userEndpoints } from './user.ts'

export { publicEndpoints, recordingEndpoints, templateEndpoints, userEndpoints }

/** Every call the server serves, in groups of one audience each. */
export const endpoints = {
  public: publicEndpoints,
  user: userEndpoints,
  recordings: recordingEndpoints,
  templates: templateEndpoints,
} as const

/** The same as one flat list. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap((group): readonly Endpoint[] =>
  Object.values(group),
)
