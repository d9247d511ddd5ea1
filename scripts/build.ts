// `npm run build`: builds the extension for the store, the portal, and the embedded parts for pages of customers.
import { buildEmbed } from './build-embed.ts'
import { build } from './build-extension.ts'
import { buildPortal } from './build-portal.ts'

console.log(`extension: ${await build('store')}`)
console.log(`portal: ${await buildPortal()}`)
console.log(`embedded parts: ${await buildEmbed()}`)
