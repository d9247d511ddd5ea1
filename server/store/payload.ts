import { z } from 'zod'

/**
 * An encrypted payload that waits for another server, which may have another version. `version` increases when the
 * shape changes so that earlier servers could not read it.
 */
export interface Payload<Shape extends z.ZodType> {
  /** The payload to store, with its version. */
  write(value: z.input<Shape>): unknown
  /** Parses a stored payload. Throws an UnknownPayload for another version, and a ZodError for a wrong shape. */
  read(stored: unknown): z.output<Shape>
}

/** Thrown for a payload whose version this server does not know. A newer server can read the payload. */
export class UnknownPayload extends Error {
  override readonly name = 'UnknownPayload'
}

/** Rows that were written before versions existed have no version. They count as version 1. */
const versioned = z.looseObject({ version: z.number().int().optional() })

/**
 * Defines a payload. `earlier` has, for each earlier version, a function that converts a payload to the present shape.
 * A version without such a function is unknown.
 */
export function payload<Shape extends z.ZodType>(
  shape: Shape,
  version: number,
  earlier: Readonly<Record<number, (stored: Record<string, unknown>) => unknown>> = {},
): Payload<Shape> {
  return {
    write: (value) => ({ ...(value as object), version }),
    read(stored) {
      const { version: found = 1, ...rest } = versioned.parse(stored)
      if (found === version) return shape.parse(rest)
      const convert = earlier[found]
      if (convert === undefined) throw new UnknownPayload(`A stored payload has version ${found}.`)
      return shape.parse(convert(rest))
    },
  }
}
