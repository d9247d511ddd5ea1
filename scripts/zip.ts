// `npm run zip`: store-ready packages, no keys inside.
import { runTool } from './steps.ts'

const { code, output } = await runTool('wxt', ['zip'])
console.log(output.trimEnd())
process.exitCode = code
