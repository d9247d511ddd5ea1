import type { Figure } from '../../../scripts/bench.ts'
import type { PageRoom } from '../../../scripts/page-room.ts'
import { serveStoredPages, storedPages } from '../../ehr-pages/stored-pages.ts'

/** Counts the fields of the stored EHR pages that are found with the correct label, section, kind and options. */
export async function storedFigures(room: PageRoom): Promise<Figure[]> {
  const stage = await serveStoredPages()
  let [right, asked] = [0, 0]
  try {
    for (const { path, answer } of await storedPages()) {
      const open = await room.open(stage.url(path))
      const reading = await open.read()
      await open.page.close()
      const read = new Set(
        (reading?.fields ?? []).map(({ label, section, kind, options, locked }) =>
          JSON.stringify([label, section, kind, options, ...(locked ? [locked] : [])]),
        ),
      )
      asked += answer.fields.length
      right += answer.fields.filter((field) => read.has(JSON.stringify(field))).length
    }
  } finally {
    stage.close()
  }
  return [
    {
      measure: 'fields of stored EHR pages found with right label, section, kind and options',
      figure: `${((100 * right) / asked).toFixed(1)} % (${right} of ${asked})`,
      limit: 'at least 99 %',
      holds: right >= 0.99 * asked,
    },
  ]
}
