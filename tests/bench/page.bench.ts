import type { Bench } from '../../scripts/bench.ts'
import { ensureFontSets } from '../../scripts/font-sets.ts'
import { openPageRoom } from '../../scripts/page-room.ts'
import { fillFigures } from './page/fill.ts'
import { fontFigures } from './page/fonts.ts'
import { formFigures } from './page/forms.ts'
import { idleFigures } from './page/idle.ts'
import { speedFigures } from './page/speed.ts'
import { storedFigures } from './page/stored.ts'

/**
 * Measures the reading and filling of pages: what is read correctly in the stored pages and, with `--forms folder`, in
 * forms that other people made. Also measures the cost of scans and fills.
 */
export const bench: Bench = async ({ forms }) => {
  ensureFontSets()
  const room = await openPageRoom({ entry: 'tests/bench/page/world.ts' })
  try {
    return [
      ...(await storedFigures(room)),
      ...(await formFigures(room, forms)),
      ...(await fontFigures(forms)),
      ...(await speedFigures(room)),
      ...(await fillFigures()),
      ...(await idleFigures()),
    ]
  } finally {
    await room.close()
  }
}
