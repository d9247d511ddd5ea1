// `npm run serve -- --port 8787 --data .data [--demo]`: runs only the server. It prints one line when it is ready.
// `npm run serve -- --stop --data .data`: stops the database that a killed server has left running.
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '../server/config.ts'
import { startServer } from '../server/main.ts'
import { describeFailure } from '../server/problem.ts'
import { demoUser } from '../server/services/demo-user.ts'
import { stopDatabase } from '../server/store/index.ts'

function sentence(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'The port is taken by another program. Choose another one with --port.'
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function serve(config: Config): Promise<void> {
  const server = await startServer(config)
  // A supervisor sends SIGTERM; a person at a keyboard, who sends SIGINT, does not wait for proxies.
  const stop = async (signal: NodeJS.Signals) => {
    if (signal === 'SIGTERM') await server.leave()
    await server.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop(signal).then(() => process.exit(0)))
  }
  if (config.demo) console.error(`demo: sign in as ${demoUser.email} with the password ${demoUser.password}`)
  if (server.metricsUrl !== null) console.error(`metrics at ${server.metricsUrl}/metrics`)
  console.log(`listening on ${server.url}`)
}

// By default, Node prints the message of an uncaught error. The message may quote a row of the database, which contains
// patient data, so only a description is printed.
process.on('uncaughtException', (error) => {
  console.error(JSON.stringify(describeFailure(error)))
  process.exit(1)
})

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      demo: { type: 'boolean' },
      stop: { type: 'boolean' },
    },
  })
  const config = readConfig(process.env, values)
  if (values.stop) await stopDatabase(config)
  else await serve(config)
} catch (error) {
  console.error(sentence(error))
  process.exitCode = 1
}
