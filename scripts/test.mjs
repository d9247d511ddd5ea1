// `npm test`. Works without installed packages.
import { handOver } from './set-up.mjs'

handOver('scripts/test.ts')
