import type { CustomerOutputRequest, Template, VisitContext } from '../../lib/contracts/index.ts'

/** Identifier of the sandbox customer that owns the transcripts and outputs of the playground. */
export const playgroundCustomer = 'playground'

/** How long the generated example programs wait for an output, in seconds. */
const waitSeconds = 60

type Generation = Pick<CustomerOutputRequest, 'context' | 'transcript' | 'template'> & { customer_id: string }

/** The request of the playground. The template is part of the request, so nothing has to be saved before. */
export function playgroundRequest(
  template: Pick<Template, 'name' | 'instructions' | 'fields'>,
  { context, transcript }: { context: VisitContext; transcript: string },
): Generation {
  const { name, instructions, fields } = template
  return { customer_id: playgroundCustomer, context, transcript, template: { name, instructions, fields } }
}

export const codeLanguages = ['TypeScript', 'Python', 'curl'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

/**
 * A complete program that creates the output of a request and prints it. It reads the key from the environment, so that
 * a copied program contains no key. `baseUrl` has no trailing slash.
 */
export function codeOf(language: CodeLanguage, request: Generation, baseUrl: string): string {
  switch (language) {
    case 'TypeScript':
      return typeScript(request, baseUrl)
    case 'Python':
      return python(request, baseUrl)
    case 'curl':
      return curl(request, baseUrl)
  }
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)

const typeScript = (request: Generation, baseUrl: string) => `import { createBearerClient } from 'chartside-api'

const chartside = createBearerClient({
  baseUrl: ${JSON.stringify(baseUrl)},
  key: process.env.CHARTSIDE_KEY ?? '',
})

await chartside.authenticateCustomer({ body: { customerIdentifier: ${JSON.stringify(request.customer_id)} } })
const output = await chartside.generateOutput(
  { query: { wait: ${waitSeconds} }, body: ${indented(json(request), 2)} },
  { idempotencyKey: crypto.randomUUID() },
)
console.log(output.status, JSON.stringify(output.results, null, 2))
`

/** The program in Python. It parses the request as JSON text, because `true` and `null` are not valid in Python. */
const python = (request: Generation, baseUrl: string) => `import json, os, urllib.request, uuid

def post(path, body):
    request = urllib.request.Request(${JSON.stringify(baseUrl)} + path, json.dumps(body).encode(), {
        "authorization": "Bearer " + os.environ["CHARTSIDE_KEY"],
        "content-type": "application/json",
        "idempotency-key": str(uuid.uuid4()),
    })
    with urllib.request.urlopen(request) as response:
        return json.load(response)

post("/api/customers/authenticate", {"customerIdentifier": ${JSON.stringify(request.customer_id)}})
body = json.loads(${pythonText(json(request))})
output = post("/api/outputs/generate?wait=${waitSeconds}", body)
print(output["status"], json.dumps(output["results"], indent=2))
`

const curl = (request: Generation, baseUrl: string) => `#!/usr/bin/env bash
send() {
  curl --fail-with-body --silent --show-error "${baseUrl}$1" \\
    -H "authorization: Bearer $CHARTSIDE_KEY" \\
    -H 'content-type: application/json' \\
    -H "idempotency-key: $(date +%s)-$RANDOM" \\
    --data-binary @-
}

send /api/customers/authenticate <<< ${shellText(JSON.stringify({ customerIdentifier: request.customer_id }))}
send '/api/outputs/generate?wait=${waitSeconds}' <<< ${shellText(json(request))}
`

const indented = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)

/** A Python string literal. The escapes that JSON uses in strings have the same meaning in Python. */
const pythonText = (text: string): string => JSON.stringify(text)

/** A quoted string for a POSIX shell. Within single quotes, the single quote is the only special character. */
const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
