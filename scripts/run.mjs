// `node scripts/run.mjs scripts/serve.ts --port 8787`: installs the packages and the Node that are missing, then runs
// the script with the project's own Node.
import { handOver } from './set-up.mjs'

const [script, ...args] = process.argv.slice(2)
handOver(script, args)
