// `npm run zip`: creates the packages for the store. They contain no keys.
import { runTool } from './steps.ts'

const { code, output } = await runTool('wxt', ['zip'])
console.log(output.trimEnd())
process.exitCode = code
