import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { parseArgs } from 'node:util'
import {
  exampleSession,
  layoutDraft,
  type Template,
  template as templateContract,
  type VisitContext,
  visitContext,
} from '../lib/contracts/index.ts'
import { toTemplate } from '../lib/template/index.ts'
import { embeddedWriter, generate, turnsFromText, type Writer } from '../server/generation/index.ts'
import { openAiCompatibleWriter } from '../server/providers/language/openai-compatible.ts'

const usage =
  'npm run generate -- --template layout.json --transcript visit.txt [--context context.json] [--model 0]\n' +
  '  --template    a layout or a template, JSON\n' +
  '  --transcript  text with one turn a line, or an example session, JSON\n' +
  '  --model       0 is the built-in writer, unless MODEL_BASE_URL and MODEL_NAME name a language model'

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

function readTemplate(path: string): Template {
  const data = json(path)
  const whole = templateContract.safeParse(data)
  return whole.success ? whole.data : toTemplate(layoutDraft.parse(data), path)
}

function readTranscript(path: string): { turns: string[]; context: VisitContext } {
  if (extname(path) !== '.json') return { turns: turnsFromText(readFileSync(path, 'utf8')), context: {} }
  const { transcript, context } = exampleSession.parse(json(path))
  return { turns: turnsFromText(transcript), context }
}

function chooseWriter(): Writer {
  const { MODEL_BASE_URL: baseUrl, MODEL_NAME: model, MODEL_API_KEY: apiKey } = process.env
  if (baseUrl === undefined || model === undefined) return embeddedWriter
  return openAiCompatibleWriter({ baseUrl, model, ...(apiKey === undefined ? {} : { apiKey }) })
}

/** Runs the generation engine on files and prints only its output, as JSON. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      template: { type: 'string' },
      transcript: { type: 'string' },
      context: { type: 'string' },
      model: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || values.template === undefined || values.transcript === undefined) {
    console.error(usage)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const slot = Number(values.model)
  const base = readTemplate(values.template)
  const template = { ...base, fields: base.fields.map((field) => ({ ...field, model: field.model ?? slot })) }
  const { turns, context } = readTranscript(values.transcript)
  const from = performance.now()
  const output = await generate({
    template: templateContract.parse(template),
    turns,
    context: values.context === undefined ? context : visitContext.parse(json(values.context)),
    writers: chooseWriter,
    signal: AbortSignal.timeout(10 * 60_000),
  })
  const timing = { ms: Math.round(performance.now() - from) }
  console.log(JSON.stringify({ ...output, timing }, null, 2))
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
