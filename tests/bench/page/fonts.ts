import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { labelSureEnough, type PageReading } from '../../../lib/page/shapes.ts'

import type { Figure } from '../../../scripts/bench.ts'
import { fontSetNames } from '../../../scripts/font-sets.ts'
import { openPageRoom } from '../../../scripts/page-room.ts'
import { labelPages, labelPageUrl } from '../../ehr-pages/label-pages.ts'
import { serveStoredPages, storedPages } from '../../ehr-pages/stored-pages.ts'

const zooms = [1, 0.8, 1.25, 1.5]

/** What was read of each control: label, section, kind, options, and if the label is reliable. */
type Answers = Map<string, string>

/** Reads pages with one set of fonts at one zoom. The results are keyed by page and control name. */
async function answersOf(pages: [name: string, url: string][], fonts: (typeof fontSetNames)[number], zoom: number) {
  const answers: Answers = new Map()
  const room = await openPageRoom({ fonts, zoom })
  try {
    for (const [page, url] of pages) {
      const open = await room.open(url)
      const reading: PageReading | null = await open.read()
      for (const { names, label, section, kind, options, score } of reading?.fields ?? [])
        answers.set(
          `${page}: ${names.join('+')}`,
          JSON.stringify([label, section, kind, options, score < labelSureEnough ? 'doubtful' : 'certain']),
        )
      await open.page.close()
    }
  } finally {
    await room.close()
  }
  return answers
}

/**
 * Counts fields that are read differently with another set of fonts or at another zoom. Reads the stored pages, the
 * pages of the label tests and the forms by others. Prints each difference.
 */
export async function fontFigures(folder: string | undefined): Promise<Figure[]> {
  const stage = await serveStoredPages()
  const stored = (await storedPages()).map(({ ehr, form, path }): [string, string] => [
    `${ehr}/${form}`,
    stage.url(path),
  ])
  const labelled = Object.entries(labelPages).map(([name, { html }]): [string, string] => [name, labelPageUrl(html)])
  const files = folder ? (await readdir(folder)).filter((file) => file.endsWith('.html')).sort() : []
  const others = files.map((file): [string, string] => [file, pathToFileURL(join(folder ?? '', file)).href])
  const pages = [...stored, ...labelled, ...others]
  const differing = new Set<string>()
  let expected: Answers | null = null
  try {
    for (const zoom of zooms)
      for (const fonts of fontSetNames) {
        const answers = await answersOf(pages, fonts, zoom)
        expected ??= answers
        for (const key of new Set([...expected.keys(), ...answers.keys()])) {
          const [first, now] = [expected.get(key) ?? 'not found', answers.get(key) ?? 'not found']
          if (first === now) continue
          differing.add(key)
          console.log(`  ${fonts}, ${zoom * 100} %: ${key} was read as ${now}, at first as ${first}`)
        }
      }
  } finally {
    stage.close()
  }
  return [
    {
      measure: `fields of ${pages.length} pages read differently with three font sets at ${zooms.length} zooms`,
      figure: `${differing.size} of ${expected?.size ?? 0}`,
      limit: 'none',
      holds: differing.size === 0,
    },
  ]
}
