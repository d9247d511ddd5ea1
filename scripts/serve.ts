// `npm run serve -- --port 8787 --data .data [--demo]`: the server alone; prints one line when it is ready.
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../server/config.ts'
import { startServer } from '../server/main.ts'

/** What went wrong, in a sentence for whoever starts the server. */
function sentence(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'The port is taken by another program. Choose another one with --port.'
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, data: { type: 'string' }, demo: { type: 'boolean' } },
  })
  const server = await startServer(readConfig(process.env, values))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)))
  }
  console.log(`listening on ${server.url}`)
} catch (error) {
  console.error(sentence(error))
  process.exitCode = 1
}
