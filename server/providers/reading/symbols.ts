/**
 * The characters of the fonts of symbols that Word inserts. Each code of such a font lies in the private area, and its low
 * byte is the place of the character in the font.
 */
const ascii = ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼'
const upper = '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑'

const from = (first: number, characters: string) =>
  [...characters].map((character, index) => [first + index, character] as const)

const fonts: Record<string, ReadonlyMap<number, string>> = {
  symbol: new Map([...from(0x20, ascii), ...from(0xa0, upper)]),
  wingdings: new Map([
    [0x20, ' '],
    [0x6c, '●'],
    [0x6e, '■'],
    [0x6f, '☐'],
    [0x70, '☐'],
    [0x71, '☐'],
    [0x76, '❖'],
    ...from(0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'),
    [0x9f, '•'],
    [0xa7, '▪'],
    [0xa8, '☐'],
    [0xd8, '➢'],
    [0xdf, '←'],
    [0xe0, '→'],
    [0xe1, '↑'],
    [0xe2, '↓'],
    [0xe8, '➔'],
    [0xfb, '✗'],
    [0xfc, '✓'],
    [0xfd, '☒'],
    [0xfe, '☑'],
  ]),
}

/** Returns the character of a code in a font of symbols. U+FFFD: the font or the character is not known. */
export const symbolOf = (font: string, code: number): string => fonts[font.toLowerCase()]?.get(code & 0xff) ?? '\ufffd'

/** Returns a text with its private characters replaced by the symbols of its font. */
export const symbolsOf = (text: string, font: string): string =>
  text.replaceAll(/[\uf000-\uf0ff]/g, (character) => symbolOf(font, character.charCodeAt(0)))
