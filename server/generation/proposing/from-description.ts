import { type Collection, sketchCollection } from './collect.ts'
import { itemsInSentences, itemsOf } from './items.ts'
import { type Mention, mentionsIn, sectionFor } from './mentions.ts'
import type { Proposal } from './proposal.ts'
import { sectionNamed } from './sections.ts'

export function fromDescription(text: string): Proposal {
  const found = sketchCollection()
  const { items, rest } = itemsOf(text)
  const mentions = mentionsIn(rest)
  const kinds = mentions.flatMap((mention) => ('kind' in mention ? [mention.kind] : []))
  // A kind of note then gives the template its name, but no fields.
  const listed = items.length >= 2
  if (!listed) addMentioned(found, mentions)
  const asked = listed ? items : [...items, ...itemsInSentences(rest)]
  for (const { name, sketch } of asked) found.add(name, sketch ?? sectionFor(name)?.sketch ?? { type: 'string' })
  if (listed && found.fields.length === 0) addMentioned(found, mentions)
  const [kind] = kinds
  return { ...(kind === undefined ? {} : { name: kind.name }), fields: found.fields }
}

function addMentioned(found: Collection, mentions: readonly Mention[]): void {
  for (const mention of mentions) {
    if ('section' in mention) found.add(mention.section.name, mention.section.sketch)
    else for (const name of mention.kind.sections) found.add(name, sectionNamed(name).sketch)
  }
}
