// `npm start`. Works without installed packages.
import { parseArgs } from 'node:util'
import { portProblem } from './demo/port.mjs'
import { handOver } from './set-up.mjs'

// `scripts/demo/main.ts` reads all options, and refuses unknown ones.
const { values } = parseArgs({ options: { port: { type: 'string', default: '8787' } }, strict: false })
const problem = await portProblem(values.port, process.env.HOST || '127.0.0.1')
if (problem !== null) {
  console.error(problem)
  process.exit(1)
}
handOver('scripts/demo/main.ts')
