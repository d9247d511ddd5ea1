import { writeFileSync } from 'node:fs'
import { openPageRoom } from './page-room.ts'
import { inParallel } from '../tests/ehr-pages/editors/trial.ts'
import { libraries } from '../tests/ehr-pages/libraries/libraries.ts'
import { serveLibraries } from '../tests/ehr-pages/libraries/stage.ts'
import { holds, tryLibrary } from '../tests/ehr-pages/libraries/trial.ts'
const names = Object.keys(libraries)
const pages = (['empty', 'full'] as const).flatMap((start) => names.map((name) => ({ name, start })))
const [stage, room] = await Promise.all([serveLibraries(), openPageRoom()])
const out = await inParallel(pages, 2, async ({ name, start }) => {
  try {
  const trial = await tryLibrary(room, stage.url(name, start))
  return trial.receipts.map((r) => ({ page: `${name}, ${start}`, label: r.label, outcome: r.outcome, reason: r.reason, strategy: r.strategy, models: [trial.before, trial.after, trial.end].map(({ model }) => model[r.label]) }))
  } catch (e) { return [{ page: `${name}, ${start}`, label: String(e) }] }
})
writeFileSync('/tmp/libs.json', JSON.stringify(out.flat(), null, 0))
await room.close(); stage.close(); process.exit(0)
