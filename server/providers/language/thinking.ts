/**
 * How models mark what they think before they answer. Providers that know the model send it in a channel of its own;
 * others leave it in the text.
 */
const marks: readonly (readonly [open: string, close: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|channel|>analysis', '<|channel|>final'],
  ['<unused94>', '<unused95>'],
]

/**
 * Removes what a model thought from its whole text. Thinking without an end is removed to the end of the text. If only
 * the end is there, because the prompt contained the beginning, everything before it is removed.
 */
export const withoutThinking = (text: string): string =>
  marks.reduce((rest, [openMark, close]) => {
    const words: string[] = []
    let from = 0
    for (;;) {
      const begin = rest.indexOf(openMark, from)
      words.push(rest.slice(from, begin === -1 ? rest.length : begin))
      const end = begin === -1 ? -1 : rest.indexOf(close, begin)
      if (end === -1) break
      from = end + close.length
    }
    const left = words.join('')
    const lone = left.lastIndexOf(close)
    return lone === -1 ? left : left.slice(lone + close.length)
  }, text)
