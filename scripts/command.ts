import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { z } from 'zod'
import { UnreadableFile } from '../server/providers/reading/refused.ts'
import { readText } from '../server/providers/reading/text.ts'

/** The exit codes of commands for files (product 15.3). */
export const exitCodes = { done: 0, failed: 1, usage: 2, file: 3 } as const

export const exitCodesText =
  'Exit codes: 0 done, 1 the work failed, 2 an option is wrong, 3 a file cannot be read or used.'

/** Thrown if a command cannot do its work. The message is a sentence for the person who has started it. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number
  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** Parses the arguments of a command. Throws a `CommandError` for an unknown option or a missing value. */
export function argumentsOf<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(`${why.split('. ')[0]?.replace(/\.$/, '')}.`, exitCodes.usage, { cause })
  }
}

export const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

/** Reads the bytes of a file. Throws a `CommandError` with a sentence and this exit code. */
export function bytesOf(path: string, exitCode: number = exitCodes.file): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    const why =
      code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : `cannot be opened (${code ?? cause})`
    throw new CommandError(`The file ${path} ${why}.`, exitCode, { cause })
  }
}

export function fileError(path: string, cause: unknown): unknown {
  if (!(cause instanceof UnreadableFile)) return cause
  return new CommandError(`${path}: ${cause.message}`, exitCodes.file, { cause })
}

/** Reads a text file as the server reads an uploaded one. What could not be read is said on standard error. */
export function textOf(path: string, language: string): string {
  const bytes = bytesOf(path)
  if (bytes.length === 0) throw new CommandError(`The file ${path} is empty.`, exitCodes.file)
  try {
    const { text, notices } = readText(bytes, language)
    for (const notice of notices) say(`${path}: ${notice}`)
    return text.replace(/^\ufeff/, '')
  } catch (error) {
    throw fileError(path, error)
  }
}

/** Reads and checks a JSON file. Throws a `CommandError` that says what is wrong. */
export function jsonOf<Value>(path: string, parse: (value: unknown) => Value): Value {
  const text = textOf(path, 'en')
  try {
    return parse(JSON.parse(text))
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : 'It is not JSON.'
    throw new CommandError(`The file ${path} cannot be used. ${why}`, exitCodes.file, { cause })
  }
}

export async function runCommand(usage: string, main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    const exitCode = error instanceof CommandError ? error.exitCode : exitCodes.failed
    if (exitCode === exitCodes.usage) say(`\n${usage}`)
    process.exitCode = exitCode
  }
}
