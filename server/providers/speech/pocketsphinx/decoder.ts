import koffi from 'koffi'
import type { Decoder, HeardWord } from '../local/decoder.ts'
import type { PocketsphinxFiles } from './files.ts'

/** Matches results that are not words, such as `<sil>` for silence or `++BREATH++`. */
const filler = /^(<.*>|\[.*\]|\+\+.*\+\+)$/
const variant = /\(\d+\)$/

function bind(path: string) {
  const sphinx = koffi.load(path)
  return {
    args: sphinx.func('void *ps_args()'),
    init: sphinx.func('void *ps_init(void *config)'),
    free: sphinx.func('int ps_free(void *decoder)'),
    startStream: sphinx.func('int ps_start_stream(void *decoder)'),
    startUtterance: sphinx.func('int ps_start_utt(void *decoder)'),
    process: sphinx.func(
      'int ps_process_raw(void *decoder, int16_t *data, size_t count, int noSearch, int fullUtterance)',
    ),
    endUtterance: sphinx.func('int ps_end_utt(void *decoder)'),
    segments: sphinx.func('void *ps_seg_iter(void *decoder)'),
    nextSegment: sphinx.func('void *ps_seg_next(void *segment)'),
    segmentWord: sphinx.func('const char *ps_seg_word(void *segment)'),
    segmentFrames: sphinx.func('void ps_seg_frames(void *segment, _Out_ int *from, _Out_ int *to)'),
  }
}

function bindBase(path: string) {
  const base = koffi.load(path)
  return {
    parse: base.func(
      'void *cmd_ln_parse_r(void *config, void *definitions, int32_t count, const char **words, int32_t strict)',
    ),
    free: base.func('int cmd_ln_free_r(void *config)'),
    silence: base.func('void err_set_logfp(void *file)'),
  }
}

export function createPocketsphinxDecoder(files: PocketsphinxFiles): Decoder {
  const base = bindBase(files.baseLibrary)
  const sphinx = bind(files.library)
  base.silence(null)
  const words = [
    ...['-hmm', files.acousticModel, '-lm', files.languageModel, '-dict', files.dictionary],
    // The library could remove silence, but that would shift the times of all words. The speech check has already
    // removed the silence.
    ...['-remove_silence', 'no'],
  ]
  const config = base.parse(null, sphinx.args(), words.length, words, 1)
  const decoder = config === null ? null : sphinx.init(config)
  if (config !== null) base.free(config)
  if (decoder === null) throw new Error('PocketSphinx could not load its model.')
  sphinx.startStream(decoder)

  return {
    begin() {
      sphinx.startUtterance(decoder)
    },
    take(samples) {
      sphinx.process(decoder, samples, samples.length, 0, 0)
    },
    words() {
      const heardWords: HeardWord[] = []
      // The library counts frames across all utterances. The start of the first segment is subtracted, so that the
      // times count from the start of this utterance.
      let start: number | null = null
      for (let one = sphinx.segments(decoder); one !== null; one = sphinx.nextSegment(one)) {
        const from = [0]
        const to = [0]
        sphinx.segmentFrames(one, from, to)
        start ??= from[0] ?? 0
        const word = String(sphinx.segmentWord(one)).replace(variant, '')
        if (!filler.test(word)) heardWords.push({ word, from: (from[0] ?? 0) - start, to: (to[0] ?? 0) + 1 - start })
      }
      return heardWords
    },
    end() {
      sphinx.endUtterance(decoder)
    },
    close() {
      sphinx.free(decoder)
    },
  }
}
