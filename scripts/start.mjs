// `npm start`: needs nothing installed.
import { handOver } from './set-up.mjs'

handOver('scripts/demo/main.ts')
