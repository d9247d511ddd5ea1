// `npm run build`: builds the extension for the store, and the portal.
import { build } from './build-extension.ts'
import { buildPortal } from './build-portal.ts'

console.log(`extension: ${await build('store')}`)
console.log(`portal: ${await buildPortal()}`)
