import { z } from 'zod'
import * as contracts from '../../lib/contracts/index.ts'

const nameOf = (id: string) => id.charAt(0).toUpperCase() + id.slice(1)

/** Values without parts, and what makes values absent or null, are written where they are used. */
const isNamed = (schema: unknown): schema is z.ZodType =>
  schema instanceof z.ZodObject ||
  schema instanceof z.ZodDiscriminatedUnion ||
  schema instanceof z.ZodUnion ||
  schema instanceof z.ZodEnum

/**
 * The schemas that have a name in the OpenAPI document: those that the contracts export, and the body and the response of
 * each call.
 */
export function namedSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>()
  const add = (schema: unknown, id: string) => {
    if (isNamed(schema) && !registry.has(schema)) registry.add(schema, { id })
  }
  for (const [name, schema] of Object.entries(contracts)) add(schema, nameOf(name))
  for (const [name, { body, response }] of contracts.namedEndpoints) {
    add(body, `${nameOf(name)}Body`)
    add(response, `${nameOf(name)}Answer`)
  }
  return registry
}

/**
 * Copies a schema without its name. OpenAPI lists the parts of parameters, queries and headers one by one. Zod gives the
 * copy a parent, whose name it would have, unless it gets the definition.
 */
export const withoutName = (schema: unknown): unknown =>
  schema instanceof z.ZodType ? schema.clone(schema.def) : schema

type Json = Record<string, unknown>

/** Copies a value of JSON. `change` gets each object in it, and returns what stands in its place. */
const transform = <Value>(value: Value, change: (part: Json) => Json): Value =>
  JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part) ? change(part as Json) : part,
    ),
  ) as Value

/** Removes the pattern of a text whose format says the same: programs in other languages read formats better. */
const withoutRepeatedPatterns = <Value>(value: Value): Value =>
  transform(value, ({ pattern, ...others }) =>
    pattern === undefined || 'format' in others ? others : { ...others, pattern },
  )

const place = '#/components/schemas/'
const references = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, id]) => id ?? '')

/**
 * Writes the defaults of a request as words. `openapi-typescript` demands a part that has a default, although a request may
 * leave it out.
 */
const withDefaultsInWords = <Value>(value: Value): Value =>
  transform(value, (part) => {
    if (!('default' in part) || !['type', '$ref', 'anyOf'].some((key) => key in part)) return part
    const { default: absent, ...others } = part
    const words = `If it is absent: ${JSON.stringify(absent)}.`
    const description = 'description' in others ? `${String(others.description)} ${words}` : words
    return { ...others, description }
  })

/** Replaces references to the schemas of `names` by references to schemas without `Input` at the end. */
const withOneName = <Value>(value: Value, names: ReadonlySet<string>): Value =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/"#\/components\/schemas\/([^"]+)Input"/g, (all, name: string) =>
      names.has(name) ? `"${place}${name}"` : all,
    ),
  ) as Value

/**
 * Keeps only schemas that the paths use. A schema that reads and writes the same form has one name: `Field` and
 * `FieldInput` differ only if a part may be absent in a request.
 */
export function withUsedSchemas<Document extends { paths?: unknown; components?: { schemas?: object } }>(
  document: Document,
): Document {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Json>
  let sameNames = new Set(Object.keys(schemas).filter((name) => `${name}Input` in schemas))
  for (;;) {
    const confirmedNames = new Set(
      [...sameNames].filter(
        (name) =>
          JSON.stringify(withOneName(schemas[`${name}Input`], sameNames)) ===
          JSON.stringify(withOneName(schemas[name], sameNames)),
      ),
    )
    if (confirmedNames.size === sameNames.size) break
    sameNames = confirmedNames
  }
  const { paths, components, ...others } = withoutRepeatedPatterns(withOneName(document, sameNames))
  const schemaByName = (components?.schemas ?? {}) as Record<string, Json>
  const usedNames = new Set<string>()
  const reach = (value: unknown) => {
    for (const name of references(value)) {
      if (usedNames.has(name)) continue
      usedNames.add(name)
      reach(schemaByName[name] ?? {})
    }
  }
  reach(paths)
  const usedSchemas = Object.fromEntries(
    Object.entries(schemaByName).flatMap(([name, schema]) =>
      usedNames.has(name) ? [[name, name.endsWith('Input') ? withDefaultsInWords(schema) : schema]] : [],
    ),
  )
  return { ...others, paths, components: { ...components, schemas: usedSchemas } } as unknown as Document
}
