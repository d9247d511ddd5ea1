import type { DoubtfulField } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import type { NamingRequest, Writer } from '../generation/index.ts'

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .match(/[\p{L}\p{M}]+/gu) ?? []

/** Words of three letters or fewer, such as "of" and "the", join the others. They need not be on the page. */
const joiningLetters = 3

/** True if every word of the name stands on the page around the field (product 11.10). */
function isOfPage(name: string, title: string, field: DoubtfulField): boolean {
  const { candidates, section = '', near = '', options = [], before = '', after = '' } = field
  const around = new Set(wordsOf([title, ...candidates, section, near, ...options, before, after].join(' ')))
  const words = wordsOf(name)
  return (
    words.some((word) => around.has(word)) && words.every((word) => word.length <= joiningLetters || around.has(word))
  )
}

/**
 * Returns the names that the writer proposes for the fields, in their order. Null: the writer has no name that consists
 * of words of the page, or it cannot name fields. Throws the errors of the writer.
 */
export async function nameDoubtfulFields(writer: Writer, request: NamingRequest): Promise<(string | null)[]> {
  const { title, fields } = request
  const names = (await writer.nameFields?.(request)) ?? new Map<number, string>()
  return fields.map((field, index) => {
    const name = (names.get(index) ?? '').replaceAll(/\s+/g, ' ').trim()
    return name !== '' && name.length <= limits.nameMax && isOfPage(name, title, field) ? name : null
  })
}
