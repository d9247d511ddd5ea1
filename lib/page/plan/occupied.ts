import type { PageField, PlannedWrite } from '../shapes.ts'

export type Treatment = 'keep' | 'add' | 'replace'

const isEmpty = (value: string[]): boolean => value.every((part) => part.trim() === '')

export const isOccupied = ({ kind, options, value }: PageField): boolean =>
  !isEmpty(value) && !(kind === 'boolean' && options.length === 0 && value[0] === 'No')

const linesOf = (value: string[]): string =>
  `\n${value
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')}\n`

export const holdsText = ({ kind, value }: PageField, text: string[]): boolean =>
  (kind === 'long_text' || kind === 'rich_text') && !isEmpty(text) && linesOf(value).includes(linesOf(text))

/** True if the new text can be written below the present one. A rich text would lose its formatting. */
export const mayAdd = ({ kind, occupied, from, to }: PlannedWrite, maxLength = Number.POSITIVE_INFINITY): boolean =>
  occupied === true && kind === 'long_text' && below(from, to).length <= maxLength

const below = (from: string[], to: string[]): string => `${from.join('\n').trimEnd()}\n${to.join('\n')}`

export const withPresentText = (write: PlannedWrite): PlannedWrite => ({ ...write, to: [below(write.from, write.to)] })
