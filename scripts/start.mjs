// `npm start`. Works without installed packages.
import { handOver } from './set-up.mjs'

handOver('scripts/demo/main.ts')
