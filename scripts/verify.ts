// `npm run verify`: see `verify-steps.ts`. With `--changed`: only what the changes since `main` can break.
import { parseArgs } from 'node:util'
import { changedSinceMain } from './changed-files.ts'
import { summarise } from './steps.ts'
import { verify, verifyChanges } from './verify-steps.ts'

const { changed: onlyChanges } = parseArgs({ options: { changed: { type: 'boolean', default: false } } }).values
process.exitCode = summarise(await (onlyChanges ? verifyChanges(changedSinceMain()) : verify()))
