import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openPageRoom } from './page-room.ts'

/**
 * `npm run page:scan -- page.html`: reads a page in a real browser with the code of `lib/page`, and prints only the
 * result, as JSON.
 */
const [file] = process.argv.slice(2)
if (!file) {
  console.error('Name a page: npm run page:scan -- page.html')
  process.exit(2)
}

const room = await openPageRoom()
try {
  const { read: readPage } = await room.open(/^https?:/.test(file) ? file : pathToFileURL(resolve(file)).href)
  const reading = await readPage()
  const { source, patient, form, fields } = reading ?? { source: null, patient: null, form: null, fields: [] }
  console.log(JSON.stringify({ source, patient, form, fields }, null, 2))
} finally {
  await room.close()
}
