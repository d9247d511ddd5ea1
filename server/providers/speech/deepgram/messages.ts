import { z } from 'zod'

const word = z.object({
  word: z.string(),
  punctuated_word: z.string().optional(),
  /** Start and end of the word, in seconds of the audio that was sent over this connection. */
  start: z.number(),
  end: z.number(),
  speaker: z.number().int().min(0).optional(),
  /** 0 to 1. */
  confidence: z.number().optional(),
})
export type DeepgramWord = z.infer<typeof word>

const message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Results'),
    /** The index of the channel and the number of channels. */
    channel_index: z.array(z.number().int().min(0)).min(1),
    start: z.number(),
    duration: z.number(),
    is_final: z.boolean().default(false),
    channel: z.object({ alternatives: z.array(z.object({ transcript: z.string(), words: z.array(word) })) }),
  }),
  /** The last message before the end. */
  z.object({ type: z.literal('Metadata') }),
])
export type DeepgramMessage = z.infer<typeof message>
export type DeepgramResults = Extract<DeepgramMessage, { type: 'Results' }>

/**
 * Parses a message of Deepgram. Returns null if the message is invalid or has a type that is not used here. Does not
 * throw, because an invalid message must not end the server process.
 */
export function readMessage(text: string): DeepgramMessage | null {
  try {
    return message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
