import { z } from 'zod'
import { managedPolicy } from '../contracts/policy.ts'

/** The part of JSON Schema that browsers accept in a managed schema. */
export interface ManagedSchema {
  type: string
  description?: string
  properties?: Record<string, ManagedSchema>
  items?: ManagedSchema
}

const isSchema = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Returns a schema with types and descriptions only, without lists of words and limits. The browser drops a value that
 * does not match the schema, and the extension would never see the value. A misspelled source of sound would then allow
 * all sources. So the extension itself checks words and limits: it reports an invalid value and applies the most
 * restrictive one.
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

/** Returns the managed schema of the extension (`storage.managed_schema` in the manifest), made from the zod schema. */
export function managedSchema(): ManagedSchema {
  return typesOf(z.toJSONSchema(managedPolicy, { io: 'input' }))
}
