import { sketchCollection } from './collect.ts'
import { type Part, partsOf } from './example/parts.ts'
import { shapeOf } from './example/shape.ts'
import { sectionFor } from './mentions.ts'
import type { Proposal } from './proposal.ts'
import type { Sketch } from './sections.ts'

// Headings of personal data do not become fields: these data come from the details of the visit, not from the session.
const person =
  /^(?:(?:patient|client|member|provider|therapist|clinician)(?:['’]s)?(?: (?:name|id|number|dob))?|name|dob|date of birth|birth ?date|mrn|medical record (?:number|no)|chart (?:number|no)|signatures?|signed(?: by)?|credentials?|license(?: number)?|npi|page|address|phone|email)\b[\s.#]*$/i

export function fromExample(text: string): Proposal {
  const collection = sketchCollection()
  const parts = partsOf(text)
  const isAboutSomebody = namesIn(parts)
  for (const [index, { heading, body }] of parts.entries()) {
    if (heading === '' || person.test(heading) || isAboutSomebody(heading)) continue
    const opensOthers = body.length === 0 && parts[index + 1] !== undefined && parts[index + 1]?.body.length !== 0
    if (opensOthers && index === 1) continue
    collection.add(named(heading), sketchOf(heading, body))
  }
  if (collection.fields.length === 0) collection.add('Note', { ...shapeOf('Note', parts[0]?.body ?? []) })
  const title = parts[1]
  const isTitle = title !== undefined && title.body.length === 0 && parts.length > 2 && noteWord.test(title.heading)
  return { ...(isTitle ? { name: named(title.heading) } : {}), fields: collection.fields }
}

const noteWord = /\b(?:notes?|summary|assessment|evaluation|plan|intake|report|form|letter|session|review|update)\b/i

function namesIn(parts: readonly Part[]): (heading: string) => boolean {
  const personLines = parts.filter(({ heading }) => person.test(heading)).flatMap(({ body }) => body)
  const words = new Set(
    personLines
      .join(' ')
      .match(/\p{Lu}\p{L}{2,}/gu)
      ?.map((word) => word.toLowerCase()),
  )
  return (heading) => heading.split(/[^\p{L}]+/u).some((word) => words.has(word.toLowerCase()))
}

function named(heading: string): string {
  const bare = heading.replace(/^\d{1,2}[.)]\s*/, '')
  const sectionName = sectionFor(bare)?.name
  if (sectionName?.toLowerCase() === bare.toLowerCase()) return sectionName
  if (bare !== bare.toUpperCase() || !/\s|\p{Lu}{5}/u.test(bare)) return bare
  return bare.charAt(0) + bare.slice(1).toLowerCase()
}

function sketchOf(heading: string, body: readonly string[]): Sketch {
  const shape = shapeOf(heading, body)
  const sectionSketch = sectionFor(heading)?.sketch
  if (sectionSketch === undefined) return shape
  const instructions = [sectionSketch.instructions, shape.instructions].filter((line) => line !== undefined).join(' ')
  const isSaidByShape = shape.type === 'string' || shape.type === 'table' || 'options' in shape
  if (body.length === 0 || (shape.type === sectionSketch.type && !isSaidByShape)) return sectionSketch
  return { ...shape, instructions: instructions }
}
