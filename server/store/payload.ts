import { z } from 'zod'

/**
 * The form of an encrypted payload that waits for another server, perhaps of another version. `version` grows when the
 * shape changes in a way that earlier servers or earlier rows do not know.
 */
export interface Payload<Shape extends z.ZodType> {
  /** The payload to store, with its version. */
  write(value: z.input<Shape>): unknown
  /** Parses a stored payload. Throws an UnknownPayload for another version, and a ZodError for a wrong shape. */
  read(stored: unknown): z.output<Shape>
}

/** A payload of a version that this server does not know. A newer server can read it. */
export class UnknownPayload extends Error {
  override readonly name = 'UnknownPayload'
}

/** Rows from before versions were written have none. They count as version 1. */
const versioned = z.looseObject({ version: z.number().int().optional() })

/**
 * Defines a payload. `earlier` turns a payload of an earlier version into the present shape; a version without an entry is
 * unknown.
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
