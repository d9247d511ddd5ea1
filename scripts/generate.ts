import { extname } from 'node:path'
import {
  exampleSession,
  layoutDraft,
  type Template,
  template as templateContract,
  type VisitContext,
  visitContext,
} from '../lib/contracts/index.ts'
import { toTemplate } from '../lib/template/index.ts'
import { embeddedWriter, generate, type Writer } from '../server/generation/index.ts'
import { openAiCompatibleWriter } from '../server/providers/language/openai-compatible.ts'
import { turnsFromText } from '../server/services/transcripts/formats/index.ts'
import { argumentsOf, CommandError, exitCodes, exitCodesText, jsonOf, runCommand, say, textOf } from './command.ts'

const slotMax = 14
const usage = `npm run generate -- --template layout.json --transcript visit.txt [--context context.json] [--model 0] [--language en]
  --template    a layout or a template, JSON
  --transcript  text with one turn a line, the transcript of another tool, or an example session, JSON
  --context     what is known of the visit, JSON
  --model       0 is the built-in writer, unless MODEL_BASE_URL and MODEL_NAME name a language model
  --language    the language of the transcript, in which letters of encodings older than UTF-8 are read
Prints the note as JSON, and nothing else, on standard output.
${exitCodesText}`

const readTemplate = (path: string): Template =>
  jsonOf(path, (data) => {
    const result = templateContract.safeParse(data)
    return result.success ? result.data : toTemplate(layoutDraft.parse(data), path)
  })

function readTranscript(path: string, language: string): { turns: string[]; context: VisitContext } {
  if (extname(path).toLowerCase() !== '.json') return { turns: turnsFromText(textOf(path, language)), context: {} }
  const { transcript, context } = jsonOf(path, (data) => exampleSession.parse(data))
  return { turns: turnsFromText(transcript), context }
}

function chooseWriter(): Writer {
  const { MODEL_BASE_URL: baseUrl, MODEL_NAME: model, MODEL_API_KEY: apiKey } = process.env
  if (baseUrl === undefined || model === undefined) return embeddedWriter
  return openAiCompatibleWriter({ baseUrl, model, ...(apiKey === undefined ? {} : { apiKey }) })
}

async function main(): Promise<void> {
  const { values } = argumentsOf({
    options: {
      template: { type: 'string' },
      transcript: { type: 'string' },
      context: { type: 'string' },
      model: { type: 'string', default: '0' },
      language: { type: 'string', default: 'en' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return say(usage)
  const { template: templatePath, transcript: transcriptPath, context: contextPath } = values
  if (templatePath === undefined || transcriptPath === undefined)
    throw new CommandError('--template and --transcript are required.', exitCodes.usage)
  const slot = Number(values.model)
  if (!Number.isInteger(slot) || slot < 0 || slot > slotMax)
    throw new CommandError(`--model must be a whole number from 0 to ${slotMax}.`, exitCodes.usage)
  const base = readTemplate(templatePath)
  const template = { ...base, fields: base.fields.map((field) => ({ ...field, model: field.model ?? slot })) }
  const { turns, context } = readTranscript(transcriptPath, values.language)
  const from = performance.now()
  const output = await generate({
    template: templateContract.parse(template),
    turns,
    context: contextPath === undefined ? context : jsonOf(contextPath, (data) => visitContext.parse(data)),
    writers: chooseWriter,
    signal: AbortSignal.timeout(10 * 60_000),
  })
  const timing = { ms: Math.round(performance.now() - from) }
  console.log(JSON.stringify({ ...output, timing }, null, 2))
}

await runCommand(usage, main)
