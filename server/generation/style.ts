import type { Flag, Result, WritingStyle } from '../../lib/contracts/index.ts'

export function forbiddenPhrases({ value }: Pick<Result, 'value'>, { forbidden = [] }: WritingStyle = {}): Flag[] {
  const text = value.join('\n')
  return forbidden.flatMap((phrase): Flag[] => {
    const match = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(phrase)}(?![\\p{L}\\p{N}])`, 'iu').exec(text)
    return match === null ? [] : [{ severity: 1, text: match[0], reason: 'Your style does not allow this phrase.' }]
  })
}
