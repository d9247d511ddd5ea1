import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { generate } from '../../server/generation/index.ts'
import { languageWriter } from '../../server/providers/language/index.ts'
import { type HostedModels, hostedEnvironment, startHostedModels } from '../fakes/hosted-models.ts'

/** What the strict mode of a provider accepts, according to its public documentation. */
interface StrictRules {
  source: string
  /** The keywords that are refused or that are not documented as supported. */
  refused: readonly string[]
  /** How deep objects may be nested. */
  levelsMax: number
  /** How many properties all objects may have together. */
  propertiesMax: number
  enumValuesMax: number
}

const numberBounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const textBounds = ['minLength', 'maxLength', 'pattern', 'format']
const listBounds = ['minItems', 'maxItems', 'uniqueItems', 'contains', 'unevaluatedItems', 'prefixItems']
const objectBounds = ['patternProperties', 'propertyNames', 'minProperties', 'maxProperties', 'unevaluatedProperties']
const unions = ['allOf', 'oneOf', 'anyOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas']
const references = ['$ref', '$defs', 'definitions']
const all = [...numberBounds, ...textBounds, ...listBounds, ...objectBounds, ...unions, ...references]
const limitless = Number.POSITIVE_INFINITY

/** `openai` and `gemini` are services that speak the OpenAI-compatible protocol. */
const strictModes: Record<'openai' | 'gemini' | 'anthropic' | 'azure' | 'bedrock' | 'ollama', StrictRules> = {
  openai: {
    source: 'platform.openai.com/docs/guides/structured-outputs, "Supported schemas"',
    refused: [...unions, ...objectBounds, ...numberBounds, ...textBounds, ...listBounds],
    levelsMax: 10,
    propertiesMax: 5_000,
    enumValuesMax: 1_000,
  },
  gemini: {
    source: 'ai.google.dev/gemini-api/docs/structured-output, "JSON schema support"',
    refused: [...unions, ...objectBounds, ...references, 'pattern', 'minLength', 'maxLength', 'multipleOf'],
    levelsMax: 10,
    propertiesMax: 200,
    enumValuesMax: 200,
  },
  anthropic: {
    source: 'docs.claude.com/en/docs/build-with-claude/structured-outputs, "JSON Schema limitations"',
    refused: [...numberBounds, ...textBounds, ...listBounds, ...objectBounds, ...unions, ...references],
    levelsMax: limitless,
    propertiesMax: limitless,
    enumValuesMax: limitless,
  },
  azure: {
    source:
      'learn.microsoft.com/azure/ai-services/openai/how-to/structured-outputs, "JSON Schema support and limitations"',
    refused: [...numberBounds, ...textBounds, ...listBounds, ...objectBounds, ...unions],
    levelsMax: 5,
    propertiesMax: 100,
    enumValuesMax: 500,
  },
  bedrock: {
    source: 'docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html, "JSON Schema support"',
    refused: all,
    levelsMax: limitless,
    propertiesMax: limitless,
    enumValuesMax: limitless,
  },
  ollama: {
    source: 'github.com/ggml-org/llama.cpp, grammars/README.md, "JSON Schemas → GBNF"',
    refused: ['uniqueItems', 'contains', 'unevaluatedItems', ...objectBounds, 'not', 'if', 'then', 'else', '$ref'],
    levelsMax: limitless,
    propertiesMax: limitless,
    enumValuesMax: limitless,
  },
}

type Schema = { [keyword: string]: unknown }
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns all schemas inside a schema, each with its level. The names of properties are no keywords. */
function schemasIn(schema: Schema, level = 1): { schema: Schema; level: number }[] {
  const { properties, items } = schema
  const inner = [...(isSchema(properties) ? Object.values(properties) : []), items].filter((one) => isSchema(one))
  return [{ schema, level }, ...inner.flatMap((one) => schemasIn(one, level + (one.type === 'object' ? 1 : 0)))]
}

/** Returns what a strict mode would refuse in a schema. */
function refusals(root: Schema, { refused, levelsMax, propertiesMax, enumValuesMax }: StrictRules): string[] {
  const found = schemasIn(root)
  const objects = found.flatMap(({ schema }) => (schema.type === 'object' ? [schema] : []))
  const names = (schema: Schema) => Object.keys(isSchema(schema.properties) ? schema.properties : {})
  const enums = found.flatMap(({ schema }) => (Array.isArray(schema.enum) ? schema.enum : []))
  return [
    ...(root.type === 'object' ? [] : ['the root is no object']),
    ...found.flatMap(({ schema }) => Object.keys(schema).filter((keyword) => refused.includes(keyword))),
    ...objects.flatMap((schema) => (schema.additionalProperties === false ? [] : ['additionalProperties'])),
    ...objects.flatMap((schema) =>
      names(schema).filter((name) => !(Array.isArray(schema.required) && schema.required.includes(name))),
    ),
    ...(Math.max(...found.map(({ level }) => level)) > levelsMax ? ['too many levels'] : []),
    ...(objects.flatMap(names).length > propertiesMax ? ['too many properties'] : []),
    ...(enums.length > enumValuesMax ? ['too many enum values'] : []),
  ]
}

/** Finds the schema of the answer in the body of a request: the object that has the property `answers`. */
function schemaIn(value: unknown): Schema | null {
  if (typeof value === 'string' && value.startsWith('{"')) return schemaIn(JSON.parse(value))
  if (!isSchema(value)) return null
  if (isSchema(value.properties) && 'answers' in value.properties) return value
  for (const inner of Object.values(value).flat() as unknown[]) {
    const found = schemaIn(inner)
    if (found !== null) return found
  }
  return null
}

let hosted: HostedModels
beforeAll(async () => {
  hosted = await startHostedModels(() => ({ kind: 'answer', content: '{}' }))
})
afterAll(() => hosted.close())

test.each(Object.keys(strictModes) as (keyof typeof strictModes)[])(
  'the strict mode of %s accepts the schema of an answer, as it is sent',
  async (mode) => {
    const provider = mode === 'openai' || mode === 'gemini' ? 'openai-compatible' : mode
    const before = hosted.requests.length
    const { languageProviders } = readConfig({ ...hostedEnvironment(hosted.url), MODEL_NAME: 'm' })
    const modelId = mode === 'anthropic' ? 'claude-sonnet-4-5' : 'm'
    const writer = languageWriter({ provider, modelId, name: 'M', contextSize: 0, price: null }, languageProviders)
    await generate({
      template: { id: 't', name: 'T', instructions: '', fields: [{ id: 'a', name: 'A', type: 'string' }] },
      turns: ['Speaker 1: I sleep five hours a night.'],
      context: {},
      writers: () => writer,
      signal: new AbortController().signal,
    }).catch(() => undefined)
    const schemas = hosted.requests.slice(before).flatMap(({ body }): Schema[] => {
      const schema = schemaIn(body)
      return schema === null ? [] : [schema]
    })
    expect(schemas.length).toBeGreaterThan(0)
    for (const schema of schemas) expect(refusals(schema, strictModes[mode])).toEqual([])
  },
)

test('the rules refuse a whole number with bounds, an optional property and an open object', () => {
  const property = { type: 'integer', minimum: 0 }
  expect(refusals({ type: 'object', properties: { property } }, strictModes.azure)).toEqual([
    'minimum',
    'additionalProperties',
    'property',
  ])
})
