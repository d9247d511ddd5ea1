import type { Bench } from '../../scripts/bench.ts'
import { firstFieldFigures } from './generation/first-field.ts'
import { groupFigures } from './generation/groups.ts'
import { killFigures } from './generation/kills.ts'
import { lieFigures } from './generation/lies.ts'
import { longNoteFigures } from './generation/long-notes.ts'
import { longSessionFigures } from './generation/long-session.ts'
import { paintedFieldFigures } from './generation/painted.ts'
import { uploadFigures } from './generation/upload.ts'
import { startDatabase } from './recording-server/database.ts'

/** Measures note generation: its costs, and what happens to a note if its server is killed. */
export const bench: Bench = async () => {
  const database = await startDatabase()
  try {
    return [
      ...(await groupFigures()),
      ...(await firstFieldFigures(database)),
      ...(await paintedFieldFigures(database)),
      ...(await killFigures(database)),
      ...(await uploadFigures(database)),
      ...(await longNoteFigures()),
      ...(await longSessionFigures()),
      ...(await lieFigures()),
    ]
  } finally {
    await database.close()
  }
}
