// `npm run migration -- WORD`: writes the migration from the last one to the present schema. Of the snapshots, only the
// newest is kept, on one line: the tool reads no other, and each has thousands of lines.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './set-up.mjs'
import { runTool } from './steps.ts'

const word = process.argv[2]
if (word === undefined || !/^[a-z][a-z_]*$/.test(word)) {
  console.error('Name the change in a word: npm run migration -- WORD')
  process.exit(1)
}
const { code, output } = await runTool('drizzle-kit', ['generate', '--name', word])
console.log(output.trim())
if (code !== 0) process.exit(code)
const folder = join(root, 'server/store/migrations/meta')
const snapshots = (await readdir(folder)).filter((name) => name.endsWith('_snapshot.json')).sort()
const newest = snapshots.pop()
for (const name of snapshots) await rm(join(folder, name))
if (newest !== undefined) {
  const file = join(folder, newest)
  await writeFile(file, `${JSON.stringify(JSON.parse(await readFile(file, 'utf8')))}\n`)
}
