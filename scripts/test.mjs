// `npm test`: needs nothing installed.
import { handOver } from './set-up.mjs'

handOver('scripts/test.ts')
