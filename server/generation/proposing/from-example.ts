import { collect } from './collect.ts'
import { partsOf } from './example/parts.ts'
import { shapeOf } from './example/shape.ts'
import { sectionFor } from './mentions.ts'
import type { Proposal } from './proposal.ts'
import type { Sketch } from './sections/index.ts'

// Who the note is about and who signed it stands in the visit, not in what was said.
const person =
  /^(?:(?:patient|client|member|provider|therapist|clinician)(?:['’]s)?(?: (?:name|id|number|dob))?|name|dob|date of birth|birth ?date|mrn|medical record (?:number|no)|chart (?:number|no)|signatures?|signed(?: by)?|credentials?|license(?: number)?|npi|page|address|phone|email)\b[\s.#]*$/i

/**
 * Fields for a note like an example: one for each heading, answered in the form in which the example answers it. None
 * of the example's own words but its headings and the answers it offers beside boxes are taken.
 */
export function fromExample(text: string): Proposal {
  const found = collect()
  const parts = partsOf(text)
  for (const [index, { heading, body }] of parts.entries()) {
    if (heading === '' || person.test(heading)) continue
    const opensOthers = body.length === 0 && parts[index + 1] !== undefined && parts[index + 1]?.body.length !== 0
    if (opensOthers && index === 1) continue
    found.add(named(heading), sketchOf(heading, body))
  }
  if (found.fields.length === 0) found.add('Note', { ...shapeOf('Note', parts[0]?.body ?? []) })
  const [title] = parts.filter(({ heading }, index) => heading !== '' && index === 1)
  const isTitle = title !== undefined && title.body.length === 0 && parts.length > 2
  return { ...(isTitle ? { name: named(title.heading) } : {}), fields: found.fields }
}

/** 'CHIEF COMPLAINT' is shouted only on paper; short forms stay as they are. */
function named(heading: string): string {
  const bare = heading.replace(/^\d{1,2}[.)]\s*/, '')
  if (bare !== bare.toUpperCase() || !/\s|\p{Lu}{5}/u.test(bare)) return bare
  return bare.charAt(0) + bare.slice(1).toLowerCase()
}

/** The form comes from the example; what is asked comes from the section, where the heading names a known one. */
function sketchOf(heading: string, body: readonly string[]): Sketch {
  const shape = shapeOf(heading, body)
  const known = sectionFor(heading)?.sketch
  if (known === undefined) return shape
  const asked = [known.instructions, shape.instructions].filter((line) => line !== undefined).join(' ')
  const bodyless = body.length === 0
  if (bodyless || (shape.type === known.type && shape.type !== 'string' && !('options' in shape))) return known
  return { ...shape, instructions: asked }
}
