// `npm run verify`
import { summarise } from './steps.ts'
import { verify } from './verify-steps.ts'

process.exitCode = summarise(await verify())
