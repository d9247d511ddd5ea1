import type { Endpoint } from '../endpoint.ts'
import { publicEndpoints } from './public.ts'
import { recordingEndpoints } from './recordings.ts'
import { userEndpoints } from './user.ts'

export { publicEndpoints, recordingEndpoints, userEndpoints }

/** Every call the server serves, by audience. */
export const endpoints = { public: publicEndpoints, user: userEndpoints } as const

/** The same as one flat list. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap((group): readonly Endpoint[] =>
  Object.values(group),
)
