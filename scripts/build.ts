// `npm run build`: builds the extension for the store, and the portal.
import { build } from './build-extension.ts'

console.log(`extension: ${await build('store')}`)
