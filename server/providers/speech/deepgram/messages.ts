import { z } from 'zod'

const word = z.object({
  word: z.string(),
  punctuated_word: z.string().optional(),
  /** Seconds of the audio that this connection was sent. */
  start: z.number(),
  end: z.number(),
  speaker: z.number().int().min(0).optional(),
})
export type DeepgramWord = z.infer<typeof word>

/** What Deepgram's listen socket tells, as far as it is used here; `other` is anything else. */
const message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Results'),
    /** The channel and how many there are. */
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

/** null for messages that say nothing of words, and for what is no message at all: it must not end the server. */
export function readMessage(text: string): DeepgramMessage | null {
  try {
    return message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
