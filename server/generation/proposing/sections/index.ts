import { careSections } from './care.ts'
import { historySections } from './history.ts'
import type { Section } from './section.ts'
import { sessionSections } from './session.ts'
import { stateSections } from './state.ts'

export { type NoteKind, noteKinds } from './kinds.ts'
export type { Section, Sketch } from './section.ts'

/** All known sections, in the usual order of notes. */
export const sections: readonly Section[] = [...sessionSections, ...historySections, ...stateSections, ...careSections]

const byName = new Map(sections.map((section) => [section.name, section]))

/** Returns the section with this name. Throws if there is no such section. */
export function sectionNamed(name: string): Section {
  const section = byName.get(name)
  if (section === undefined) throw new Error(`There is no section called ${name}.`)
  return section
}
