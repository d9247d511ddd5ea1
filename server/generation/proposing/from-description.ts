import { type Collection, sketchCollection } from './collect.ts'
import { itemsInSentences, itemsOf } from './items.ts'
import { type Mention, mentionsIn, sectionFor } from './mentions.ts'
import type { Proposal } from './proposal.ts'
import { sectionNamed } from './sections.ts'

export function fromDescription(text: string): Proposal {
  const collection = sketchCollection()
  const { items, rest } = itemsOf(text)
  const mentions = mentionsIn(rest)
  const kinds = mentions.flatMap((mention) => ('kind' in mention ? [mention.kind] : []))
  // A kind of note then gives the template its name, but no fields.
  const isList = items.length >= 2
  if (!isList) addMentioned(collection, mentions)
  const proposedItems = isList ? items : [...items, ...itemsInSentences(rest)]
  for (const { name, sketch } of proposedItems)
    collection.add(name, sketch ?? sectionFor(name)?.sketch ?? { type: 'string' })
  if (isList && collection.fields.length === 0) addMentioned(collection, mentions)
  const [kind] = kinds
  return { ...(kind === undefined ? {} : { name: kind.name }), fields: collection.fields }
}

function addMentioned(collection: Collection, mentions: readonly Mention[]): void {
  for (const mention of mentions) {
    if ('section' in mention) collection.add(mention.section.name, mention.section.sketch)
    else for (const name of mention.kind.sections) collection.add(name, sectionNamed(name).sketch)
  }
}
