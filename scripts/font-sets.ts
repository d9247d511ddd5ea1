import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './set-up.mjs'
import { installSystemPackages } from './system-packages.ts'

interface FontSet {
  package: string
  folder: string
  sans: string
  serif: string
  mono: string
}

/**
 * Fonts on the machines of clinicians and of tests. The same text can differ in width by up to 20 % between these
 * fonts. If a page is read correctly with every font set, the result does not depend on text widths.
 */
const fontSets = {
  liberation: {
    package: 'fonts-liberation',
    folder: '/usr/share/fonts/truetype/liberation',
    sans: 'Liberation Sans',
    serif: 'Liberation Serif',
    mono: 'Liberation Mono',
  },
  dejavu: {
    package: 'fonts-dejavu-core',
    folder: '/usr/share/fonts/truetype/dejavu',
    sans: 'DejaVu Sans',
    serif: 'DejaVu Serif',
    mono: 'DejaVu Sans Mono',
  },
  urw: {
    package: 'fonts-urw-base35',
    folder: '/usr/share/fonts/opentype/urw-base35',
    sans: 'Nimbus Sans',
    serif: 'Nimbus Roman',
    mono: 'Nimbus Mono PS',
  },
} as const satisfies Record<string, FontSet>

export type FontSetName = keyof typeof fontSets

/** For each font set, the font family for text without a specified font (in Chromium: serif). */
export const serifOf: Record<FontSetName, string> = {
  liberation: fontSets.liberation.serif,
  dejavu: fontSets.dejavu.serif,
  urw: fontSets.urw.serif,
}

export const fontSetNames = Object.keys(fontSets) as FontSetName[]

const isMissing = (name: FontSetName): boolean => !existsSync(fontSets[name].folder)

export function ensureFontSets(): void {
  const missingSets = fontSetNames.filter(isMissing)
  if (missingSets.length === 0) return
  const packages = missingSets.map((name) => fontSets[name].package)
  if (!installSystemPackages(packages) || missingSets.some(isMissing))
    throw new Error(`The pages are read with three sets of fonts. Install ${packages.join(', ')}, then run this again.`)
}

/** The font names that pages request, for each family. Without these aliases, fontconfig may choose a symbol font. */
const aliases = ({ sans, serif, mono }: FontSet): [family: string, names: string[]][] => [
  [
    sans,
    ['sans-serif', 'Arial', 'Helvetica', 'Helvetica Neue', 'Verdana', 'Tahoma', 'Segoe UI', 'Roboto', 'system-ui'],
  ],
  [serif, ['serif', 'Times', 'Times New Roman', 'Georgia']],
  [mono, ['monospace', 'Courier', 'Courier New', 'Consolas', 'Menlo']],
]

export function fontEnvironment(name: FontSetName): { FONTCONFIG_FILE: string } {
  const fontSet: FontSet = fontSets[name]
  const folder = join(root, '.output/fonts', name)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'fonts.conf')
  const alias = ([family, names]: [string, string[]]): string =>
    names
      .map(
        (each) => `  <alias binding="same"><family>${each}</family><prefer><family>${family}</family></prefer></alias>`,
      )
      .join('\n')
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fontSet.folder}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
${aliases(fontSet).map(alias).join('\n')}
</fontconfig>
`,
  )
  return { FONTCONFIG_FILE: file }
}
