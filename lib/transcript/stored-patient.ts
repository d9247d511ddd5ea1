import { z } from 'zod'

/** The patient of the chart, as this computer stores it. Earlier versions do not write `birthDate` and `chartKey`. */
export const storedPatient = z
  .object({
    name: z.string(),
    identifier: z.string(),
    birthDate: z.string().optional(),
    chartKey: z.string().optional(),
  })
  .nullable()
