// `npm run verify`: see `verify-steps.ts`.
import { summarise } from './steps.ts'
import { verify } from './verify-steps.ts'

process.exitCode = summarise(await verify())
