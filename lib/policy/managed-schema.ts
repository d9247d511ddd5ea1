import { z } from 'zod'
import { managedPolicy } from '../contracts/policy.ts'

export interface ManagedSchema {
  type: string
  description?: string
  properties?: Record<string, ManagedSchema>
  items?: ManagedSchema
}

const isSchema = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Returns a copy of the schema that contains only types and descriptions. Allowed words, minimums and maximums are left
 * out.
 *
 * The browser drops each value that does not match the schema, so the extension would never see the value. For example,
 * the browser would drop a misspelled word in `captureSources`. Without this key, all sound sources are allowed. So the
 * extension itself checks words and limits: it reports an invalid value, and uses the most restrictive value instead.
 */
function typesOf(schema: unknown, setting = 'the whole policy'): ManagedSchema {
  if (!isSchema(schema) || typeof schema.type !== 'string')
    throw new Error(`The policy setting “${setting}” has no JSON type. Give this setting a type.`)
  const { type, description, properties, items } = schema
  return {
    type,
    ...(typeof description === 'string' ? { description } : {}),
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, typesOf(each, name)])),
        }
      : {}),
    ...(items === undefined ? {} : { items: typesOf(items, setting) }),
  }
}

export function managedSchema(): ManagedSchema {
  return typesOf(z.toJSONSchema(managedPolicy, { io: 'input' }))
}
