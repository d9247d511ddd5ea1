import { z } from 'zod'

/**
 * A payload that is stored, encrypted, until a server processes it. That server may have an older or a newer version of
 * the program. `version` increases whenever earlier servers could not read the new shape.
 */
export interface Payload<Shape extends z.ZodType> {
  write(value: z.input<Shape>): unknown
  /**
   * Parses a stored payload, also of an earlier version that can be converted. Throws an UnknownPayload for any other
   * version, and a ZodError for a wrong shape.
   */
  read(stored: unknown): z.output<Shape>
}

export class UnknownPayload extends Error {
  override readonly name = 'UnknownPayload'
}

/** Rows that were written before versions existed have no version. They count as version 1. */
const versioned = z.looseObject({ version: z.number().int().optional() })

/**
 * Defines a payload. `earlier` contains functions by version. The function of an earlier version converts a payload of
 * that version to the present shape. A payload of an earlier version without a function cannot be read.
 */
export function payload<Shape extends z.ZodType>(
  shape: Shape,
  version: number,
  earlier: Readonly<Record<number, (stored: Record<string, unknown>) => unknown>> = {},
): Payload<Shape> {
  return {
    write: (value) => ({ ...(value as object), version }),
    read(record) {
      const { version: storedVersion = 1, ...rest } = versioned.parse(record)
      if (storedVersion === version) return shape.parse(rest)
      const convert = earlier[storedVersion]
      if (convert === undefined) throw new UnknownPayload(`A stored payload has version ${storedVersion}.`)
      return shape.parse(convert(rest))
    },
  }
}
