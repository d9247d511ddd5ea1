import { analyse } from 'chardet'

const scripts = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
  hebrew: /\p{Script=Hebrew}/gu,
  arabic: /\p{Script=Arabic}/gu,
  thai: /\p{Script=Thai}/gu,
  chinese: /\p{Script=Han}/gu,
  japanese: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  korean: /\p{Script=Hangul}/gu,
} as const
type Script = keyof typeof scripts

const legacy = new Map<string, { script: Script; encodings: readonly string[] }>()
const use = (languages: string, script: Script, ...encodings: string[]) => {
  for (const language of languages.split(' ')) legacy.set(language, { script, encodings })
}
use('ru uk be bg sr mk', 'cyrillic', 'windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic')
use('pl cs sk hu sl hr ro sq bs', 'latin', 'windows-1250', 'iso-8859-2')
use('tr az', 'latin', 'windows-1254')
use('et lv lt', 'latin', 'windows-1257', 'iso-8859-13')
use('vi', 'latin', 'windows-1258')
use('el', 'greek', 'windows-1253', 'iso-8859-7')
use('he iw', 'hebrew', 'windows-1255', 'iso-8859-8')
use('ar fa ur', 'arabic', 'windows-1256', 'iso-8859-6')
use('th', 'thai', 'windows-874')
use('zh', 'chinese', 'gb18030', 'big5')
use('ja', 'japanese', 'shift_jis', 'euc-jp', 'iso-2022-jp')
use('ko', 'korean', 'euc-kr')
const western = { script: 'latin' as const, encodings: ['windows-1252'] }

export function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    // A fatal decoder throws a TypeError for invalid bytes.
    if (error instanceof TypeError) return null
    throw error
  }
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
/** Control characters of the range that Windows uses for letters. No text contains them. */
const controls = /[\u0080-\u009f\ufffd]/g
/** A capital letter inside a word is rare in text, and frequent in text that was decoded wrongly. */
const capitalsInside = /\p{Ll}\p{Lu}/gu

const accentRuns = /[^\p{ASCII}\P{L}]{4,}/gu

/**
 * Returns how well a decoded text fits a writing system, 0 to 1: the share of its letters that are not ASCII and belong
 * to it, less the signs of a wrong encoding.
 */
function fitOf(text: string, script: Script): number {
  const foreign = text.replaceAll(/[\p{ASCII}\s\p{P}\p{M}]/gu, '')
  if (foreign === '') return 1
  // Latin words have few letters with accents in a row. Whole words of them are another script.
  const runs = script === 'latin' ? (text.match(accentRuns) ?? []).join('').length : 0
  const faultCount = countOf(text, controls) + countOf(text, capitalsInside) * 2 + runs
  return (countOf(foreign, scripts[script]) - faultCount) / foreign.length
}

/** Below this fit, the decoded text is not words of the language. */
const fitMin = 0.7

/** A zero in every second byte is a sign of UTF-16 without a byte order mark. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 4096)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd < length / 3) return null
  if (even < odd / 10) return 'utf-16le'
  return odd < even / 10 ? 'utf-16be' : null
}

/** UTF-8 with few faults: a file that was cut, or that has a stray byte. Null: the bytes are of another encoding. */
function faultyUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes)
  const faults = countOf(text, /\ufffd/g)
  const letters = countOf(text, /[^\p{ASCII}\ufffd]/gu)
  return faults <= letters / 4 ? text : null
}

/** UTF-16, also of a file that was cut inside a character: U+FFFD then stands at the end. */
function decodeWide(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string | null {
  const text = new TextDecoder(encoding).decode(bytes)
  return countOf(text, /\ufffd/g) <= 1 + text.length / 100 ? text : null
}

/** Decodes text by its byte order mark, else by its content and its language. Null: no encoding fits. */
export function decodeText(bytes: Uint8Array, language: string): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    if (bytes[2] === 0 && bytes[3] === 0 && bytes.length % 4 === 0) return decodeUtf32(bytes)
    return decodeWide(bytes, 'utf-16le')
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeWide(bytes, 'utf-16be')
  const wide = utf16Of(bytes)
  if (wide !== null) return decodeWide(bytes, wide)
  const utf8 = decode(bytes, 'utf-8') ?? faultyUtf8(bytes)
  // ISO-2022-JP has only ASCII bytes: its letters stand behind escapes.
  if (utf8 !== null && !utf8.includes('\u001b')) return utf8
  const { script, encodings } = legacy.get(language.split('-')[0] ?? '') ?? western
  const likely = analyse(bytes.subarray(0, 65_536)).map(({ name }) => name.toLowerCase())
  const candidates = [...encodings, ...(utf8 === null ? [] : ['iso-2022-jp'])].flatMap((encoding, rank) => {
    const text = decode(bytes, encoding)
    if (text === null) return []
    const place = likely.indexOf(encoding === 'ibm866' ? 'cp866' : encoding)
    return [{ text, fit: fitOf(text, script), rank: rank + (place === -1 ? likely.length : place) / 10 }]
  })
  const best = candidates.filter(({ fit }) => fit >= fitMin).sort((a, b) => b.fit - a.fit || a.rank - b.rank)[0]
  return best?.text ?? null
}

function decodeUtf32(bytes: Uint8Array): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 4; at + 3 < bytes.length; at += 4) {
    const code = view.getUint32(at, true)
    if (code > 0x10ffff) return null
    text += String.fromCodePoint(code)
  }
  return text
}
