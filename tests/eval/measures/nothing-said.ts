import { embeddedWriter, generate } from '../../../server/generation/index.ts'
import { noteTemplate } from '../sets.ts'

/** Sessions in which nothing is said that a note could contain. */
export const silences: Record<string, readonly string[]> = {
  empty: [],
  blank: ['', '   '],
  silent: ['Speaker 0: …', 'Speaker 1: '],
  music: ['♪♪♪', '[music]', '(music playing)', 'Speaker 0: [Music]'],
  'two words': ['Speaker 0: Hello.', 'Speaker 1: Hi.'],
  'one word': ['Okay.'],
}

/** For each session of `silences`: the sentence that says why there is no note, or 'a note was written'. */
export async function nothingSaid(): Promise<Record<string, string>> {
  const sentences = await Promise.all(
    Object.entries(silences).map(async ([name, turns]) => {
      const outcome = await generate({
        template: noteTemplate,
        turns,
        context: {},
        writers: () => embeddedWriter,
        signal: AbortSignal.timeout(60_000),
      }).then(
        () => 'a note was written',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      return [name, outcome] as const
    }),
  )
  return Object.fromEntries(sentences)
}
