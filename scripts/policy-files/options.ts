import { parseArgs } from 'node:util'
import { closest } from 'fastest-levenshtein'
import { extensionPackage, managedPolicy, rolloutGroup } from '../../lib/contracts/index.ts'
import { CommandError, exitCodes } from '../command.ts'

export const usage = `npm run policies -- --id ID --server ADDRESS --policy FILE [--group N] [--out FOLDER]
  writes the policy files that install the extension and set it
npm run policies -- --check FILE... [--id ID]
  finds mistakes in policy files, and conflicts with other files of the same folder
npm run policies -- --examples
  writes the examples in docs/policies

  --id ID            id of the extension, as npm run zip -- --crx prints it
  --server ADDRESS   address of your server, for example https://chartside.clinic.example
  --policy FILE      JSON file with your settings, for example {"ehrHosts": ["ehr.example"]}
  --group N          group of these computers, 1 to 100. The first groups get a newer package first. Default: 100
  --out FOLDER       folder for the files. Default: .output/policies`

export const usageError = (message: string): CommandError => new CommandError(message, exitCodes.usage)

const options = {
  id: { type: 'string' },
  server: { type: 'string' },
  policy: { type: 'string' },
  group: { type: 'string' },
  out: { type: 'string' },
  check: { type: 'boolean' },
  examples: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export type Request =
  | { kind: 'help' }
  | { kind: 'examples'; out: string | null }
  | { kind: 'check'; files: string[]; id: string | null }
  | { kind: 'write'; id: string; server: string; policy: string; group: number | null; out: string | null }

type OptionName = keyof typeof options
const isOption = (name: string): name is OptionName => Object.hasOwn(options, name)

function readOptions(args: string[]) {
  // The own sentences of `parseArgs` are for programmers, so the options are checked here.
  const { values, positionals, tokens } = parseArgs({
    args,
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (!isOption(token.name))
      throw usageError(`There is no option ${token.rawName}. Write --${closest(token.name, Object.keys(options))}.`)
    const needsValue = options[token.name].type === 'string'
    if (needsValue && (token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))))
      throw usageError(`Write a value after ${token.rawName}.`)
    if (!needsValue && token.value !== undefined) throw usageError(`Write ${token.rawName} without a value.`)
  }
  const text = (name: OptionName): string | null => {
    const value = values[name]
    return typeof value === 'string' ? value : null
  }
  return { text, has: (name: OptionName) => values[name] === true, positionals }
}

function readId(id: string | null): string | null {
  if (id === null || extensionPackage.shape.id.safeParse(id).success) return id
  throw usageError(
    '--id must have 32 letters from a to p, as npm run zip -- --crx prints them. Example: --id abcdefghijklmnopabcdefghijklmnop',
  )
}

/** Reads what the command has to do. Throws a `CommandError` if an option is missing or wrong. */
export function readRequest(args: string[]): Request {
  const { text, has, positionals } = readOptions(args)
  if (has('help')) return { kind: 'help' }
  const id = readId(text('id'))
  if (has('check')) {
    if (positionals.length === 0) throw usageError('Name the files. Example: --check chartside-settings.json')
    return { kind: 'check', files: positionals, id }
  }
  const [first] = positionals
  if (first !== undefined) throw usageError(`${first} belongs to no option. To check files, write --check in front.`)
  if (has('examples')) return { kind: 'examples', out: text('out') }
  if (id === null)
    throw usageError('Name the extension. Example: --id abcdefghijklmnopabcdefghijklmnop. --help explains all options.')
  const server = managedPolicy.shape.serverUrl.unwrap().safeParse(text('server'))
  if (!server.success)
    throw usageError(
      'Name your server with https:// and without a path. Example: --server https://chartside.clinic.example',
    )
  const policy = text('policy')
  if (policy === null) throw usageError('Name the file with your settings. Example: --policy policy.json')
  const group = text('group') === null ? null : rolloutGroup.safeParse(text('group'))
  if (group?.success === false) throw usageError('--group must be a whole number from 1 to 100. Example: --group 5')
  return { kind: 'write', id, server: server.data, policy, group: group?.data ?? null, out: text('out') }
}
