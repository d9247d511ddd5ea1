import { z } from 'zod'
import { visitContext } from './context.ts'

/** A demo visit. In its transcript, Speaker 0 is the provider and Speaker 1 is the patient (product 3.11). */
export const exampleSession = z.strictObject({ name: z.string(), context: visitContext, transcript: z.string() })
export type ExampleSession = z.infer<typeof exampleSession>
