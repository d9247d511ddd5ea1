import { inaudible } from '../engine.ts'

const marker =
  /\[([^[\]]{0,80})\]|\(([^()]{0,80})\)|（([^（）]{0,80})）|【([^【】]{0,80})】|\*([^*]{1,80})\*|<\|([^<>|]{0,80})\|>|[♪♫]([^♪♫]{0,200})[♪♫]|[♪♫]+/gu

const unheard =
  /inaudible|unintelligible|indistinct|unclear|crosstalk|cross talk|overlapping|foreign|non-?english|speak|speech|talk|chatter|murmur|mutter|whisper|incomprehensible|inaudível|inaudibile|unverständlich|ininteligible|inintelligible|неразборчиво|聞き取れない|听不清/iu
/** Beginnings of words for sounds, in the languages in which models describe them most. */
const sounds =
  /(?<!\p{L})(?:blank|silen|pause|no (?:audio|sound)|audio|m[uú]si|muzyk|müzik|музык|jingle|song|tune|laugh|lach|gelächter|rire|ris[ao]|chuckl|giggl|смех|applau|aplau|clap|cheer|аплод|cough|hust|toux|кашель|sneez|sniff|sigh|seufz|soupir|suspir|вздох|breath|inhal|exhal|gasp|groan|moan|hum|yawn|snor|throat|cry|sob|weep|scream|shout|whistl|click|tap|knock|bang|thud|crash|creak|squeak|rustl|shuffl|footstep|door|paper|typing|keyboard|phone|ring|dial|beep|buzz|bell|tone|alarm|siren|static|noise|rauschen|geräusch|bruit|ruido|шум|hiss|wind|water|rain|bird|dog|bark|engine|stille|тишина|sound)|音楽|音乐|音樂|음악|笑|웃음|拍手|掌声|박수|咳/iu

const wordsMax = 6
const number = /\p{N}/u
const wordOrNumber = /[\p{L}\p{N}]/u

/**
 * Takes descriptions of sounds out of the text of a segment. Speech that the model only mentions, such as
 * "[speaking Spanish]", becomes `[inaudible]`. What may have been said stays: numbers, and round brackets in a sentence.
 */
export function withoutMarkers(text: string): string {
  const isAlone = !wordOrNumber.test(text.replace(marker, ''))
  const clean = text.replace(marker, (all: string, ...groups: unknown[]) => {
    const inner = groups.slice(0, 6).find((one): one is string => typeof one === 'string')
    // `<|endoftext|>` and `[_BEG_]` are tokens of a model.
    if (inner === undefined || all.startsWith('<|') || inner.startsWith('_')) return ' '
    const isRound = /^[(（]/.test(all)
    if (number.test(inner) || inner.split(/\s+/).length > wordsMax || (isRound && !isAlone)) return all
    if (unheard.test(inner)) return ` ${inaudible} `
    if (sounds.test(inner)) return ' '
    // Only round brackets may contain speech.
    if (isRound) return ` ${inaudible} `
    return isAlone ? ' ' : all
  })
  const words = clean.replace(/\s+/g, ' ').trim()
  return wordOrNumber.test(words) ? words : ''
}
