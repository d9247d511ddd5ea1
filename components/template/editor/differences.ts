import type { Field, Template } from '../../../lib/contracts/index.ts'
import { noteLanguageName } from '../layout-words.ts'
import { same } from './same.ts'

/** One difference between two templates, as text for the user. */
export interface Difference {
  where: string
  mine: string
  theirs: string
}

const summary = (text: string) => text || 'Empty'

/** What is shown if only the settings of a field differ. */
const settings = { mine: 'Your settings', theirs: 'Their settings' }

/**
 * Lists the differences between the user's template and the version that another user saved. If the order of the fields
 * differs, the last entry says so. `words` are the two texts that are shown if only the settings of a field differ. The
 * default texts say "Your" and "Their". To compare two versions of one user, pass other texts.
 */
export function differencesOf(mine: Template, theirs: Template, words = settings): Difference[] {
  const differences: Difference[] = []
  if (mine.name !== theirs.name)
    differences.push({ where: 'Name', mine: summary(mine.name), theirs: summary(theirs.name) })
  if ((mine.group ?? '') !== (theirs.group ?? ''))
    differences.push({ where: 'Group', mine: summary(mine.group ?? ''), theirs: summary(theirs.group ?? '') })
  if (mine.instructions !== theirs.instructions)
    differences.push({
      where: 'Template Instructions',
      mine: summary(mine.instructions),
      theirs: summary(theirs.instructions),
    })

  const [language, otherLanguage] = [noteLanguageName(mine.language), noteLanguageName(theirs.language)]
  if (language !== otherLanguage)
    differences.push({ where: 'Language of the note', mine: language, theirs: otherLanguage })

  const theirsById = new Map(theirs.fields.map((field) => [field.id, field]))
  const mineIds = new Set(mine.fields.map(({ id }) => id))
  for (const field of mine.fields) {
    const theirField = theirsById.get(field.id)
    if (!theirField) differences.push({ where: nameOf(field), mine: 'Is there', theirs: 'Is not there' })
    else if (!same(field, theirField)) differences.push(differenceOf(field, theirField, words))
  }
  for (const field of theirs.fields)
    if (!mineIds.has(field.id)) differences.push({ where: nameOf(field), mine: 'Is not there', theirs: 'Is there' })

  const [order, otherOrder] = [shared(mine, theirsById), shared(theirs, mineIds)]
  if (!same(order.map(idOf), otherOrder.map(idOf)))
    differences.push({ where: 'Order of the fields', mine: namesOf(order), theirs: namesOf(otherOrder) })
  return differences
}

const nameOf = ({ name, id }: Field) => name || id

const idOf = ({ id }: Field) => id
const namesOf = (fields: Field[]) => fields.map(nameOf).join(', ')

/** Returns the fields of a template whose ids are also in `others`, the fields of the other version. */
const shared = ({ fields }: Template, others: { has(id: string): boolean }) => fields.filter(({ id }) => others.has(id))

/** Returns only the first difference of a field. That is enough for the user to choose a version. */
function differenceOf(mine: Field, theirs: Field, words: typeof settings): Difference {
  const fieldName = nameOf(mine)
  if (mine.name !== theirs.name) return { where: fieldName, mine: mine.name, theirs: theirs.name }
  if (mine.instructions !== theirs.instructions)
    return { where: fieldName, mine: summary(mine.instructions ?? ''), theirs: summary(theirs.instructions ?? '') }
  return { where: fieldName, ...words }
}
