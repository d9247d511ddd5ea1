// `node scripts/run.mjs scripts/serve.ts --port 8787`: sets up what is missing, then runs the script on the project's Node.
import { handOver } from './set-up.mjs'

const [script, ...args] = process.argv.slice(2)
handOver(script, args)
