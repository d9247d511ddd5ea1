import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'
import { builds } from '../../scripts/builds.ts'
import { root } from '../../scripts/set-up.mjs'

/** The files of a source: itself, or all files in the folder. */
const filesOf = (source: string) =>
  statSync(join(root, source)).isFile()
    ? [source]
    : readdirSync(join(root, source), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** A relative path in quotation marks or brackets: an import, a glob, a style sheet, an address of a file. */
const relativePath = /(?:from|import|glob|url|src=|href=)\s*\(?\s*['"]?(\.{1,2}\/[^'")\s?]+)/g

test.each(Object.values(builds))('everything that the sources of the build $name import is among them', (build) => {
  const files = build.sources
    .filter((source) => source !== 'scripts')
    .flatMap(filesOf)
    .filter((file) => /\.(tsx?|css|html)$/.test(file) && !/\.test\.tsx?$/.test(file))
  const imports = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(relativePath)].map(([, path = '']) => ({
      file,
      path: normalize(join(dirname(file), path)),
    })),
  )
  expect(imports.length).toBeGreaterThan(100)
  const covers = (path: string) => build.sources.some((source) => path === source || path.startsWith(`${source}/`))
  expect(imports.filter(({ path }) => !covers(path)).map(({ file, path }) => `${file} → ${path}`)).toEqual([])
})
